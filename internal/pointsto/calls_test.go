package pointsto

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ssaquery"
)

// callLines tells of each call of the functions of the package called f, f$1 and
// so on which functions it calls, and which it is given.
func callLines(p *Package) []string {
	var out []string
	for fn, instr := range p.functions.Instrs() {
		call, ok := instr.(ssa.CallInstruction)
		if !ok || !strings.HasPrefix(fn.Name(), "f") {
			continue
		}
		line := strings.Join(names(p.calls.Callees(call)), " ")
		if handed := p.calls.HandedAt(call); len(handed) > 0 {
			line += " given " + strings.Join(names(handed), " ")
		}
		out = append(out, line)
	}
	return out
}

// TestCallees: which functions a call can run.
func TestCallees(t *testing.T) {
	for _, test := range []struct {
		name, src string
		want      []string
	}{
		{"function", `func g() {}; func f() { g() }`, []string{"g"}},
		{"method", `type T struct{}; func (T) m() {}; func f(t T) { t.m() }`, []string{"(T).m"}},
		{"go and defer", `func g() {}; func h() {}; func f() { go g(); defer h() }`, []string{"g", "h"}},
		{"closure", `func f() { func() {}() }`, []string{"f$1"}},
		{"function in a field of a field", `type T struct{ f func() }; type U struct{ t *T }; func g() {}; func f(u *U) { u.t = &T{f: g}; u.t.f() }`, []string{"g"}},
		{"function that a function in a field returns", `type T struct{ f func() func() }; func g() {}; func h() func() { return g }; func f(t *T) { t.f = h; t.f()() }`, []string{"h", "g"}},
		{"function handed down twice", `func a(x func()) { b(x) }; func b(x func()) { fb(x) }; func fb(x func()) { x() }; func g() {}; func h() { a(g) }`, []string{"g"}},
		{"interface", `type I interface{ m() }; type A struct{}; func (A) m() {}; type B struct{}; func (*B) m() {}; func f(i I) { i.m() }`, []string{"(A).m (*B).m"}},
		{"alias and generic types do not implement", `type I interface{ m() }; type A struct{}; func (A) m() {}; type L = A; type G[X any] struct{}; func (G[X]) m() {}; func f(i I) { i.m() }`, []string{"(A).m"}},
		{"interface of another package", `func f(e error) { e.Error() }; type E struct{}; func (E) Error() string { return "" }`, []string{""}},
		{"interface without a name", `type A struct{}; func (A) m() {}; func f(i interface{ m() }) { i.m() }`, []string{""}},
		{"too many implementations", `type I interface{ m() }; type A struct{}; func (A) m() {}; type B struct{ A }; type C struct{ A }; type D struct{ A }; type E struct{ A }; func f(i I) { i.m() }`, []string{""}},
		{"as many as are followed", `type I interface{ m() }; type A struct{}; func (A) m() {}; type B struct{ A }; type C struct{ A }; type D struct{ A }; func f(i I) { i.m() }`, []string{"(A).m (A).m (A).m (A).m"}},
		{"given", `func run(x func(), n int); func f() { run(func() {}, 1) }`, []string{" given f$1"}},
		{"given to what is seen", `func run(x func()) {}; func f() { run(func() {}) }`, []string{"run"}},
		{"unknown", `func f(x func()) { x() }`, []string{""}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, _ := build(t, 0, test.src)
			got := callLines(p)
			want := test.want
			if strings.HasPrefix(want[0], "(A).m (A).m") {
				want = []string{"(A).m"} // each once
			}
			if !slices.Equal(got, want) {
				t.Errorf("got  %q\nwant %q", got, want)
			}
		})
	}
}

// function returns the function of that name.
func function(t *testing.T, p *Package, name string) *ssa.Function {
	t.Helper()
	for _, f := range p.functions.Funcs() {
		if f.RelString(f.Pkg.Pkg) == name {
			return f
		}
	}
	t.Fatalf("no function %s", name)
	return nil
}

// TestCallersAndHanded: the callers of a function, and the calls that it is passed to.
func TestCallersAndHanded(t *testing.T) {
	p, _ := build(t, 0, `func run(n int, x func()); func g() {}; func f() { g(); g(); run(1, g) }; func e() { defer g() }`)
	g := function(t, p, "g")
	var callers []string
	for _, c := range p.calls.Callers(g) {
		callers = append(callers, c.Parent().Name())
	}
	if got := strings.Join(callers, " "); got != "f f e" {
		t.Errorf("callers %s", got)
	}
	if h := p.calls.Handed(g); len(h) != 1 || h[0].Arg != 1 || h[0].Call.Parent().Name() != "f" {
		t.Errorf("handed %v", h)
	}
}

