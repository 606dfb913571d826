package pointsto

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/bound"
	"github.com/k8slint/k8slint/internal/ssaquery"
	"github.com/k8slint/k8slint/internal/ssatest"
)

// prelude declares the questions that a test source asks: each call of one of
// these functions is answered by a line.
const prelude = `package p

// refers: what the argument refers to.
func refers(x any)

// sees: which stores the load that is the argument sees.
func sees(x any)

// reaches: which functions the argument can be.
func reaches(x any)

// is: which types the argument can have.
func is(x any)

`

// build type-checks and builds prelude and src, in memory.
func build(t *testing.T, mode ssa.BuilderMode, src string) (*Package, *ssa.Package) {
	t.Helper()
	pass := ssatest.Check(t, token.NewFileSet(), "example.com/p", nil, map[string]string{"p.go": prelude + src})
	prog := ssa.NewProgram(pass.Fset, mode|ssa.BareInits)
	p := prog.CreatePackage(pass.Pkg, pass.Files, pass.TypesInfo, false)
	p.Build()
	fns, init := ssatest.Source{Files: pass.Files, Info: pass.TypesInfo, SSA: p}, p.Func("init")
	return New(p, slices.Concat(fns.Funcs(), init.AnonFuncs, []*ssa.Function{init}), Config{Log: bound.New(pass.Fset, "example.com/p")}), p
}

// answers lists the answers to the questions of the package, in source order.
func answers(p *Package) []string {
	var out []string
	for _, instr := range p.functions.Instrs() {
		call, ok := instr.(*ssa.Call)
		if !ok {
			continue
		}
		f, ok := call.Call.Value.(*ssa.Function)
		if !ok {
			continue
		}
		var got []string
		switch arg := call.Call.Args; f.Name() {
		case "refers":
			for _, l := range p.follow.Pointees(ssaquery.Unwrap(arg[0])) {
				got = append(got, l.String())
			}
		case "sees":
			load := ssaquery.Unwrap(arg[0]).(*ssa.UnOp)
			for _, l := range p.follow.Locs(load.X) {
				defs, zero := p.ReachingDefs(load, l)
				for _, d := range defs {
					got = append(got, value(d.Val)+d.Path)
				}
				if zero {
					got = append(got, "zero")
				}
			}
		case "reaches":
			got = names(p.follow.FuncsOf(arg[0]))
		case "is":
			ts, all := p.follow.types(arg[0], nil, 0)
			for _, t := range ts {
				got = append(got, types.TypeString(t, func(*types.Package) string { return "" }))
			}
			if !all {
				got = append(got, "unknown")
			}
		default:
			continue
		}
		out = append(out, strings.Join(got, " "))
	}
	return out
}

// value names what is stored: a constant, or the kind of instruction.
func value(v ssa.Value) string {
	if c, ok := v.(*ssa.Const); ok && c.Value != nil {
		return c.Value.ExactString()
	}
	if p, ok := v.(*ssa.Parameter); ok {
		return p.Name()
	}
	return strings.TrimPrefix(strings.ToLower(fmt.Sprintf("%T", v)), "*ssa.")
}

func names(fns []*ssa.Function) []string {
	var out []string
	for _, f := range fns {
		out = append(out, f.RelString(f.Pkg.Pkg))
	}
	return out
}

// question is a source with questions, and the answer to each.
type question struct {
	name string
	mode ssa.BuilderMode
	src  string
	want []string
}

func ask(t *testing.T, qs []question) {
	for _, q := range qs {
		t.Run(q.name, func(t *testing.T) {
			p, _ := build(t, q.mode, q.src)
			if got := answers(p); !slices.Equal(got, q.want) {
				t.Errorf("got  %q\nwant %q", got, q.want)
			}
		})
	}
}

