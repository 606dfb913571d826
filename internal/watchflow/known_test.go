package watchflow

import (
	"go/types"
	"slices"
	"strings"
	"testing"

	"github.com/k8slint/k8slint/internal/watchflow/effect"
)

// library is a package of helpers whose names say nothing, and what they do.
const helperLibrary = `package lib
import ( "k8s.io/client-go/kubernetes"; "k8s.io/apimachinery/pkg/watch" )
type Place struct { at string }
func New() *Place
func (p *Place) Put(at string)
func (p *Place) Lift(at string)
func (p *Place) Take() string
func (p *Place) Anew(kubernetes.Pods) error
func (p *Place) Go(kubernetes.Pods) (watch.Interface, error)
func Go(pods kubernetes.Pods, at string) (watch.Interface, error)
func GoHidden(pods kubernetes.Pods, at string) (watch.Interface, error)
func GoOwn(pods kubernetes.Pods, resourceVersion string) (watch.Interface, error)
func Fetch(kubernetes.Pods) (string, error)
func Drain(w watch.Interface, at string) string
func Insist(f func() error) error
func InsistThrice(f func() error) error
func RetryOnce(f func() error) error
`

var helperEffects = map[string]string{
	"(*Place).Put": "set $0.at=$1", "(*Place).Lift": "raise $0.at=$1", "(*Place).Take": "ret0=$0.at", "(*Place).Anew": "list; set $0.at=list", "(*Place).Go": "watch $0.at",
	"Go": "watch $1", "GoHidden": "watch $1 opaque", "GoOwn": "watch own", "Fetch": "list; ret0=list", "Drain": "ret0=$1,event",
	"Insist": "again $0 on error", "InsistThrice": "again $0 on error bounded", "RetryOnce": "again $0 never",
}

