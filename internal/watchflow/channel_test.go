package watchflow

import (
	"slices"
	"strings"
	"testing"
)

// two has a loop that watches two kinds, each with a channel and a position of its
// own; what is done with their events is put in.
const two = `type both struct { svcs kubernetes.Services; pods kubernetes.Pods; svcRV, podRV string; svc, pod <-chan watch.Event }
func (b *both) run(stop chan struct{}) {
	for {
		if b.svc == nil {
			w, err := b.svcs.Watch(v1.ListOptions{ResourceVersion: b.svcRV})
			if err != nil { return }
			b.svc = w.ResultChan()
		}
		if b.pod == nil {
			w, err := b.pods.Watch(v1.ListOptions{ResourceVersion: b.podRV})
			if err != nil { return }
			b.pod = w.ResultChan()
		}
		select {
		case <-stop: return
		case e, ok := <-b.svc: if !ok || b.onService(e) != nil { b.svc = nil }
		case e, ok := <-b.pod: if !ok || b.onPod(e) != nil { b.pod = nil }
		}
	}
}
`

// TestFailuresOfTwo: each failure belongs to the watch that the channel is of.
func TestFailuresOfTwo(t *testing.T) {
	for _, test := range []struct {
		name, src string
		want      []string
	}{
		{"both retried", two + `func (b *both) onService(e watch.Event) error {
	if e.Type == watch.Error { return errors.New("services") }
	if s, ok := e.Object.(*core.Service); ok { b.svcRV = s.ResourceVersion }
	return nil
}
func (b *both) onPod(e watch.Event) error {
	if e.Type == watch.Error { return errors.New("pods") }
	if p, ok := e.Object.(*core.Pod); ok { b.podRV = p.ResourceVersion }
	return nil
}`, []string{
			"22 lost, expired: back to both.svcRV",
			"27 lost, expired: back to both.podRV",
		}},
		{"one begins anew", two + `func (b *both) onService(e watch.Event) error {
	if e.Type == watch.Error { return errors.New("services") }
	if s, ok := e.Object.(*core.Service); ok { b.svcRV = s.ResourceVersion }
	return nil
}
func (b *both) onPod(e watch.Event) error {
	if e.Type == watch.Error { return b.again() }
	if p, ok := e.Object.(*core.Pod); ok { b.podRV = p.ResourceVersion }
	return nil
}
func (b *both) again() error {
	l, err := b.pods.List(v1.ListOptions{})
	if err == nil { b.podRV = l.ResourceVersion }
	return errors.New("pods")
}`, []string{
			"22 lost, expired: back to both.svcRV",
		}},
		{"one ends", two + `func (b *both) onService(e watch.Event) error {
	if e.Type == watch.Error { panic("services") }
	if s, ok := e.Object.(*core.Service); ok { b.svcRV = s.ResourceVersion }
	return nil
}
func (b *both) onPod(e watch.Event) error {
	if e.Type == watch.Error { return errors.New("pods") }
	if p, ok := e.Object.(*core.Pod); ok { b.podRV = p.ResourceVersion }
	return nil
}`, []string{
			"27 lost, expired: back to both.podRV",
		}},
		{"in variables, through functions", `func run(svcs kubernetes.Services, pods kubernetes.Pods, svcRV, podRV string) {
	for {
		sw, err := svcs.Watch(v1.ListOptions{ResourceVersion: svcRV})
		if err != nil { return }
		pw, err := start(pods, podRV)
		if err != nil { return }
		read(sw)
		readPods(pw.ResultChan())
	}
}
func start(pods kubernetes.Pods, rv string) (watch.Interface, error) {
	w, err := pods.Watch(v1.ListOptions{ResourceVersion: rv})
	if err != nil { return nil, err }
	return w, nil
}
func read(w watch.Interface) {
	for e := range w.ResultChan() {
		if e.Type == watch.Error { panic("services") }
	}
}
func readPods(events <-chan watch.Event) {
	for e := range events {
		if e.Type == watch.Error { return }
	}
}`, []string{
			"23 lost, expired: back to rv",
		}},
		{"the start of the second fails", `func run(svcs kubernetes.Services, pods kubernetes.Pods, svcRV, podRV string) {
	for {
		_, err := svcs.Watch(v1.ListOptions{ResourceVersion: svcRV})
		if err != nil { return }
		_, err = pods.Watch(v1.ListOptions{ResourceVersion: podRV})
		if err != nil { continue }
		return
	}
}`, []string{
			"5 expired, establishing: back to podRV",
		}},
		{"any may have sent it", `func run(svcs kubernetes.Services, pods kubernetes.Pods, svcRV string, events <-chan watch.Event) {
	for {
		w, err := svcs.Watch(v1.ListOptions{ResourceVersion: svcRV})
		if err != nil { return }
		for e := range w.ResultChan() {
			if e.Type == watch.Error { return }
		}
		for e := range events {
			if e.Type == watch.Error { break }
		}
	}
}`, []string{
			"9 lost, expired: back to svcRV",
		}},
		{"watched again elsewhere", `func run(pods kubernetes.Pods, rv string) {
	w, err := pods.Watch(v1.ListOptions{ResourceVersion: rv})
	if err != nil { return }
	for e := range w.ResultChan() {
		if e.Type == watch.Error { break }
		rv = e.Object.(*core.Pod).ResourceVersion
	}
	for again(pods, rv) {}
}
func again(pods kubernetes.Pods, rv string) bool {
	w, err := pods.Watch(v1.ListOptions{ResourceVersion: rv})
	if err != nil { return false }
	for e := range w.ResultChan() {
		if e.Type == watch.Error { return false }
	}
	return true
}`, []string{
			"5 lost, expired: back to rv",
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			f := flowOf(t, test.src)
			for _, n := range f.Failures() {
				_, line, _ := strings.Cut(f.Posn(n.Pos), ":")
				got = append(got, line+" "+n.String())
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("got\n\t%s", strings.Join(got, "\n\t"))
			}
		})
	}
}

// TestListOfOtherKind: a list of another kind is not where the loop lists.
func TestListOfOtherKind(t *testing.T) {
	f := flowOf(t, `func run(svcs kubernetes.Services, pods kubernetes.Pods, rv string) {
	pods.List(v1.ListOptions{})
	w, _ := svcs.Watch(v1.ListOptions{ResourceVersion: rv})
	for range w.ResultChan() { pods.List(v1.ListOptions{}) }
}
func runPods(pods kubernetes.Pods, rv string) {
	pods.List(v1.ListOptions{})
	pods.Watch(v1.ListOptions{ResourceVersion: rv})
}`)
	for i, want := range []string{"", "p/p.go:7"} {
		got := ""
		if pos := f.ListBefore(f.Sinks[i]); pos.IsValid() {
			got = f.Posn(pos)
		}
		if got != want {
			t.Errorf("the list before the watch at %s is at %q, want %q", f.Posn(f.Sinks[i].Instr.Pos()), got, want)
		}
	}
}

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
