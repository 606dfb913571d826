package flow_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/ssaquery"
	"github.com/k8slint/k8slint/internal/ssatest"
)

const usesHead = `
type item struct { part *item; n int }
type named item
func out(any)
func take(p *item) { out(p) }
func text(p *item) string { return "" }
`

// TestUses: what is done with the first parameter of f, along edges. A use is named by its kind, one of a variable
// with a star.
func TestUses(t *testing.T) {
	for _, test := range []struct {
		name  string
		along flow.Edges
		src   string
		want  string
	}{
		{"nothing", 0, "func f(p *item) { out(p) }", "MakeInterface"},
		{"converted", flow.Converted, "func f(p *item) { out(p) }", "Call"},
		{"asserted", flow.Converted | flow.Asserted, "func f(p *item) { q, ok := any(p).(*item); _ = ok; take(q) }", "Call"},
		{"asserted or panics", flow.Converted | flow.Asserted, "func f(p *item) { take(any(p).(*item)) }", "Call"},
		{"not asserted", flow.Converted, "func f(p *item) { q, ok := any(p).(*item); _ = ok; take(q) }", "TypeAssert"},
		{"represented", flow.Represented, "func f(p int) { out(int64(p)) }", "MakeInterface"},
		{"merged", flow.Merged, "func f(p, q *item, c bool) { if c { q = p }; take(q) }", "Call"},
		{"loaded", flow.Loaded, "func f(p *item) { out(*p) }", "MakeInterface"},
		{"kept", flow.Kept, "func f(p *item) { q := p; func() { take(q) }(); q = nil }", "Call"},
		{"not kept", 0, "func f(p *item) { q := p; func() { take(q) }(); q = nil }", "Store"},
		{"variable passed", flow.Kept, "func f(p *item) { q := p; pass(&q) }\nfunc pass(**item)", "Call*"},
		{"gathered", flow.Converted | flow.Gathered | flow.Sliced, "func f(p *item) { outs(p) }\nfunc outs(...*item)", "Call"},
		{"gathered in a struct", flow.Converted | flow.Gathered, "func f(p *item) { q := &item{part: p}; take(q) }", "Call*"},
		{"not gathered", flow.Converted, "func f(p *item) { q := &item{part: p}; take(q) }", "Store"},
		{"parts", flow.Parts | flow.Loaded, "func f(p *item) { take(p.part) }", "Call"},
		{"index is no part", flow.Parts, "func f(p int, l []*item) { take(l[p]) }", "IndexAddr"},
		{"appended", flow.Sliced, "func f(p []*item, q *item) { all := append(p, q); take(all[0]) }", "IndexAddr"},
		{"stored into", 0, "func f(p *item) { p.n = 1; p.part = nil }", "FieldAddr FieldAddr"},
		{"returned", flow.Merged, "func f(p *item) *item { return p }", "Return"},
		{"captured literal", flow.Kept, "func f(p *item) { defer func() { take(p) }(); go func() { p = nil }() }", "Call"},
		{"called value", 0, "func f(p func()) { p() }", "Call"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := ssatest.Build(t, usesHead+test.src, nil)
			got := kinds(flow.Walk{Along: test.along}, s.SSA.Func("f").Params[0])
			if got != test.want {
				t.Errorf("uses %q, want %q", got, test.want)
			}
		})
	}
}

