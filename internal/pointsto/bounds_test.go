package pointsto

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ssaquery"
)

// TestCycles: what a value of a cycle refers to does not depend on which value of
// the cycle was asked for first.
func TestCycles(t *testing.T) {
	const src = `
func a(p *int) { b(p); d(p) }
func b(p *int) { c(p) }
func c(p *int) { a(p); b(p) }
func d(p *int) { a(p) }
func e() { var x, y, z, w int; a(&x); b(&y); c(&z); d(&w) }
`
	p, _ := build(t, 0, src)
	order := []string{"a", "b", "c", "d"}
	for i := range 24 {
		// Every order of asking.
		asked := slices.Clone(order)
		for k, n := range []int{i % 4, i / 4 % 3, i / 12} {
			asked[k], asked[k+n] = asked[k+n], asked[k]
		}
		clear(p.follow.memo)
		for _, name := range asked {
			var got []string
			for _, l := range p.follow.Pointees(function(t, p, name).Params[0]) {
				got = append(got, l.String())
			}
			slices.Sort(got)
			if strings.Join(got, " ") != "w x y z" {
				t.Errorf("asked %v: %s refers to %v", asked, name, got)
			}
		}
	}
	if n := len(p.follow.busy); n > 0 {
		t.Errorf("%d values are still being followed", n)
	}
}

// TestRefollows: a value in the middle of a cycle is not kept until it was asked
// for itself, or the bound was met.
func TestRefollows(t *testing.T) {
	const src = `func a(p *int) { b(p) }; func b(p *int) { a(p) }; func e() { var x int; a(&x) }
func outer() *int { return head(nil, 0) }
func head(p *int, n int) *int { if n > 0 { tail(p) }; return p }
func tail(p *int) { head(p, 1) }
`
	p, _ := build(t, 0, src)
	a, b := function(t, p, "a").Params[0], function(t, p, "b").Params[0]
	ask := func() (kept bool) {
		clear(p.follow.memo)
		p.follow.Pointees(a)
		_, kept = p.follow.memo[b]
		return kept
	}
	p.follow.refollows = 0
	if ask() || p.follow.refollows != 1 {
		t.Errorf("kept early, %d refollows", p.follow.refollows)
	}
	// The head of a cycle is kept although something outside asked.
	p.follow.refollows = 0
	clear(p.follow.memo)
	asked := ssaquery.Returns(function(t, p, "outer"))[0].Results[0]
	p.follow.Pointees(asked)
	if _, kept := p.follow.memo[function(t, p, "head").Params[0]]; !kept || p.follow.refollows != 1 {
		t.Errorf("the head of a cycle is kept: %v, %d refollows", kept, p.follow.refollows)
	}
	p.follow.refollows = maxRefollows - 1
	if ask() || len(p.follow.cfg.Log.All()) > 0 {
		t.Error("kept before the bound")
	}
	if !ask() || len(p.follow.cfg.Log.All()) != 1 {
		t.Errorf("beyond the bound it is not kept, or not told: %v", p.follow.cfg.Log.All())
	}
}

// chain returns functions f0 … fn, of which each returns what the one before it
// does, and f0 returns result.
func chain(n int, typ, result string) string {
	var src strings.Builder
	fmt.Fprintf(&src, "func f0() %s { return %s }\n", typ, result)
	for i := range n {
		fmt.Fprintf(&src, "func f%d() %s { return f%d() }\n", i+1, typ, i)
	}
	return src.String()
}

