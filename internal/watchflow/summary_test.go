package watchflow

import (
	"go/types"
	"slices"
	"strings"
	"testing"

	"github.com/k8slint/k8slint/internal/watchflow/effect"
)

// TestSummaries: what functions do with watches is found in what they run.
func TestSummaries(t *testing.T) {
	for _, c := range []struct {
		name, src string
		want      []string
	}{
		{"wrapper of Watch", `
func Open(pods kubernetes.Pods, at string) (watch.Interface, error) {
	opts := v1.ListOptions{ResourceVersion: at}
	return pods.Watch(opts)
}
func OpenWith(pods kubernetes.Pods, opts v1.ListOptions) (watch.Interface, error) {
	opts.Watch = true
	w, err := pods.Watch(opts)
	if err != nil { return nil, fmt.Errorf("watch: %w", err) }
	return w, nil
}
func OpenAnywhere(pods kubernetes.Pods, opts v1.ListOptions) (watch.Interface, error) {
	opts.ResourceVersion = "0"
	return pods.Watch(opts)
}
func OpenOr(pods kubernetes.Pods, at string) (watch.Interface, error) {
	if at == "" { at = "0" }
	return pods.Watch(v1.ListOptions{ResourceVersion: at})
}
func OpenHidden(pods kubernetes.Pods, at string) (watch.Interface, error) {
	w, err := pods.Watch(v1.ListOptions{ResourceVersion: at})
	if err != nil { return nil, errors.New("no") }
	return w, nil
}
func Indirect(pods kubernetes.Pods, at string) (watch.Interface, error) { return open(pods, at) }
func Other(pods kubernetes.Pods) (watch.Interface, error) { return open(pods, "7") }
func open(pods kubernetes.Pods, at string) (watch.Interface, error) { return pods.Watch(v1.ListOptions{ResourceVersion: at}) }
`, []string{
			"Open: watch $1", "OpenWith: watch $1.ResourceVersion", "OpenAnywhere: watch own", "OpenHidden: watch $1 opaque",
			"Indirect: watch $1", "Other: watch own",
		}},
		{"holder of a position", `
type Tracker struct { rv string; other string; pods kubernetes.Pods }
func (t *Tracker) Set(rv string) { t.rv = rv }
func (t *Tracker) Raise(rv string) { if newer(rv, t.rv) { t.rv = rv } }
func (t *Tracker) Reset() { t.rv = "" }
func (t *Tracker) Get() string { return t.rv }
func (t *Tracker) Name() string { return t.other }
func (t *Tracker) SetName(name string) { t.other = name }
func (t *Tracker) Relist() error {
	list, err := t.pods.List(v1.ListOptions{})
	if err != nil { return err }
	t.rv = list.ResourceVersion
	return nil
}
func (t *Tracker) Watch() (watch.Interface, error) { return t.start() }
func (t *Tracker) start() (watch.Interface, error) { return t.pods.Watch(v1.ListOptions{ResourceVersion: t.rv}) }
func newer(a, b string) bool
`, []string{
			"Set: set $0.rv=$1", "Raise: raise $0.rv=$1", `Reset: set $0.rv=""`, "Get: ret0=$0.rv",
			"Relist: list; set $0.rv=list", "Watch: watch $0.rv",
		}},
		{"lists and events", `
func Snapshot(pods kubernetes.Pods) (*core.PodList, string, error) {
	list, err := pods.List(v1.ListOptions{})
	if err != nil { return nil, "", err }
	return list, list.ResourceVersion, nil
}
func Refresh(pods kubernetes.Pods) (string, error) {
	_, rv, err := Snapshot(pods)
	return rv, err
}
func Follow(w watch.Interface, rv string) string {
	for e := range w.ResultChan() {
		rv = e.Object.(*core.Pod).ResourceVersion
	}
	return rv
}
func Bookmarks(w watch.Interface, rv string) string {
	for e := range w.ResultChan() {
		if e.Type == watch.Bookmark { rv = e.Object.(*core.Pod).ResourceVersion }
	}
	return rv
}
`, []string{
			"Snapshot: list; ret0=objects; ret1=list", "Refresh: list; ret0=list", "Follow: ret0=$1,event", "Bookmarks: ret0=$1,?",
		}},
		{"functions that call again", `
func sleep()
func flaky() bool
func Insist(f func() error) error {
	for {
		err := f()
		if err == nil { return nil }
		sleep()
	}
}
func Thrice(f func() error) (err error) {
	for i := 0; i < 3; i++ {
		if err = f(); err == nil { return nil }
	}
	return err
}
func Loop(stop chan struct{}, f func()) {
	for {
		select { case <-stop: return; default: }
		f()
	}
}
func Asking(f func() (bool, error)) error {
	for {
		done, err := f()
		if err != nil || done { return err }
		sleep()
	}
}
func Each(names []string, f func(name string) error) {
	for _, n := range names { if f(n) != nil { continue } }
}
func RetryNothing(f func() error) error { return f() }
func RetryMaybe(f func() error) error { go f(); return f() }
func Passing(f func()) { wait.Until(f, 1, nil) }
func Inside(f func() error) error {
	return wait.Poll(1, func() (bool, error) { return f() == nil, nil })
}
type Policy struct{}
func (Policy) Do(f func(context.Context) error) {
	for flaky() { if f(nil) == nil { break } }
}
func caller() { for { RetryNothing(func() error { return nil }) } }
`, []string{
			"Insist: again $0 on error", "Thrice: again $0 on error bounded", "Loop: again $1 always", "Asking: again $0 until done",
			"RetryNothing: again $0 never", "Passing: again $0 always", "Inside: again $0 on error", "Do: again $1 on error",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for fn, e := range summaries(findLoops(newCode(load(t, c.src), nil), func(*types.TypeName) bool { return false })) {
				text := e.String()
				got = append(got, fn.Name()+": "+text)
				back, err := effect.Parse(text)
				if err != nil || back.String() != text {
					t.Errorf("%s: read as %s, %v", text, back, err)
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got\n\t%s", strings.Join(got, "\n\t"))
			}
		})
	}
}

// TestHelpers: of a package without watches only the helpers are looked into,
// whatever else of the package they name.
func TestHelpers(t *testing.T) {
	pass := load(t, `
var pause, tries = compute(), 3
type T struct{ rv string }
func compute() int { for { println() } }
func (t *T) own() int { return tries }
func Insist(t *T, f func() error) {
	var all []int
	for f() != nil { all = append(all, pause+compute()+t.own()+other(all)) }
}
func other[E any](s []E) int { return len(s) }
func (t *T) Get() string { return t.rv }
func (t *T) SetResourceVersion(at string) { t.rv = at }
`)
	helpers := helpersOf(pass)
	if helpers == nil {
		t.Fatal("no helpers")
	}
	l := findLoops(newCode(helpers, nil), func(*types.TypeName) bool { return false })
	var got []string
	for fn, e := range summaries(l) {
		got = append(got, fn.Name()+": "+e.String())
	}
	if want := []string{"Insist: again $1 on error", "Get: ret0=$0.rv", "SetResourceVersion: set $0.rv=$1"}; !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	for _, f := range l.Funcs() {
		if name := f.Name(); name == "compute" || name == "own" || name == "other" {
			t.Errorf("%s is looked into", name)
		}
	}
	if helpersOf(load(t, "func f() {}")) != nil {
		t.Error("a package without helpers has some")
	}
}
