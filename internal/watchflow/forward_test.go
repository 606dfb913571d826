package watchflow

import "testing"

// forwarder sends the events of a watch on through a channel of its own; what it does
// with an event, and who receives it, is put in.
const forwarder = `
type Sent struct { Cluster string; watch.Event }
type Forwarder struct { in watch.Interface; out chan watch.Event; sent chan Sent; done chan struct{} }
func (f *Forwarder) open(pods kubernetes.Pods) {
	f.in, _ = pods.Watch(v1.ListOptions{ResourceVersion: "0"})
	f.out, f.sent = make(chan watch.Event), make(chan Sent)
	go f.run()
}
`

func TestForwarded(t *testing.T) {
	check(t, []loop{
		{"all events", forwarder + `func (f *Forwarder) run() {
	for e := range f.in.ResultChan() { f.out <- e }
}
func (f *Forwarder) handle() {
	for e := range f.out { _ = e.Object.(*core.Pod) }
}`, []string{
			"5 Watch from resourceVersion: ",
			"13 takes a Status for a *k8s.io/api/core/v1.Pod",
		}},
		{"errors are handled before", forwarder + `func (f *Forwarder) run() {
	for e := range f.in.ResultChan() {
		if e.Type == watch.Error { return }
		select {
		case f.out <- e:
		case <-f.done: return
		}
	}
}
func (f *Forwarder) handle() {
	for e := range f.out { _ = e.Object.(*core.Pod) }
}`, []string{
			"5 Watch from resourceVersion: ",
		}},
		{"and events of its own come first", forwarder + `func (f *Forwarder) run() {
	f.out <- watch.Event{Type: watch.Added, Object: &core.Pod{}}
	for e := range f.in.ResultChan() {
		if _, ok := e.Object.(*core.Pod); ok { f.out <- e }
	}
}
func (f *Forwarder) handle() {
	for e := range f.out { _ = e.Object.(*core.Pod) }
}`, []string{
			"5 Watch from resourceVersion: ",
		}},
		{"or errors of its own", forwarder + `func (f *Forwarder) run() {
	for e := range f.in.ResultChan() {
		if e.Type == watch.Error { break }
		f.out <- e
	}
	f.out <- watch.Event{Type: watch.Error, Object: &v1.Status{}}
}
func (f *Forwarder) handle() {
	for e := range f.out { _ = e.Object.(*core.Pod) }
}`, []string{
			"5 Watch from resourceVersion: ",
			"17 takes a Status for a *k8s.io/api/core/v1.Pod",
		}},
		{"events that others send too", forwarder + `func (f *Forwarder) run() {
	for e := range f.in.ResultChan() {
		if e.Type != watch.Error { f.out <- e }
	}
}
func (f *Forwarder) Send(e watch.Event) { f.out <- e }
func (f *Forwarder) handle() {
	for e := range f.out { _ = e.Object.(*core.Pod) }
}`, []string{
			"5 Watch from resourceVersion: ",
			"16 takes a Status for a *k8s.io/api/core/v1.Pod",
		}},
		{"in a struct", forwarder + `func (f *Forwarder) run() {
	for e := range f.in.ResultChan() { f.sent <- Sent{"a", e} }
}
func (f *Forwarder) handle() {
	for s := range f.sent {
		if s.Type == watch.Bookmark { continue }
		_ = s.Object.(*core.Pod)
	}
}`, []string{
			"5 Watch from resourceVersion: ",
			"15 takes a Status for a *k8s.io/api/core/v1.Pod",
		}},
		{"in a struct, tested", forwarder + `func (f *Forwarder) run() {
	for e := range f.in.ResultChan() { f.sent <- Sent{"a", e} }
}
func (f *Forwarder) handle() {
	for s := range f.sent {
		if s.Type == watch.Error { return }
		_ = s.Object.(*core.Pod)
	}
}`, []string{
			"5 Watch from resourceVersion: ",
		}},
		{"in a struct that somebody sends", `type Sent struct { Cluster string; Event watch.Event }
func handle(pods kubernetes.Pods, sent chan Sent) {
	pods.Watch(v1.ListOptions{ResourceVersion: "0"})
	for s := range sent { _ = s.Event.Object.(*core.Pod) }
}`, []string{
			"3 Watch from resourceVersion: ",
		}},
	})
}