// TestPointees: what a pointer refers to.
func TestPointees(t *testing.T) {
	ask(t, []question{
		{"variable", ssa.NaiveForm, `func f() { x := 1; p := &x; refers(p) }`, []string{"x"}},
		{"global", 0, `var g int; func f() { refers(&g) }`, []string{"g"}},
		{"new", 0, `type T struct{}; func f() { refers(new(T)); refers(&T{}) }`, []string{"T", "T"}},
		{"either", 0, `func f(c bool) { var x, y int; p := &x; if c { p = &y }; refers(p) }`, []string{"x y"}},
		{"field of a variable", ssa.NaiveForm, `func f() { var v struct{ a, b int }; p := &v.b; refers(p) }`, []string{"v.b"}},
		{"field of the package's type", 0, `type T struct{ a int }; func f(x, y *T) { refers(&x.a); refers(&y.a) }`, []string{"T.a", "T.a"}},
		{"element", 0, `func f() { var a [3]int; p := &a[1]; refers(p) }`, []string{"a[]"}},
		{"element of element", 0, `func f() { var a [3][3]int; p := &a[1][2]; refers(p) }`, []string{"a[]"}},
		{"slice", 0, `func f() { var a [3]int; s := a[:]; refers(s); refers(&s[0]) }`, []string{"a", "a[]"}},
		{"parameter", 0, `func g(p *int) { refers(p) }; func f() { var x, y int; g(&x); g(&y) }`, []string{"x y"}},
		{"parameter that nobody passes", 0, `func g(p *int) { refers(p) }`, []string{"p"}},
		{"receiver", 0, `type T struct{ s []int }; func (t *T) m() { refers(t) }; func f() { t := &T{}; t.m() }`, []string{"T"}},
		{"result", 0, `var g int; func h() *int { return &g }; func f() { refers(h()) }`, []string{"g"}},
		{"second result", 0, `var a, b int; func h() (*int, *int) { return &a, &b }; func f() { _, p := h(); refers(p) }`, []string{"b"}},
		{"result of the unknown", 0, `func h() *int; func f() { refers(h()) }`, []string{"t0"}},
		{"captured", 0, `func f() { var x int; func() { refers(&x) }() }`, []string{"x"}},
		{"stored in a field", 0, `type T struct{ p *int }; func f(t *T) { var x int; t.p = &x; refers(t.p) }`, []string{"x"}},
		{"in a field that nothing is stored in", 0, `type T struct{ p *int }; func f(t *T) { refers(t.p) }`, []string{"T.p*"}},
		{"conversions", 0, `type P *int; func f(x any) { var v int; var p P = &v; refers(any(p)); refers(x.(*int)); q, _ := x.(*int); refers(q) }`,
			[]string{"v", "x", "x"}},
		{"interface changed", 0, `type I interface{ m() }; type J interface{ I }; type T struct{}; func (*T) m() {}; func f() { var j J = &T{}; var i I = j; refers(i) }`, []string{"T"}},
		{"map", 0, `func f() { m := map[int]int{}; refers(m) }`, []string{"t0"}},
		{"cycle", 0, `type N struct{ next *N }; func f(n *N) { for n != nil { refers(n); n = n.next } }`, []string{"n N.next*"}},
		{"pointer in a variable that is stored twice", ssa.NaiveForm, `func f() { var x, y int; p := &x; p = &y; refers(p) }`, []string{"x y"}},
		{"long path", 0, `type N struct{ n *N }; func f(p **********int) { refers(**********(&p)) }`, []string{"p*********"}},
	})
}

// TestBoundOnPointees: a set of pointees over the bound is unknown.
func TestBoundOnPointees(t *testing.T) {
	var src strings.Builder
	src.WriteString("var x [20]int\nvar p *int\nfunc f() {\n")
	for i := range 20 {
		fmt.Fprintf(&src, "var v%d int; p = &v%d\n", i, i)
	}
	src.WriteString("refers(p) }")
	p, _ := build(t, 0, src.String())
	if got := strings.Fields(answers(p)[0]); len(got) != maxPointees || got[0] != "v0" {
		t.Errorf("%d places, %v", len(got), got)
	}
}

