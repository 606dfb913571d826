package flow_test

import (
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/ssatest"
)

// TestOnlyTold: whether only the package calls the handler that each function makes, and with nothing but pods.
func TestOnlyTold(t *testing.T) {
	const cache = `package cache
type ResourceEventHandler interface { OnAdd(obj any); OnUpdate(old, obj any); OnDelete(obj any) }
type ResourceEventHandlerFuncs struct { DeleteFunc func(obj any) }
func (r ResourceEventHandlerFuncs) OnDelete(obj any) { r.DeleteFunc(obj) }
func (r ResourceEventHandlerFuncs) OnAdd(obj any) {}
func (r ResourceEventHandlerFuncs) OnUpdate(old, obj any) {}
`
	s := ssatest.Build(t, `
import "k8s.io/client-go/tools/cache"
type pod struct{}
var all []cache.ResourceEventHandler
func register(cache.ResourceEventHandler)
func tell(h cache.ResourceEventHandler) { h.OnDelete(&pod{}) }
func yes()      { h := &cache.ResourceEventHandlerFuncs{}; h.DeleteFunc = func(any) {}; tell(*h) }
func other()    { h := &cache.ResourceEventHandlerFuncs{}; var i cache.ResourceEventHandler = *h; i.OnDelete("pod") }
func any2(o any) { h := &cache.ResourceEventHandlerFuncs{}; var i cache.ResourceEventHandler = *h; i.OnDelete(o) }
func given()    { h := &cache.ResourceEventHandlerFuncs{}; tell(*h); register(*h) }
func kept()     { h := &cache.ResourceEventHandlerFuncs{}; tell(*h); all = append(all, *h) }
func untold()   { h := &cache.ResourceEventHandlerFuncs{}; _ = *h }
`, map[string]string{"k8s.io/client-go/tools/cache": cache})
	isPod := func(v ssa.Value) bool { return strings.HasSuffix(v.Type().String(), ".pod") }
	for name, want := range map[string]bool{"yes": true, "other": false, "any2": false, "given": false, "kept": false, "untold": false} {
		var made ssa.Value
		for _, b := range s.SSA.Func(name).Blocks {
			for _, i := range b.Instrs {
				if a, ok := i.(*ssa.Alloc); ok && made == nil {
					made = a
				}
			}
		}
		if got := flow.OnlyTold(made, isPod); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestPlaces: where a function is called or taken, and whether that is all.
func TestPlaces(t *testing.T) {
	s := ssatest.Build(t, `
type T struct{}
type calls interface { invoked() }
func twice()       { hidden(); hidden() }
func hidden()      { func() {}() }
func taken()       {}
func take() func() { return taken }
func Shown()       { var i calls = T{}; i.invoked(); T{}.direct() }
func (T) invoked() {}
func (T) direct()  {}
`, nil)
	p := flow.New(s.SSA, s.Funcs())
	for _, fn := range s.Funcs() {
		want, known := map[string]struct {
			n   int
			all bool
		}{"hidden": {2, true}, "taken": {1, true}, "Shown": {0, false}, "invoked": {0, false}, "direct": {1, true}, "hidden$1": {1, true}}[fn.Name()]
		if at, all := p.Places(fn); known && (len(at) != want.n || all != want.all) {
			t.Errorf("%s: %d places, %v", fn.Name(), len(at), all)
		}
	}
}