// TestBoundOnTypes: calls and variables are followed however many they are, and methods that
// return what others return up to a bound.
func TestBoundOnTypes(t *testing.T) {
	const decl = `type I interface{ m() }; type J interface{ I; n() }; type A struct{}; func (A) m() {}; func (A) n() {}
type G interface{ get() I; self() G }; type T struct{}; func (T) get() I { return A{} }; func (T) self() G { return T{} }
`
	for _, test := range []struct {
		name  string
		src   func(n int) string
		known int // the largest n for which the type is known
	}{
		{"calls", func(n int) string { return chain(n, "I", "A{}") + fmt.Sprintf("func q() { is(f%d()) }", n) }, 100},
		{"variables", func(n int) string {
			var src strings.Builder
			src.WriteString("type S struct{ i0")
			for i := range n {
				fmt.Fprintf(&src, ", i%d", i+1)
			}
			src.WriteString(" I }\nfunc q(s *S) { s.i0 = A{}\n")
			for i := range n {
				fmt.Fprintf(&src, "s.i%d = s.i%d\n", i+1, i)
			}
			fmt.Fprintf(&src, "is(s.i%d) }", n)
			return src.String()
		}, 100},
		{"methods", func(n int) string {
			return "func q() { var g G = T{}; is(g" + strings.Repeat(".self()", n) + ".get()) }"
		}, maxDispatched - 1},
	} {
		for n := range maxDispatched + 3 {
			p, _ := build(t, 0, decl+test.src(n))
			want := "A"
			if n > test.known {
				want = "unknown"
			}
			if got := answers(p); got[0] != want {
				t.Errorf("%d %s: %s", n, test.name, got[0])
			}
		}
	}
}

// TestBoundOnFunctions: a chain of calls is followed up to the bound, and then unknown.
func TestBoundOnFunctions(t *testing.T) {
	for n := maxFunctionSteps - 5; n < maxFunctionSteps+5; n++ {
		p, _ := build(t, 0, "func g() {}\n"+chain(n, "func()", "g")+fmt.Sprintf("func q() { reaches(f%d()) }", n))
		want, told := "g", 0
		if n > maxFunctionSteps-2 {
			want, told = "", 1
		}
		if got := answers(p); got[0] != want {
			t.Errorf("%d calls: %q", n, got[0])
		}
		if got := len(p.follow.cfg.Log.All()); got != told {
			t.Errorf("%d calls: %d bounds are told, want %d", n, got, told)
		}
	}
}

// TestDepth: the bound on depth is met by one value more than it allows.
func TestDepth(t *testing.T) {
	p, _ := build(t, 0, "var v int\n"+chain(maxDepth+5, "*int", "&v"))
	result := func(i int) ssa.Value { return ssaquery.Returns(function(t, p, fmt.Sprintf("f%d", i)))[0].Results[0] }
	clear(p.follow.memo)
	if p.follow.Pointees(result(maxDepth)); len(p.follow.cfg.Log.All()) > 0 {
		t.Errorf("caps %q", p.follow.cfg.Log.All())
	}
	clear(p.follow.memo)
	if p.follow.Pointees(result(maxDepth + 1)); len(p.follow.cfg.Log.All()) != 1 {
		t.Errorf("caps %q", p.follow.cfg.Log.All())
	}
	// What was cut off is not kept.
	if got := p.follow.Pointees(result(2)); len(got) != 1 || got[0].String() != "v" {
		t.Errorf("after the cut: %v", got)
	}
}

// TestUnionOfReturns: a function with several returns gives all of them, also
// where their types are asked for.
func TestUnionOfReturns(t *testing.T) {
	ask(t, []question{
		{"pointers", 0, `var a, b int; func h(c bool) *int { if c { return &a }; return &b }; func f() { refers(h(true)) }`, []string{"a b"}},
		{"types", 0, `type I interface{ m() }; type A struct{}; func (A) m() {}; type B struct{}; func (B) m() {}; func h(c bool) I { if c { return A{} }; return B{} }; func f() { is(h(true)) }`, []string{"A B"}},
		{"one is unknown", 0, `type I interface{ m() }; type A struct{}; func (A) m() {}; func u() I; func h(c bool) I { if c { return A{} }; return u() }; func f() { is(h(true)) }`, []string{"unknown"}},
		{"functions", 0, `func a() {}; func b() {}; func h(c bool) func() { if c { return a }; return b }; func f() { reaches(h(true)) }`, []string{"a b"}},
		{"one of two results", 0, `func a() {}; func h() (func(), int) { return a, 1 }; func f() { x, _ := h(); reaches(x) }`, []string{""}},
	})
}