// TestBoundOnDepth: a value that comes through too many calls is unknown.
func TestBoundOnDepth(t *testing.T) {
	var src strings.Builder
	src.WriteString("var v int\nfunc f0() *int { return &v }\n")
	for i := range maxDepth + 10 {
		fmt.Fprintf(&src, "func f%d() *int { return f%d() }\n", i+1, i)
	}
	fmt.Fprintf(&src, "func g() { refers(f%d()) }", maxDepth/2-10)
	p, _ := build(t, 0, src.String())
	if got := answers(p); got[0] != "v" || len(p.follow.cfg.Log.All()) > 0 {
		t.Errorf("near: %q, caps %q", got, p.follow.cfg.Log.All())
	}
	// What is near was kept while the tables were filled: ask for the far one alone.
	clear(p.follow.memo)
	last := p.functions.Funcs()[len(p.functions.Funcs())-3]
	p.follow.Pointees(ssaquery.Returns(last)[0].Results[0])
	if caps := p.follow.cfg.Log.All(); len(caps) != 1 || !strings.HasSuffix(caps[0].What, "a pointer is not followed further") {
		t.Errorf("caps %q", caps)
	}
}

// TestReachingDefs: which stores a load can see.
func TestReachingDefs(t *testing.T) {
	ask(t, []question{
		{"last", ssa.NaiveForm, `func f() { x := 1; x = 2; sees(x) }`, []string{"2"}},
		{"zero", ssa.NaiveForm, `func f() { var x int; sees(x) }`, []string{"zero"}},
		{"either", ssa.NaiveForm, `func f(c bool) { x := 1; if c { x = 2 }; sees(x) }`, []string{"2 1"}},
		{"maybe", ssa.NaiveForm, `func f(c bool) { var x int; if c { x = 2 }; sees(x) }`, []string{"2 zero"}},
		{"loop", ssa.NaiveForm, `func f(c bool) { x := 1; for c { sees(x); x = 2 } }`, []string{"2 1"}},
		{"not after", ssa.NaiveForm, `func f() { x := 1; sees(x); x = 2 }`, []string{"1"}},
		{"field of a struct stored whole", ssa.NaiveForm, `func f(v struct{ a int }) { w := v; sees(w.a) }`, []string{"unop.a"}},
		{"other field", ssa.NaiveForm, `func f() { var v struct{ a, ab int }; v.a = 1; v.ab = 2; sees(v.a) }`, []string{"1"}},
		{"field of another function", ssa.NaiveForm, `type T struct{ a int }; func g(t *T) { t.a = 1 }; func f(t *T) { sees(t.a) }`, []string{"1"}},
		{"field that nobody sets", ssa.NaiveForm, `type T struct{ a int }; func f(t *T) { sees(t.a) }`, []string{"zero"}},
		{"call that sets it", ssa.NaiveForm, `type T struct{ a int }; func g(t *T) { t.a = 1 }; func f(t *T) { t.a = 2; g(t); sees(t.a) }`, []string{"2 1"}},
		{"call that leads to one that sets it", ssa.NaiveForm, `type T struct{ a int }; func g(t *T) { t.a = 1 }; func h(t *T) { g(t) }; func f(t *T) { t.a = 2; h(t); sees(t.a) }`, []string{"2 1"}},
		{"call that does not", ssa.NaiveForm, `type T struct{ a int }; func g(t *T) { t.a = 1 }; func h() {}; func f(t *T) { t.a = 2; h(); sees(t.a) }`, []string{"2"}},
		{"deferred call", ssa.NaiveForm, `type T struct{ a int }; func g(t *T) { t.a = 1 }; func f(t *T) { t.a = 2; defer g(t); sees(t.a) }`, []string{"2"}},
		{"closure", ssa.NaiveForm, `func f() { x := 1; set := func() { x = 2 }; set(); sees(x) }`, []string{"1 2"}},
		{"handed closure", ssa.NaiveForm, `func run(f func()); func f() { x := 1; run(func() { x = 2 }); sees(x) }`, []string{"1 2"}},
		{"in the closure", ssa.NaiveForm, `func f() { x := 1; func() { sees(x) }() }`, []string{"1"}},
		{"through a pointer", ssa.NaiveForm, `func f() { x := 1; p := &x; *p = 2; sees(x) }`, []string{"2"}},
		{"global", ssa.NaiveForm, `var g = 3; func f() { sees(g) }`, []string{"3"}},
		{"field by value", ssa.NaiveForm, `type O struct{ v string }; func f(o O) { o.v = "1"; sees(o.v) }`, []string{`"1"`}},
	})
}

