package flow_test

import (
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/ssatest"
)

const lib = `package lib
type Thing struct{}
func (*Thing) A() {}
func (*Thing) B() {}
func Make() *Thing { return nil }
`

const head = `
import "lib"
type thing = lib.Thing
type user interface{ A(); B() }
type box struct { in *thing; Out *thing; user }
type Open struct { Out *thing }
var kept *thing
var Shown *thing
var list []*thing
func out(any)
func use(func())
`

// TestOf: the methods that are called on what Make returns, and whether it escapes.
func TestOf(t *testing.T) {
	for _, test := range []struct{ name, src, want string }{
		{"call", "func f() { x := lib.Make(); x.A() }", "A"},
		{"deferred", "func f() { x := lib.Make(); defer x.B(); go x.A() }", "A B"},
		{"field", "func f(b *box) { b.in = lib.Make() }; func g(b *box) { b.in.A() }", "A"},
		{"field of a value", "func f(b *box) { b.in = lib.Make() }; func g(b box) { b.in.B() }", "B"},
		{"literal", "func f() *box { return &box{in: lib.Make()} }; func (b *box) g() { b.in.A() }", "A"},
		{"exported field", "func f(b *Open) { b.Out = lib.Make() }", "escapes"},
		{"exported field of an unexported type", "func f(b *box) { b.Out = lib.Make(); b.Out.B() }", "B"},
		{"embedded field", "func f(b *box) { b.user = lib.Make() }", "escapes"},
		{"field that a function without a body may name", "func f(b *box) { b.in = lib.Make() }; func g(b *box) { b.in.A() }; func (b *box) h()", "escapes"},
		{"variable", "func f() { kept = lib.Make() }; func g() { kept.A() }", "A"},
		{"initial value", "var first = lib.Make(); func g() { first.B() }", "B"},
		{"exported variable", "func f() { Shown = lib.Make() }", "escapes"},
		{"captured", "func f() { x := lib.Make(); g := func() { x.A() }; x = nil; g() }", "A"},
		{"interface", "func f() { var u user = lib.Make(); u.B() }", "B"},
		{"assertion", "func f() { var u any = lib.Make(); if x, ok := u.(*thing); ok { x.A() } }", "A"},
		{"merged", "func f(c bool) { var x *thing; if c { x = lib.Make() }; x.A() }", "A"},
		{"argument", "func f() { g(lib.Make()) }; func g(x *thing) { x.B() }", "B"},
		{"unknown function", "func f() { out(lib.Make()) }", "escapes"},
		{"result", "func make2() *thing { return lib.Make() }; func f() { make2().A() }", "A"},
		{"second result", "func make2() (int, *thing) { return 1, lib.Make() }; func f() { _, x := make2(); x.A() }", "A"},
		{"result of a method", "func (b *box) make2() *thing { return lib.Make() }; func (b *box) f() { b.make2().A() }", "A"},
		{"result of a method that an interface has", "func (b *box) make2() *thing { return lib.Make() }; func f(i interface{ make2() *thing }) { i.make2().A() }", "escapes"},
		{"method value", "func (b *box) make2() *thing { return lib.Make() }; func (b *box) f() { use2(b.make2) }; func use2(func() *thing)", "escapes"},
		{"exported result", "func Get() *thing { return lib.Make() }", "escapes"},
		{"taken function", "func make2() *thing { return lib.Make() }; var g = make2", "escapes"},
		{"method value", "func f() { x := lib.Make(); defer use(x.A) }", "A"},
		{"slice", "func f() { list = append(list, lib.Make()) }", "escapes"},
		{"channel", "func f(c chan *thing) { c <- lib.Make() }", "escapes"},
		{"compared", "func f() bool { return lib.Make() == nil }", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := ssatest.Build(t, head+strings.ReplaceAll(test.src, "; func", "\nfunc"), map[string]string{"lib": lib})
			pkg := s.SSA
			p := flow.New(pkg, s.Funcs())
			var got []string
			uses := p.Of(made(t, pkg, s.Funcs()))
			for _, u := range uses.Calls {
				got = append(got, u.Method.Name())
			}
			if _, ok := uses.Call(func(m *types.Func) bool { return m.Name() == "A" }); ok != slices.Contains(got, "A") {
				t.Errorf("Call finds A: %v", ok)
			}
			slices.Sort(got)
			if uses.Escapes {
				got = []string{"escapes"}
			}
			if got := strings.Join(got, " "); got != test.want {
				t.Errorf("uses %q, want %q", got, test.want)
			}
		})
	}
}

// made is the call of Make.
func made(t *testing.T, pkg *ssa.Package, fns []*ssa.Function) ssa.Value {
	for _, fn := range append(slices.Clone(fns), pkg.Func("init")) {
		for _, b := range fn.Blocks {
			for _, i := range b.Instrs {
				if call, ok := i.(*ssa.Call); ok && call.Call.StaticCallee() != nil && call.Call.StaticCallee().Name() == "Make" {
					return call
				}
			}
		}
	}
	t.Fatal("nothing calls Make")
	return nil
}

// TestNames: which arguments of probes are the parameter p, or hold it.
func TestNames(t *testing.T) {
	s := ssatest.Build(t, `
type item struct { part *item; n int }
func direct(p *item)    { probe("yes", p) }
func converted(p *item) { probe("yes", any(p)) }
func asserted(p any)    { q, ok := p.(*item); probe("yes", q); _ = ok }
func variable(p *item)  { q := p; f := func() { probe("yes", q) }; q = nil; f() }
func field(p *item)     { q := &item{part: p}; probe("yes", q) }
func appended(p *item)  { var l []*item; l = append(l, p); probe("yes", l) }
func behind(p *item, q *item) { q.part = p; probe("no", q); func() { q = nil }() }
func part(p *item)      { probe("no", p.part) }
func other(p, q *item)  { probe("no", q) }
func number(p *item)    { probe("no", p.n) }
`, nil)
	n := 0
	for _, fn := range s.Funcs() {
		for _, probe := range ssatest.Probes(fn) {
			outer := fn
			for outer.Parent() != nil {
				outer = outer.Parent()
			}
			n++
			arg := probe.Call.Call.Args[1]
			if mi, ok := arg.(*ssa.MakeInterface); ok {
				arg = mi.X
			}
			if got := flow.Names(outer.Params[0])[arg]; got != (probe.Name == "yes") {
				t.Errorf("%v: %v", probe, got)
			}
		}
	}
	if n != 10 {
		t.Errorf("%d probes", n)
	}
}