// knownFlow analyses src, which may call the helpers.
func knownFlow(t *testing.T, src string) *Flow {
	t.Helper()
	fakes["example.com/lib"] = helperLibrary
	defer delete(fakes, "example.com/lib")
	pass := loadWith(t, strings.Replace(header, "import (", "import (\n\"example.com/lib\"\n", 1), "var _ lib.Place; "+src)
	known := func(fn *types.Func) *effect.Effect {
		name := fn.Name()
		if fn.Signature().Recv() != nil {
			name = "(*Place)." + name
		}
		if fn.Pkg().Path() != "example.com/lib" || helperEffects[name] == "" {
			return nil
		}
		e, err := effect.Parse(helperEffects[name])
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	return newFlow(findLoops(newCode(pass, known), func(*types.TypeName) bool { return false }))
}

// TestKnown: what functions of other packages do is known by their effects.
func TestKnown(t *testing.T) {
	for _, c := range []loop{
		{"wrapper of Watch", `func run(pods kubernetes.Pods, at string) {
	for {
		w, err := lib.Go(pods, at)
		if err != nil { continue }
		for e := range w.ResultChan() { at = e.Object.(*core.Pod).ResourceVersion }
	}
}`, []string{
			"3 Go from at: resumes, advances",
			"5 advances at: deleted",
			"3 expired, establishing: back to at",
			"5 takes a Status for a *k8s.io/api/core/v1.Pod",
		}},
		{"whose error says nothing", `func run(pods kubernetes.Pods, at string) {
	for {
		w, err := lib.GoHidden(pods, at)
		if err != nil { continue }
		w.Stop()
	}
}`, []string{
			"3 GoHidden from at: resumes",
		}},
		{"that has a version of its own", `func run(pods kubernetes.Pods, at string) {
	for {
		w, err := lib.GoOwn(pods, at)
		if err != nil { continue }
		w.Stop()
	}
}`, nil},
		{"from nothing", `func run(pods kubernetes.Pods) {
	w, _ := lib.Go(pods, "")
	w.Stop()
}`, []string{
			"2 Go from resourceVersion: unset",
			"2 starts from nothing: unset",
		}},
		{"position in an object", `type W struct { pods kubernetes.Pods; at *lib.Place }
func (w *W) run() {
	for {
		wi, err := w.at.Go(w.pods)
		if err != nil { return }
		for e := range wi.ResultChan() { w.at.Put(e.Object.(*core.Pod).ResourceVersion) }
	}
}`, []string{
			"4 Go from W.at.at: resumes, advances",
			"6 advances W.at.at, empty at first: initial, deleted",
			"6 takes a Status for a *k8s.io/api/core/v1.Pod",
		}},
		{"that is asked for it", `func run(pods kubernetes.Pods) {
	at := lib.New()
	for {
		w, err := pods.Watch(v1.ListOptions{ResourceVersion: at.Take()})
		if err != nil { return }
		for e := range w.ResultChan() { at.Put(e.Object.(*core.Pod).ResourceVersion) }
	}
}`, []string{
			"4 Watch from at: resumes, advances",
			"6 advances at, empty at first: initial, deleted",
			"6 takes a Status for a *k8s.io/api/core/v1.Pod",
		}},
		{"in another object of the type", `func run(pods kubernetes.Pods) {
	at, last := lib.New(), lib.New()
	for {
		w, err := pods.Watch(v1.ListOptions{ResourceVersion: at.Take()})
		if err != nil { return }
		for e := range w.ResultChan() { last.Put(e.Object.(*core.Pod).ResourceVersion) }
	}
}`, []string{
			"4 Watch from at: ",
			"6 takes a Status for a *k8s.io/api/core/v1.Pod",
		}},
		{"in another field of the type", `type W struct { pods kubernetes.Pods; at, last *lib.Place }
func (w *W) run() {
	for {
		wi, err := w.at.Go(w.pods)
		if err != nil { return }
		for e := range wi.ResultChan() { w.last.Put(e.Object.(*core.Pod).ResourceVersion) }
	}
}`, []string{
			"4 Go from W.at.at: ",
			"6 takes a Status for a *k8s.io/api/core/v1.Pod",
		}},
		{"set only to something newer", `func run(pods kubernetes.Pods) {
	at := lib.New()
	for {
		w, err := pods.Watch(v1.ListOptions{ResourceVersion: at.Take()})
		if err != nil { return }
		for e := range w.ResultChan() { at.Lift(e.Object.(*core.Pod).ResourceVersion) }
	}
}`, []string{
			"4 Watch from at: ",
			"6 takes a Status for a *k8s.io/api/core/v1.Pod",
		}},
		{"listed again on errors", `func run(pods kubernetes.Pods) {
	at := lib.New()
	for {
		w, err := at.Go(pods)
		if apierrors.IsGone(err) { at.Anew(pods); continue }
		if err != nil { return }
		for e := range w.ResultChan() {
			if e.Type == watch.Error { break }
			at.Put(e.Object.(*core.Pod).ResourceVersion)
		}
	}
}`, []string{
			"4 Go from at: resumes, advances",
			"9 advances at: deleted",
			"8 lost, expired: back to at",
		}},
		{"emptied on errors", `func run(pods kubernetes.Pods) {
	at := lib.New()
	for {
		w, err := at.Go(pods)
		if err != nil { at.Put(""); continue }
		w.Stop()
	}
}`, []string{
			"4 Go from at: ",
		}},
		{"version of a list", `func run(pods kubernetes.Pods) error {
	at, err := lib.Fetch(pods)
	if err != nil { return err }
	for {
		w, err := pods.Watch(v1.ListOptions{ResourceVersion: at})
		if err != nil { return err }
		for range w.ResultChan() { println() }
	}
}`, []string{
			"5 Watch from at: resumes",
			"5 goes back to the list of line 2",
		}},
		{"fetched in each round", `func run(pods kubernetes.Pods) error {
	for {
		at, err := lib.Fetch(pods)
		if err != nil { return err }
		w, err := pods.Watch(v1.ListOptions{ResourceVersion: at})
		if err != nil { continue }
		for range w.ResultChan() { println() }
	}
}`, []string{
			"5 Watch from at: resumes",
		}},
		{"events that another function receives", `func run(pods kubernetes.Pods, at string) error {
	for {
		w, err := pods.Watch(v1.ListOptions{ResourceVersion: at})
		if err != nil { return err }
		at = lib.Drain(w, at)
	}
}`, []string{
			"3 Watch from at: resumes, advances",
			"5 advances at: deleted",
		}},
		{"called again", `func run(pods kubernetes.Pods, at string) error {
	return lib.Insist(func() error {
		w, err := pods.Watch(v1.ListOptions{ResourceVersion: at})
		if err != nil { return err }
		w.Stop()
		return nil
	})
}`, []string{
			"3 Watch from at: resumes",
			"3 expired, establishing: back to at",
		}},
		{"called again only so often", `func run(pods kubernetes.Pods, at string) error {
	return lib.InsistThrice(func() error {
		w, err := pods.Watch(v1.ListOptions{ResourceVersion: at})
		if err != nil { return err }
		w.Stop()
		return nil
	})
}`, []string{
			"3 Watch from at: resumes",
		}},
		{"called once, whatever the name", `func run(pods kubernetes.Pods, at string) error {
	return lib.RetryOnce(func() error {
		w, err := pods.Watch(v1.ListOptions{ResourceVersion: at})
		if err != nil { return err }
		w.Stop()
		return nil
	})
}`, []string{
			"3 Watch from at: resumes",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := answers(knownFlow(t, c.src)); !slices.Equal(got, c.want) {
				t.Errorf("got\n\t%s", strings.Join(got, "\n\t"))
			}
		})
	}
}