// TestFuncsOf: which functions a value can be.
func TestFuncsOf(t *testing.T) {
	ask(t, []question{
		{"function", 0, `func g() {}; func f() { reaches(g) }`, []string{"g"}},
		{"closure", 0, `func f() { x := 1; reaches(func() int { return x }) }`, []string{"f$1"}},
		{"method value", 0, `type T struct{}; func (T) m() {}; func f(t T) { reaches(t.m) }`, []string{"(T).m"}},
		{"method expression", 0, `type T struct{}; func (*T) m() {}; func f() { reaches((*T).m) }`, []string{"(*T).m"}},
		{"promoted", 0, `type E struct{}; func (E) m() {}; type T struct{ E }; func f(t T) { reaches(t.m) }`, []string{"(E).m"}},
		{"generic", 0, `func g[X any](X) {}; func f() { reaches(g[int]) }`, []string{"g"}},
		{"either", 0, `func g() {}; func h() {}; func f(c bool) { x := g; if c { x = h }; reaches(x) }`, []string{"g h"}},
		{"parameter", 0, `func g() {}; func h(f func()) { reaches(f) }; func f() { h(g) }`, []string{"g"}},
		{"variable", ssa.NaiveForm, `func g() {}; func f() { x := g; reaches(x) }`, []string{"g"}},
		{"field", 0, `type T struct{ f func() }; func g() {}; func f(t *T) { t.f = g; reaches(t.f) }`, []string{"g"}},
		{"result", 0, `func g() {}; func h() func() { return g }; func f() { reaches(h()) }`, []string{"g"}},
		{"converted", 0, `type F func(); func g() {}; func f() { x := F(g); reaches(x) }`, []string{"g"}},
		{"asserted", 0, `func g() {}; func f() { var x any = g; reaches(x.(func())) }`, []string{"g"}},
		{"unknown", 0, `func f(x func()) { reaches(x) }`, []string{""}},
		{"of another package's body", 0, `func g(); func f() { reaches(g) }`, []string{""}},
		{"field of a field", 0, `type T struct{ f func() }; type U struct{ t *T }; func g() {}; func f(u *U) { u.t = &T{f: g}; reaches(u.t.f) }`, []string{"g"}},
	})
}