func kinds(w flow.Walk, v ssa.Value) string {
	var out []string
	for u := range w.Uses(v) {
		kind := strings.TrimPrefix(fmt.Sprintf("%T", u.At), "*ssa.")
		if u.Holder {
			kind += "*"
		}
		if _, ok := u.At.(*ssa.BinOp); !ok {
			out = append(out, kind)
		}
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

// TestPassed: a value is followed into the functions that Callees names, and through the results that Results names.
func TestPassed(t *testing.T) {
	s := ssatest.Build(t, usesHead+`
func f(p *item) { take(p); s := text(p); println(s) }`, nil)
	p := s.SSA.Func("f").Params[0]
	into := flow.Walk{Callees: func(c ssa.CallInstruction) []*ssa.Function {
		if g := c.Common().StaticCallee(); g == s.SSA.Func("take") {
			return []*ssa.Function{g}
		}
		return nil
	}}
	if got := kinds(into, p); got != "Call MakeInterface" {
		t.Errorf("into take: %q", got)
	}
	into.Results = func(c *ssa.Call) bool { return c.Call.StaticCallee() == s.SSA.Func("text") }
	var last ssa.Instruction
	for u := range into.Uses(p) {
		last = u.At
	}
	if c, ok := last.(*ssa.Call); !ok || c.Call.Value.Name() != "println" {
		t.Errorf("the text of it is used by %v", last)
	}
}

// TestOnly: what nothing is done with but what is allowed, or with the struct that holds it.
func TestOnly(t *testing.T) {
	s := ssatest.Build(t, usesHead+`
func sets(p *item) { q := &item{}; q.part = p; q.n = 1 }
func takes(p *item) { take(p) }
func outs(p *item) { take(p); out(p) }`, nil)
	w := flow.Walk{Along: flow.Converted | flow.Gathered}
	takes := func(u flow.Use) bool {
		call, ok := u.At.(*ssa.Call)
		return ok && call.Call.StaticCallee() == s.SSA.Func("take")
	}
	for name, want := range map[string]bool{"sets": true, "takes": true, "outs": false} {
		if got := w.Only(s.SSA.Func(name).Params[0], takes); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestWhere: uses that do not count lead nowhere. Where more count, no fewer are yielded.
func TestWhere(t *testing.T) {
	s := ssatest.Build(t, usesHead+`
func f(p, q *item, c bool) { if c { q = p }; take(q); take(p); p.n = 1 }`, nil)
	p := s.SSA.Func("f").Params[0]
	w := flow.Walk{Along: flow.Merged}
	for _, test := range []struct {
		counts func(flow.Use) bool
		want   string
	}{
		{func(flow.Use) bool { return false }, ""},
		{func(u flow.Use) bool { _, phi := u.At.(*ssa.Phi); return !phi }, "Call FieldAddr"},
		{func(u flow.Use) bool { return u.Of == p }, "Call FieldAddr"},
		{func(flow.Use) bool { return true }, "Call Call FieldAddr"},
		{nil, "Call Call FieldAddr"},
	} {
		w.Where = test.counts
		if got := kinds(w, p); got != test.want {
			t.Errorf("uses %q, want %q", got, test.want)
		}
	}
}

// TestMoreEdges: an edge more yields no fewer names.
func TestMoreEdges(t *testing.T) {
	s := ssatest.Build(t, usesHead+`
func f(p *item, c bool) {
	q := p
	if c { q = &item{part: p} }
	func() { take(q) }()
	var all []any
	all = append(all, q, named(*q), q.part)
	out(all)
	if r, ok := all[0].(*item); ok { q = r }
}`, nil)
	p := s.SSA.Func("f").Params[0]
	every := []flow.Edges{flow.Converted, flow.Represented, flow.Asserted, flow.Merged, flow.Loaded, flow.Kept, flow.Gathered, flow.Parts, flow.Sliced}
	for set := range flow.Edges(1 << len(every)) {
		few := flow.Walk{Along: set}.Names(p)
		for _, e := range every {
			more := flow.Walk{Along: set | e}.Names(p)
			for v := range few {
				if !more[v] {
					t.Fatalf("edges %b and %b lose %v", set, e, v)
				}
			}
		}
	}
}

// TestOrigins: each origin comes once, also where the steps go in a circle.
func TestOrigins(t *testing.T) {
	s := ssatest.Build(t, usesHead+`
func f(p, q *item, n int) {
	for range n {
		if n > 3 { p = q }
		q = p.part
	}
	probe("", p)
}`, nil)
	step := func(v ssa.Value) []ssa.Value {
		if phi, ok := v.(*ssa.Phi); ok {
			return phi.Edges
		}
		return nil
	}
	var got []string
	arg := ssaquery.InInterface(ssatest.Probes(s.SSA.Func("f"))[0].Call.Call.Args[1])
	for v := range flow.Origins(arg, step) {
		got = append(got, strings.TrimPrefix(fmt.Sprintf("%T", v), "*ssa."))
	}
	slices.Sort(got)
	if s := strings.Join(got, " "); s != "Parameter Parameter UnOp" {
		t.Errorf("origins %q", s)
	}
	for v := range flow.Origins(arg, step) {
		_ = v
		break // whoever has seen enough stops
	}
}

// TestAny: whether p is one of two parameters, or computed from one. What Any asks is asked of each value once, and of
// no origin less.
func TestAny(t *testing.T) {
	s := ssatest.Build(t, usesHead+`
func f(p, q *item, n int) {
	for range n {
		if n > 3 { p = q }
		q = p.part
	}
	probe("", p)
}`, nil)
	f := s.SSA.Func("f")
	step := func(v ssa.Value) []ssa.Value {
		switch v := v.(type) {
		case *ssa.Phi:
			return v.Edges
		case *ssa.UnOp:
			return []ssa.Value{v.X}
		case *ssa.FieldAddr:
			return []ssa.Value{v.X}
		}
		return nil
	}
	arg := ssaquery.InInterface(ssatest.Probes(f)[0].Call.Call.Args[1])
	for i, want := range []bool{true, true, false} {
		if got := flow.Any(arg, step, func(v ssa.Value) bool { return v == f.Params[i] }); got != want {
			t.Errorf("parameter %d: %v", i, got)
		}
	}
	above := func(n int) []int { return []int{n / 2, n / 3} }
	if !flow.Any(12, above, func(n int) bool { return n == 1 }) || flow.Any(12, above, func(n int) bool { return n == 5 }) {
		t.Error("12 comes from 1, and not from 5")
	}
	asked := map[ssa.Value]int{}
	flow.Any(arg, step, func(v ssa.Value) bool { asked[v]++; return false })
	for v, n := range asked {
		if n != 1 {
			t.Errorf("%v was asked %d times", v, n)
		}
	}
	for v := range flow.Origins(arg, step) {
		if asked[v] == 0 {
			t.Errorf("%v, an origin, was not asked", v)
		}
	}
}
