package machine_test

import (
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/machine"
	"github.com/k8slint/k8slint/internal/ssatest"
)

// question asks what the calls of send depend on. Things are the *thing.
type question struct{}

func (question) Has(v ssa.Value) bool {
	return strings.HasSuffix(v.Type().String(), "*example.com/p.thing")
}

func (question) Enters(call ssa.CallInstruction) *ssa.Function {
	if f := call.Common().StaticCallee(); f != nil && f.Name() != "send" && len(f.Blocks) > 0 {
		return f
	}
	return nil
}

func (question) Asks(instr ssa.Instruction) ([]ssa.Value, bool) {
	if call, ok := instr.(*ssa.Call); ok {
		if f := call.Call.StaticCallee(); f != nil && f.Name() == "send" {
			return call.Call.Args, true
		}
	}
	return nil, false
}

const head = `
type thing struct{ a, b int }

func send(t *thing)  {}
func touch(t *thing) {}
func other() bool    { return false }
`

// TestRelevance: of each function, the named parameters and results of calls on which the
// calls of send depend, and nothing else.
func TestRelevance(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"sent", "func f(x, y *thing) { send(x); touch(y) }", "x"},
		{"branch", "func f(x *thing, c, d bool) { if c { send(x) }; if d { other() } }", "c x"},
		{"return", "func f(x *thing, c, d bool) { if c { return }; if d { other() }; send(x) }", "c x"},
		{"phi", "func f(x, y, z *thing, c, d bool) { if c { x = y }; if d { z = y }; send(x); touch(z) }", "c x y"},
		{"counter", "func f(x *thing, n, m int) { for i := 0; i < n; i++ { m += i }; if m > 3 { other() }; send(x) }", "x"},
		{"loop", "func f(x *thing, n, m int) { for i := 0; i < n; i++ { m += i; send(x) } }", "n x"},
		{"nested", "func f(x *thing, a, b, c bool) { if a { if b { send(x) }; if c { other() } } }", "a b x"},
		{"changed", "func f(x, y *thing, c, d bool) { if c { touch(x) }; if d { touch(y) }; send(x) }", "c x"},
		{"stored", "func f(x, y *thing, c, d bool) { if c { x.a = 1 }; if d { y.a = 1 }; send(x) }", "c x"},
		{"callee", "func f(x *thing, c, d bool) { g(x, c, d) }\nfunc g(y *thing, e, h bool) { if e { send(y) }; if h { other() } }", "c e x y"},
		{"result", "func f(x, y *thing, c bool) { send(pick(x, y, c)) }\nfunc pick(p, q *thing, e bool) *thing { if e { return p }; return q }", "c e p q x y"},
		{"unasked result", "func f(x *thing, c bool) { yes(c); send(x) }\nfunc yes(e bool) bool { return e }", "x"},
		{"variable", "func f(x, y *thing, c, d bool) { func() { if c { x = y } }(); func() { if d { y = nil } }(); send(x) }", "c d x y"},
		{"unread variable", "func f(x *thing, c bool, n int) { func() { n++ }(); if n > 2 { other() }; send(x) }", "x"},
		{"field", "type s struct { t, u *thing }\nfunc f(x, y *thing) { v := &s{}; v.t = x; v.u = y; hold(v) }\nfunc hold(w *s) { send(w.t); touch(w.u) }", "v w x"},
		{"panic", "func f(x *thing, c bool) { if c { panic(1) }; send(x) }", "c x"},
		{"asserted thing", "func f(x *thing, c bool) { g(x, c) }\nfunc g(y *thing, e bool) { z, ok := any(y).(*thing); if !ok { return }; if e { z.a = 1 }; send(y) }", "c e x y"},
		{"endless", "func f(x *thing, c bool) { for { if c { send(x) } } }", "c x"},
	} {
		src := ssatest.Build(t, head+c.src, nil)
		var funcs []*ssa.Function
		for _, fn := range src.Funcs() {
			if !slices.Contains([]string{"send", "touch", "other", "probe"}, fn.Name()) {
				funcs = append(funcs, fn)
			}
		}
		r := machine.NewRelevance(funcs, question{})
		got := map[string]bool{}
		for _, fn := range funcs {
			for _, p := range fn.Params {
				if r.Value(p) {
					got[p.Name()] = true
				}
			}
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					// A captured parameter is a variable that the parameter is stored into.
					if a, ok := instr.(*ssa.Alloc); ok && a.Comment != "complit" && r.Variable(a) {
						got[a.Comment] = true
					}
					if a, ok := instr.(*ssa.Alloc); ok && a.Comment == "complit" && r.Value(a) {
						got["v"] = true
					}
				}
			}
		}
		var names []string
		for n := range got {
			names = append(names, n)
		}
		slices.Sort(names)
		if s := strings.Join(names, " "); s != c.want {
			t.Errorf("%s: %q is relevant, want %q", c.name, s, c.want)
		}
	}
}

// TestBranch: which branches are relevant, in the order of the source.
func TestBranch(t *testing.T) {
	src := ssatest.Build(t, head+`
func f(x *thing, a, b, c, d bool) {
	if a {
		other()
	}
	for b {
		if c {
			return
		}
	}
	if d {
		send(x)
	}
}`, nil)
	r := machine.NewRelevance(src.Funcs(), question{})
	got := map[string]bool{}
	for _, b := range src.SSA.Func("f").Blocks {
		if test, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
			got[test.Cond.Name()] = r.Branch(test)
		}
	}
	for name, want := range map[string]bool{"a": false, "b": true, "c": true, "d": true} {
		if got[name] != want {
			t.Errorf("branch on %s is relevant: %v, want %v", name, got[name], want)
		}
	}
}

// TestField: a field is relevant in all structs of its type, and no other field is.
func TestField(t *testing.T) {
	src := ssatest.Build(t, head+`
type s struct{ used, unused bool }

func f(x *thing, p *s) {
	if p.used {
		send(x)
	}
	if p.unused {
		other()
	}
}`, nil)
	r := machine.NewRelevance(src.Funcs(), question{})
	owner := src.Types.Scope().Lookup("s").Type()
	if _, ok := owner.(*types.Named); !ok || !r.Field(owner, 0) || r.Field(owner, 1) {
		t.Errorf("used is relevant: %v, unused: %v", r.Field(owner, 0), r.Field(owner, 1))
	}
}
