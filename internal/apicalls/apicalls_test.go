package apicalls_test

import (
	"testing"

	"github.com/k8slint/k8slint/internal/apicalls"
	"github.com/k8slint/k8slint/internal/ssatest"
)

// TestObject: which parameter or variable the argument of a probe is.
func TestObject(t *testing.T) {
	s := ssatest.Build(t, `
type meta struct{ name string }
type pod struct { meta; next *pod }
type object interface{ get() }
func (p *pod) get() {}

func direct(p *pod)    { probe("p", p) }
func field(p *pod)     { probe("p", &p.meta) }
func converted(p *pod) { probe("p", object(p)) }
func captured(p *pod)  { func() { probe("p", p) }() }
func asserted(o object) { probe("o", o.(*pod)) }
func other(p *pod)     { probe("", p.next) }
func either(p, q *pod, c bool) { if c { p = q }; probe("", p) }
func metadata(p *pod)  { probe("p", p.meta) }
func byValue(p pod)    { probe("p", &p) }
func replaced(p, q pod) { p = q; probe("", &p) }
func next(p *pod)      { probe("", *p.next) }
func changed(p *pod)   { f := func() { probe("", p) }; p = nil; f() }
`, nil)
	n := 0
	for _, fn := range s.Funcs() {
		for _, probe := range ssatest.Probes(fn) {
			n++
			got := ""
			for f := fn; f != nil; f = f.Parent() {
				for _, p := range f.Params {
					if apicalls.Object(probe.Call.Call.Args[1]) == p {
						got = p.Name()
					}
				}
			}
			if got != probe.Name {
				t.Errorf("%v: the object is %q", probe, got)
			}
		}
	}
	if n != 12 {
		t.Errorf("%d probes", n)
	}
}
