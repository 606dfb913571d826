package watchflow

import "testing"

// TestCarriesErrors: where an ERROR event is assumed to come out of a channel.
func TestCarriesErrors(t *testing.T) {
	const forwarder = `
type Sent struct { Cluster string; watch.Event }
type Forwarder struct { in watch.Interface; out chan watch.Event; sent chan Sent }
func (f *Forwarder) open(pods kubernetes.Pods) {
	f.in, _ = pods.Watch(v1.ListOptions{ResourceVersion: "0"})
	f.out, f.sent = make(chan watch.Event), make(chan Sent)
	go f.run()
}
func (f *Forwarder) run() { for e := range f.in.ResultChan() { f.out <- e; f.sent <- Sent{"a", e} } }
`
	check(t, []loop{
		{"that of a watch", forwarder + `func (f *Forwarder) handle() {
	for e := range f.in.ResultChan() { _ = e.Object.(*core.Pod) }
}`, []string{
			"5 Watch from resourceVersion: ",
			"11 takes a Status for a *k8s.io/api/core/v1.Pod",
		}},
		{"one that is given", `func handle(in <-chan watch.Event) {
	for e := range in { _ = e.Object.(*core.Pod) }
}`, []string{
			"2 takes a Status for a *k8s.io/api/core/v1.Pod",
		}},
		{"one that the package makes", forwarder + `func (f *Forwarder) handle() {
	for e := range f.out { _ = e.Object.(*core.Pod) }
}`, []string{
			"5 Watch from resourceVersion: ",
		}},
		{"one of structs with an event", forwarder + `func (f *Forwarder) handle() {
	for s := range f.sent { _ = s.Object.(*core.Pod) }
}`, []string{
			"5 Watch from resourceVersion: ",
		}},
	})
}
