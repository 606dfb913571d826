package watchflow

import "testing"

// TestStartsThatKeep: a deletion that is missed makes something wrong where the program
// lists before the watch, or keeps something from watch to watch.
func TestStartsThatKeep(t *testing.T) {
	check(t, []loop{
		{"a map in a field, by a helper", `type w struct { pods kubernetes.Pods; known map[string]bool }
func (w *w) run() {
	for {
		wi, _ := w.pods.Watch(v1.ListOptions{})
		for e := range wi.ResultChan() { if p, ok := e.Object.(*core.Pod); ok { w.note(p.Name) } }
	}
}
func (w *w) note(name string) { w.known[name] = true }`, []string{
			"4 Watch from resourceVersion: unset",
			"4 starts from nothing: unset, loop, keeps",
		}},
		{"once", `type w struct { pods kubernetes.Pods; known map[string]bool }
func (w *w) run() {
	wi, _ := w.pods.Watch(v1.ListOptions{})
	for e := range wi.ResultChan() { if p, ok := e.Object.(*core.Pod); ok { w.known[p.Name] = true } }
}`, []string{
			"3 Watch from resourceVersion: unset",
			"3 starts from nothing: unset",
		}},
		{"a variable around the loop", `func run(pods kubernetes.Pods) {
	known := map[string]bool{}
	for {
		wi, _ := pods.Watch(v1.ListOptions{})
		for e := range wi.ResultChan() { if p, ok := e.Object.(*core.Pod); ok { known[p.Name] = true } }
	}
}`, []string{
			"4 Watch from resourceVersion: unset",
			"4 starts from nothing: unset, loop, keeps",
		}},
		{"a variable of each round", `func run(pods kubernetes.Pods) {
	for {
		known := map[string]bool{}
		wi, _ := pods.Watch(v1.ListOptions{})
		for e := range wi.ResultChan() { if p, ok := e.Object.(*core.Pod); ok { known[p.Name] = true } }
	}
}`, []string{
			"4 Watch from resourceVersion: unset",
			"4 starts from nothing: unset, loop",
		}},
		{"events that are only handled", `func run(pods kubernetes.Pods, handle func(*core.Pod)) {
	for {
		wi, _ := pods.Watch(v1.ListOptions{})
		for e := range wi.ResultChan() { if p, ok := e.Object.(*core.Pod); ok { handle(p) } }
	}
}`, []string{
			"3 Watch from resourceVersion: unset",
			"3 starts from nothing: unset, loop",
		}},
		{"a list by a function before", `type w struct { pods kubernetes.Pods }
func (w *w) list() { w.pods.List(v1.ListOptions{}) }
func (w *w) run() {
	w.list()
	wi, _ := w.pods.Watch(v1.ListOptions{})
	for range wi.ResultChan() {}
}`, []string{
			"5 Watch from resourceVersion: unset",
			"5 starts from nothing: unset, keeps",
		}},
		{"a list of another kind, and one behind", `func run(pods kubernetes.Pods, services kubernetes.Services) {
	services.List(v1.ListOptions{})
	wi, _ := pods.Watch(v1.ListOptions{})
	for range wi.ResultChan() {}
	pods.List(v1.ListOptions{})
}`, []string{
			"3 Watch from resourceVersion: unset",
			"3 starts from nothing: unset",
		}},
	})
}
