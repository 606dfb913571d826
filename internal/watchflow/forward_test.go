package watchflow

import (
	"fmt"
	"strings"
	"testing"
)

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

// merger sends the events of a watch on twice.
const merger = `
type Merger struct { w watch.Interface; in, out chan watch.Event }
func (m *Merger) open(pods kubernetes.Pods) {
	m.w, _ = pods.Watch(v1.ListOptions{ResourceVersion: "0"})
	m.in, m.out = make(chan watch.Event), make(chan watch.Event)
	go m.forward(); go m.merge()
}
`

// independentTests is the code of n tests that are independent of each other, on one
// line: 2^n states.
func independentTests(n int) string {
	var tests, uses strings.Builder
	for i := range n {
		fmt.Fprintf(&tests, "x%[1]d := false; if chance() { x%[1]d = true }; ", i)
		fmt.Fprintf(&uses, "if x%d { chance() }; ", i)
	}
	return tests.String() + uses.String()
}

// TestForwarded: events are followed through the program's own channels, except those that
// the sender handles first.
func TestForwarded(t *testing.T) {
	manyTests := independentTests(14) // more than maxStates
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
		{"sent on twice", merger + `func (m *Merger) forward() {
	for e := range m.w.ResultChan() { m.in <- e }
}
func (m *Merger) merge() {
	for e := range m.in { m.out <- e }
}
func (m *Merger) handle() {
	for e := range m.out { _ = e.Object.(*core.Pod) }
}`, []string{
			"4 Watch from resourceVersion: ",
			"15 takes a Status for a *k8s.io/api/core/v1.Pod",
		}},
		{"sent on twice, without errors", merger + `func (m *Merger) forward() {
	for e := range m.w.ResultChan() {
		if e.Type != watch.Error { m.in <- e }
	}
}
func (m *Merger) merge() {
	for e := range m.in { m.out <- e }
}
func (m *Merger) handle() {
	for e := range m.out { _ = e.Object.(*core.Pod) }
}`, []string{
			"4 Watch from resourceVersion: ",
		}},
		{"sent round in a circle, without errors", merger + `func (m *Merger) forward() {
	for e := range m.w.ResultChan() {
		if e.Type != watch.Error { m.in <- e }
	}
}
func (m *Merger) merge() {
	for e := range m.in { m.out <- e }
}
func (m *Merger) again() {
	for e := range m.out { m.in <- e }
}
func (m *Merger) handle() {
	for e := range m.out { _ = e.Object.(*core.Pod) }
}`, []string{
			"4 Watch from resourceVersion: ",
		}},
		{"in a struct, with a last one of its own", forwarder + `func (f *Forwarder) run() {
	for e := range f.in.ResultChan() {
		if e.Type == watch.Error { break }
		f.sent <- Sent{"a", e}
	}
	f.sent <- Sent{"a", watch.Event{Type: watch.Bookmark, Object: &core.Pod{}}}
	f.sent <- Sent{Cluster: "a"}
}
func (f *Forwarder) handle() {
	for s := range f.sent { _ = s.Object.(*core.Pod) }
}`, []string{
			"5 Watch from resourceVersion: ",
		}},
		{"with a last one of its own", forwarder + `func (f *Forwarder) run() {
	for e := range f.in.ResultChan() {
		if e.Type == watch.Error { break }
		f.out <- e
	}
	f.out <- watch.Event{Type: watch.Bookmark, Object: &core.Pod{}}
}
func (f *Forwarder) handle() {
	for e := range f.out { _ = e.Object.(*core.Pod) }
}`, []string{
			"5 Watch from resourceVersion: ",
		}},
		{"in a struct, with an error of its own", forwarder + `func (f *Forwarder) run() {
	for e := range f.in.ResultChan() {
		if e.Type == watch.Error { break }
		f.sent <- Sent{"a", e}
	}
	f.sent <- Sent{"a", watch.Event{Type: watch.Error}}
}
func (f *Forwarder) handle() {
	for s := range f.sent { _ = s.Object.(*core.Pod) }
}`, []string{
			"5 Watch from resourceVersion: ",
			"17 takes a Status for a *k8s.io/api/core/v1.Pod",
		}},
		{"in a struct, after too many tests of an error", forwarder + `func (f *Forwarder) run() {
	for e := range f.in.ResultChan() {
		if e.Type == watch.Error {
			` + manyTests + `
			return
		}
		f.sent <- Sent{"a", e}
	}
}
func (f *Forwarder) handle() {
	for s := range f.sent { _ = s.Object.(*core.Pod) }
}
var chance func() bool`, []string{
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