// TestTypes: which types an interface value can have.
func TestTypes(t *testing.T) {
	const decl = `type I interface{ m() }; type A struct{}; func (A) m() {}; type B struct{}; func (B) m() {}
`
	ask(t, []question{
		{"made", 0, decl + `func f() { var i I = A{}; is(i) }`, []string{"A"}},
		{"nil", 0, decl + `func f() { var i I; is(i) }`, []string{""}},
		{"either", 0, decl + `func f(c bool) { var i I = A{}; if c { i = B{} }; is(i) }`, []string{"A B"}},
		{"parameter", 0, decl + `func f(i I) { is(i) }`, []string{"unknown"}},
		{"either or unknown", 0, decl + `func f(c bool, i I) { if c { i = B{} }; is(i) }`, []string{"unknown"}},
		{"private field", 0, decl + `type T struct{ i I }; func f(t *T) { t.i = A{}; is(t.i) }`, []string{"A"}},
		{"private field of a value", 0, decl + `type T struct{ i I }; func h() T; func f(t *T) { t.i = A{}; is(h().i) }`, []string{"A"}},
		{"field of a value that nobody sets", 0, decl + `type T struct{ i I }; func h() T; func f(t *T) { is(h().i) }`, []string{"unknown"}},
		{"field of a value without a type's name", 0, decl + `func h() struct{ i I }; func f() { is(h().i) }`, []string{"unknown"}},
		{"exported field", 0, decl + `type T struct{ I I }; func f(t *T) { t.I = A{}; is(t.I) }`, []string{"unknown"}},
		{"field that nobody sets", 0, decl + `type T struct{ i I }; func f(t *T) { is(t.i) }`, []string{"unknown"}},
		{"private variable", 0, decl + `var i I = B{}; func f() { is(i) }`, []string{"B"}},
		{"exported variable", 0, decl + `var V I = B{}; func f() { is(V) }`, []string{"unknown"}},
		{"captured variable", 0, decl + `func f() { var i I = B{}; func() { is(i) }() }`, []string{"B"}},
		{"result", 0, decl + `func h() I { return A{} }; func f() { is(h()) }`, []string{"A"}},
		{"second result", 0, decl + `func h() (int, I) { return 0, A{} }; func f() { _, i := h(); is(i) }`, []string{"A"}},
		{"result of the unknown", 0, decl + `func h() I; func f() { is(h()) }`, []string{"unknown"}},
		{"result of a method", 0, decl + `type M interface{ get() I }; type G struct{}; func (G) get() I { return A{} }; func f() { var m M = G{}; is(m.get()) }`, []string{"A"}},
		{"result of an unknown method", 0, decl + `type M interface{ get() I }; func f(m M) { is(m.get()) }`, []string{"unknown"}},
		{"own result, forever", 0, `type I interface{ next() I }; type A struct{}; func (A) next() I { return A{} }; func f(c bool) { var i I = A{}; for c { i = i.next() }; is(i) }`, []string{"unknown"}},
		{"asserted from a value", 0, decl + `func f(x any) { is(x.(A)) }`, []string{"A"}},
		{"changed", 0, decl + `type J interface{ I }; func f() { var j J = A{}; var i I = j; is(i) }`, []string{"A"}},
		{"beyond the longest path", 0, decl + `func f() { var v struct{ a struct{ b struct{ c struct{ d struct{ e struct{ f I } } } } } }; func() { is(v.a.b.c.d.e.f) }() }`, []string{"unknown"}},
		{"channel", 0, decl + `func f(c chan I) { is(<-c) }`, []string{"unknown"}},
	})
}

// TestDispatch: which method a call of an interface runs.
func TestDispatch(t *testing.T) {
	const decl = `type I interface{ m() }; type A struct{}; func (A) m() {}; type B struct{}; func (*B) m() {}; type P struct{ I }
`
	for _, test := range []struct{ name, src, want string }{
		{"one", `func f() { var i I = A{}; i.m() }`, "(A).m true"},
		{"two", `func f(c bool) { var i I = A{}; if c { i = &B{} }; i.m() }`, "(A).m (*B).m true"},
		{"unknown", `func f(i I) { i.m() }`, "false"},
		{"promoted from an interface", `func f(i I) { var p I = P{i}; p.m() }`, "false"},
		{"nil", `func f() { var i I; i.m() }`, "true"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, _ := build(t, 0, decl+test.src)
			for fn, instr := range p.functions.Instrs() {
				if call, ok := instr.(*ssa.Call); ok && fn.Name() == "f" && call.Call.IsInvoke() {
					fns, all := p.Dispatch(&call.Call, nil)
					if got := strings.Join(append(names(fns), fmt.Sprint(all)), " "); got != test.want {
						t.Errorf("got %s, want %s", got, test.want)
					}
				}
			}
		})
	}
}

// TestEmptyCalls: a call whose results do not matter adds no types.
func TestEmptyCalls(t *testing.T) {
	p, _ := build(t, 0, `type I interface{ m() }; type A struct{}; func (A) m() {}; func unseen() I; func f(c bool) { var i I = A{}; if c { i = unseen() }; is(i) }`)
	for _, instr := range p.functions.Instrs() {
		if call, ok := instr.(*ssa.Call); ok && call.Call.Value.Name() == "is" {
			ts, all := p.follow.types(call.Call.Args[0], func(c *ssa.Call) bool { return c.Call.Value.Name() == "unseen" }, 0)
			if len(ts) != 1 || !all {
				t.Errorf("types %v, all %v", ts, all)
			}
		}
	}
}