// TestArgs: which values a parameter gets.
func TestArgs(t *testing.T) {
	for _, test := range []struct {
		name, src, fn string
		want          string // of each parameter
	}{
		{"function", `func g(a, b int) {}; func f() { g(1, 2); g(3, 4) }`, "g", "1 3 | 2 4"},
		{"method", `type T int; func (t T) m(a int) {}; func f() { T(1).m(2) }`, "(T).m", "1 | 2"},
		{"method value", `type T int; func (t T) m(a int) {}; func f(t T) { x := t.m; x(2) }`, "(T).m", " | 2"},
		{"interface", `type I interface{ m(int) }; type T int; func (t T) m(a int) {}; func f(i I) { i.m(2) }`, "(T).m", "i | 2"},
		{"nobody", `func g(a int) {}`, "g", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, _ := build(t, 0, test.src)
			var got []string
			for _, par := range function(t, p, test.fn).Params {
				var vs []string
				for _, a := range p.calls.Args(par) {
					vs = append(vs, value(a.Value))
				}
				got = append(got, strings.Join(vs, " "))
			}
			if got := strings.Join(got, " | "); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// TestActualBeyond: a parameter that the call has no argument for.
func TestActualBeyond(t *testing.T) {
	p, _ := build(t, 0, `func g(a int) {}; func f() { g(1) }`)
	call := p.calls.Callers(function(t, p, "g"))[0].Common()
	g := function(t, p, "g")
	if ssaquery.Actual(call, g, 1) != nil || ssaquery.Actual(call, g, -1) != nil || ssaquery.Actual(call, g, 0) == nil {
		t.Error("arguments beyond the last")
	}
}

// TestLeads: which functions a function leads to, and which lead to it.
func TestLeads(t *testing.T) {
	p, _ := build(t, 0, `
type T struct{}
func (T) m() { c() }
func a() { b(); func() { c() }() }
func b() { c(); b() }
func c() {}
func d(t T) { x := t.m; use(x) }
func use(func())
`)
	set := func(m map[*ssa.Function]bool) string {
		s := names(slices.Collect(maps.Keys(m)))
		slices.Sort(s)
		return strings.Join(s, " ")
	}
	var got []string
	for _, f := range p.functions.Funcs() {
		if n := f.RelString(f.Pkg.Pkg); n != "init" {
			got = append(got, fmt.Sprintf("%s: to %s; within %s; leading %s", n, strings.Join(names(p.leads.LeadsTo(f)), " "), set(p.leads.Within(f)), set(p.leads.Leading(f))))
		}
	}
	want := []string{
		"(T).m: to c; within (T).m c; leading (T).m d",
		"a: to b a$1; within a a$1 b c; leading a",
		"a$1: to c; within a$1 c; leading a a$1",
		"b: to c b; within b c; leading a b",
		"c: to ; within c; leading (T).m a a$1 b c d",
		"d: to (T).m; within (T).m c d; leading d",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

// TestAround: the nearest functions around two others.
func TestAround(t *testing.T) {
	p, _ := build(t, 0, `
func top() { mid() }
func mid() { x(); y() }
func x() { z() }
func y() {}
func z() {}
func ping() { pong(); x(); y() }
func pong() { ping() }
func alone() {}
`)
	for _, test := range []struct{ a, b, want string }{
		{"x", "y", "mid ping pong"},
		// pong is in a cycle with ping, and so is taken although x is smaller.
		{"x", "z", "x pong"},
		{"y", "y", "y pong"},
		{"alone", "x", "alone"},
	} {
		got := strings.Join(names(p.leads.Around(function(t, p, test.a), function(t, p, test.b))), " ")
		if got != test.want {
			t.Errorf("around %s, %s: got %s, want %s", test.a, test.b, got, test.want)
		}
	}
}

// TestSource: the function with the body of an instance or wrapper.
func TestSource(t *testing.T) {
	p, pkg := build(t, 0, `type E struct{}; func (E) m() {}; type T struct{ E }; func g[X any](X) {}; func f(t T) { g(1); x := t.m; x() }; func unseen()`)
	if f := p.functions.Source(pkg.Func("unseen")); f != nil {
		t.Errorf("a function without a body is %s", f)
	}
	m := pkg.Prog.LookupMethod(pkg.Type("T").Type(), pkg.Pkg, "m")
	if f := p.functions.Source(m); f == nil || f.Synthetic != "" {
		t.Errorf("promoted method: %v", f)
	}
	for _, f := range p.functions.Funcs() {
		if p.functions.Source(f) != f {
			t.Errorf("%s is %v", f, p.functions.Source(f))
		}
		if f.Name() == "unseen" {
			t.Error("a function without a body is listed")
		}
	}
}

// TestInstrsStops: a loop over all instructions can end early.
func TestInstrsStops(t *testing.T) {
	p, _ := build(t, 0, `func f() { println(1); println(2) }`)
	n := 0
	for range p.functions.Instrs() {
		n++
		break
	}
	if n != 1 {
		t.Errorf("%d instructions", n)
	}
	for f := range p.functions.Instrs() {
		if _, ok := any(f.Signature).(types.Type); !ok {
			t.Fatal(f)
		}
	}
}
