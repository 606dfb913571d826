package ssaquery_test

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ssaquery"
	"github.com/k8slint/k8slint/internal/ssatest"
)

const values = `
type T struct { F, G int; M map[string]int; P *T; E }
type E struct { In string }
type ObjectMeta struct { Name string }
type Obj struct { ObjectMeta; Arr [2]T }
type I interface { Do(x int) error }
func (t *T) Do(x int) error { return nil }
func (t T) Val() {}
func two() (*T, error)
func three() (a *T, b bool, err error)
func gen[X any](x X) X { return x }
type S[X any] struct{ x X }
func (s *S[X]) Get() X { return s.x }
var global *T

func places(t *T, i int, ts []*T, m map[string]*T) {
	probe("t.F", &t.F)
	probe("t.P.F", t.P.F)
	probe("ts[...].M", ts[i].M)
	probe("m[...]", m["a"])
	probe("global.F", global.F)
	var local T
	use(&local)
	probe("local.F", local.F)
	x, _ := two()
	probe("two().F", x.F)
	for _, y := range m { probe("m[...].G", y.G) }
	probe("t", I(t))
	probe("t.E.In", t.In)
	probe("ts", ts[1:])
}
func use(t *T)
func meta(o *Obj) {
	probe("o.Name", o.Name)
	probe("o.Arr", o.Arr)
}
func fresh() { probe("new", new(T)) }
func phis(a, b *T, c bool) {
	x := a
	if c { x = b }
	probe("x", x)
}
func called(i I, f func() *T) {
	probe("i.Do()", i.Do(1))
	probe("f()", f())
	probe("T.Do()", (&T{}).Do(1))
}
func conversions(a any, b []byte) {
	probe("a", a.(*T))
	probe("b", string(b))
}
`

// TestDescribe: values are named as their authors named them.
func TestDescribe(t *testing.T) {
	src := ssatest.Build(t, values, nil)
	n := 0
	for _, fn := range src.Funcs() {
		for _, p := range ssatest.Probes(fn) {
			n++
			if got := ssaquery.Describe(p.Value); got != p.Name {
				t.Errorf("%s: %q, want %q", fn.Name(), got, p.Name)
			}
		}
	}
	if n < 18 {
		t.Errorf("%d probes", n)
	}
}

// TestFunctionNames: the name of a function in messages.
func TestFunctionNames(t *testing.T) {
	src := ssatest.Build(t, values+`
func outer() func() {
	return func() { func() {}() }
}
func bound(t *T) func(int) error { return t.Do }
func instances() { gen(1); (&S[int]{}).Get() }
`, nil)
	outer := src.Func("outer")
	inner := outer.AnonFuncs[0]
	for _, test := range []struct{ got, want string }{
		{ssaquery.FuncName(outer), "outer"},
		{ssaquery.FuncName(inner.AnonFuncs[0]), "func literal in outer"},
		{ssaquery.FuncName(src.Func("T.Do")), "T.Do"},
		{ssaquery.FuncKey(ssaquery.Declared(src.Func("T.Do"))), "(*example.com/p.T).Do"},
		{ssaquery.ValueKey(outer), "example.com/p.outer"},
		{ssaquery.ValueKey(inner), "example.com/p.outer$1"},
		{ssaquery.ValueKey(inner.AnonFuncs[0]), "example.com/p.outer$1$1"},
		{ssaquery.ShortName("(*example.com/a/b.T).Do"), "T.Do"},
		{ssaquery.ShortName("example.com/a/b.F"), "b.F"},
		{ssaquery.ShortName("example.com/p.outer$1"), "func literal in p.outer"},
		{ssaquery.FieldName(src.Func("T.Do").Params[0], 2), "M"},
		{ssaquery.FieldName(src.Func("T.Do").Params[1], 0), "?"},
	} {
		if test.got != test.want {
			t.Errorf("%q, want %q", test.got, test.want)
		}
	}
	for _, b := range src.Func("bound").Blocks {
		for _, in := range b.Instrs {
			if mc, ok := in.(*ssa.MakeClosure); ok && ssaquery.FuncName(mc.Fn.(*ssa.Function)) != "T.Do" {
				t.Errorf("a method value is %q", ssaquery.FuncName(mc.Fn.(*ssa.Function)))
			}
		}
	}
	for _, in := range src.Func("instances").Blocks[0].Instrs {
		if c, ok := in.(*ssa.Call); ok {
			f := c.Call.StaticCallee()
			if o := ssaquery.Origin(f); o == f || ssaquery.Origin(o) != o || len(o.TypeArgs()) > 0 {
				t.Errorf("the origin of %s is %s", f, o)
			}
			if name := ssaquery.FuncName(f); name != "gen" && name != "S.Get" {
				t.Errorf("an instance is %q", name)
			}
		}
	}
}

// TestTypes: the questions about types hold for each kind of type, named and instantiated
// ones too.
func TestTypes(t *testing.T) {
	src := ssatest.Build(t, values+`
var (
	aStruct T
	aPointer *T
	anArray [2]int
	aSlice []T
	anInterface I
	anInstance S[int]
	aValue reflect.Value
	aString string
	aBool bool
)
func param[X struct{ A int }, Y any](x X, y Y) {}
`, nil, "reflect")
	of := func(name string) types.Type { return src.Types.Scope().Lookup(name).Type() }
	for name, want := range map[string]struct {
		aggregate bool
		concrete  string
		fields    int
	}{
		"aStruct": {true, "example.com/p.T", 5}, "aPointer": {false, "example.com/p.T", 5}, "anArray": {true, "", 0}, "aSlice": {false, "", 0},
		"anInterface": {false, "", 0}, "anInstance": {true, "example.com/p.S[int]", 1}, "aValue": {false, "reflect.Value", 3}, "aString": {false, "", 0},
	} {
		typ := of(name)
		if got := ssaquery.IsAggregate(typ); got != want.aggregate {
			t.Errorf("IsAggregate(%s) = %v", name, got)
		}
		if got := ssaquery.ConcreteType(typ); got != want.concrete {
			t.Errorf("ConcreteType(%s) = %q", name, got)
		}
		n := 0
		if s := ssaquery.Struct(typ); s != nil {
			n = s.NumFields()
		}
		if n != want.fields {
			t.Errorf("Struct(%s) has %d fields", name, n)
		}
	}
	if !ssaquery.IsString(of("aString")) || ssaquery.IsString(of("aBool")) || !ssaquery.IsBool(of("aBool")) || ssaquery.IsBool(of("aString")) || ssaquery.IsBool(of("aSlice")) || ssaquery.IsString(of("aSlice")) {
		t.Error("IsString, IsBool")
	}
	params := src.Func("param").Params
	if s := ssaquery.Struct(params[0].Type()); s == nil || s.NumFields() != 1 {
		t.Errorf("the struct of a type parameter: %v", s)
	}
	if s := ssaquery.Struct(params[1].Type()); s != nil {
		t.Errorf("a struct where there is none: %v", s)
	}
	if f := ssaquery.StructField(params[1].Type(), 0); f.Name() != "?" {
		t.Errorf("a field where there is none: %v", f)
	}
	if ssaquery.IsAggregate(params[0].Type()) {
		t.Error("a type parameter is an aggregate")
	}
	do := ssaquery.Named(of("anInterface")).Underlying().(*types.Interface).Method(0)
	if !ssaquery.IsInterfaceMethod(do) || ssaquery.IsInterfaceMethod(ssaquery.Declared(src.Func("T.Do"))) {
		t.Error("IsInterfaceMethod")
	}
	if got := ssaquery.MethodName(of("anInterface"), do); got != "I.Do" {
		t.Error(got)
	}
	if got := ssaquery.MethodName(of("anInterface").Underlying(), do); got != "Do" {
		t.Error(got)
	}
}

// TestCore: the core type of a type parameter is what its types have in common.
func TestCore(t *testing.T) {
	src := ssatest.Build(t, `
type A struct{ x int }
type B struct{ x int }
type C struct{ y int }
type either interface{ A | B }
func params[
	one A, tilde ~struct{ x int }, alike A | B, unlike A | C, pointer interface{ *A }, plain any,
	within interface { comparable; either }, other interface{ A | C; either | int }, param interface { alike2() ; B | A },
	none interface{ A; C },
]() {}
`, nil)
	for tp := range src.Func("params").Signature.TypeParams().TypeParams() {
		got := "none"
		if c := ssaquery.Core(tp); c != nil {
			got = types.TypeString(c, func(*types.Package) string { return "" })
		}
		want := map[string]string{
			"one": "struct{x int}", "tilde": "struct{x int}", "alike": "struct{x int}", "pointer": "*A", "within": "struct{x int}",
			"other": "struct{x int}", "param": "struct{x int}",
		}[tp.String()]
		if want == "" {
			want = "none"
		}
		if got != want {
			t.Errorf("the core type of %s is %s, want %s", tp, got, want)
		}
	}
}

// TestValues: the questions about values hold for results of calls, constants, loads and
// conversions.
func TestValues(t *testing.T) {
	src := ssatest.Build(t, values+`
func pair() {
	a, err := two()
	probe("pa", a)
	probe("err", err)
	b, ok, err2 := three()
	probe("pb", b)
	probe("ok", ok)
	probe("err2", err2)
	var nothing *T
	probe("nil", nothing)
	probe("empty", "")
	probe("text", "x")
	probe("one", 1)
	probe("uno", 1)
	probe("two", 2)
}
func made(c chan int) {
	probe("alloc", &T{})
	probe("map", map[string]int{})
	probe("slice", make([]int, cap(c)))
	probe("closure", func() { _ = c })
	probe("chan", c)
	probe("iface", any(1))
}
func places2(t, u *T, i, j int, ts []*T) {
	probe("tPF", t.P.F); probe("t.P.F again", t.P.F); probe("t.P.G", t.P.G); probe("u.P.F", u.P.F)
	probe("ts[i]", ts[i]); probe("ts[i] again", ts[i]); probe("ts[j]", ts[j])
	probe("ts[0]", ts[0]); probe("ts[0] again", ts[0]); probe("ts[1]", ts[1])
	probe("-i", -i); probe("-i again", -i)
}
`, nil)
	v := func(name string) ssa.Value { return src.Probe(name).Value }
	yes := func(ok bool, what string) {
		t.Helper()
		if !ok {
			t.Error(what)
		}
	}
	yes(ssaquery.IsErrorOf(v("err"), v("pa")), "err came with a")
	yes(!ssaquery.IsErrorOf(v("err"), v("pb")), "err did not come with b")
	yes(!ssaquery.IsErrorOf(v("ok"), v("pb")), "ok is no error")
	yes(!ssaquery.IsErrorOf(v("pa"), v("err")), "a is no error")
	yes(ssaquery.IsErrorOf(v("err2"), v("pb")), "err2 came with b")
	yes(ssaquery.OfSameCall(v("ok").(*ssa.Extract), v("pb")), "ok came with b")
	yes(!ssaquery.OfSameCall(v("ok").(*ssa.Extract), v("ok")), "a value does not come with itself")
	yes(ssaquery.IsNil(v("nil")) && !ssaquery.IsNil(v("pa")) && !ssaquery.IsNil(v("one")), "IsNil")
	yes(ssaquery.IsEmptyString(v("empty")) && !ssaquery.IsEmptyString(v("text")) && !ssaquery.IsEmptyString(v("nil")) && !ssaquery.IsEmptyString(v("pa")), "IsEmptyString")
	c := func(name string) *ssa.Const { return v(name).(*ssa.Const) }
	yes(ssaquery.SameConst(c("one"), c("uno")) && !ssaquery.SameConst(c("one"), c("two")), "SameConst")
	yes(!ssaquery.SameConst(c("nil"), c("one")) && ssaquery.SameConst(c("nil"), c("nil")), "SameConst of nil")
	yes(ssaquery.DifferentKeys(v("one"), v("two")) && !ssaquery.DifferentKeys(v("one"), v("uno")) && !ssaquery.DifferentKeys(v("one"), v("pa")), "DifferentKeys")
	yes(ssaquery.SameIndex(v("one"), v("uno")) && ssaquery.SameIndex(v("pa"), v("pa")) && !ssaquery.SameIndex(v("pa"), v("pb")), "SameIndex")
	for _, name := range []string{"alloc", "map", "slice", "closure", "iface"} {
		yes(ssaquery.NeverNil(v(name)), name+" is never nil")
	}
	yes(!ssaquery.NeverNil(v("chan")), "a parameter can be nil")

	for _, test := range []struct {
		x, y string
		same bool
	}{
		{"tPF", "t.P.F again", true}, {"tPF", "t.P.G", false}, {"tPF", "u.P.F", false},
		{"ts[i]", "ts[i] again", true}, {"ts[i]", "ts[j]", false}, {"ts[0]", "ts[0] again", true}, {"ts[0]", "ts[1]", false},
		{"tPF", "ts[0]", false}, {"-i", "-i again", false},
	} {
		if got := ssaquery.SamePlace(v(test.x), v(test.y)); got != test.same {
			t.Errorf("SamePlace(%s, %s) = %v", test.x, test.y, got)
		}
		if got := ssaquery.SamePlace(v(test.y), v(test.x)); got != test.same {
			t.Errorf("SamePlace(%s, %s) = %v", test.y, test.x, got)
		}
	}
	yes(ssaquery.Root(v("tPF")) == src.Func("places2").Params[0], "the root of t.P.F")
	yes(ssaquery.Root(v("ts[i]")) == src.Func("places2").Params[4], "the root of ts[i]")
}

// TestVariables: what is stored in variables that literals capture, and who may
// change them.
func TestVariables(t *testing.T) {
	src := ssatest.Build(t, values+`
func onlyRead() {
	x := 1
	f := func() int { return x }
	x = 2
	probe("read", &x)
	_ = f
}
func written() {
	x := 1
	f := func() { x = 2 }
	probe2(&x)
	f()
}
func deep() {
	x := 1
	f := func() func() { return func() { x++ } }
	y := 1
	g := func() func() int { return func() int { return y } }
	f()(); g()()
	x, y = 3, 4
}
func escapes(t *T) {
	var x int
	keep(&x)
	x = 1
}
func keep(*int)
func probe2(*int)
func alone() {
	x := 1
	f := func() int { return x }
	x = 2
	_ = f
}
`, nil)
	allocs := func(fn string) []*ssa.Alloc {
		var out []*ssa.Alloc
		for _, b := range src.Func(fn).Blocks {
			for _, in := range b.Instrs {
				if a, ok := in.(*ssa.Alloc); ok {
					out = append(out, a)
				}
			}
		}
		return out
	}
	for _, test := range []struct {
		fn   string
		want []bool
	}{
		{"alone", []bool{true}}, {"written", []bool{false}}, {"deep", []bool{false, true}}, {"escapes", []bool{false}}, {"onlyRead", []bool{false}},
	} {
		var got []bool
		for _, a := range allocs(test.fn) {
			got = append(got, ssaquery.OnlyStoredByOwner(a))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: OnlyStoredByOwner is %v, want %v", test.fn, got, test.want)
		}
	}
	if vs := ssaquery.StoredIn(allocs("alone")[0]); len(vs) != 2 || vs[0].Name() != "1:int" || vs[1].Name() != "2:int" {
		t.Errorf("StoredIn: %v", vs)
	}
	lit := src.Func("alone").AnonFuncs[0]
	if vs := ssaquery.BoundTo(lit.FreeVars[0]); len(vs) != 1 || vs[0] != allocs("alone")[0] {
		t.Errorf("BoundTo: %v", vs)
	}
}

// TestDominates: which instruction runs before another one on every path.
func TestDominates(t *testing.T) {
	src := ssatest.Build(t, values+`
func f(c bool) {
	probe("start", 1)
	if c {
		probe("then", 1)
		probe("then2", 1)
	} else {
		probe("else", 1)
	}
	lit := func() { probe("inside", 1); probe("inside2", 1) }
	probe("between", 1)
	lit()
	func() { probe("bare", 1) }()
	probe("end", 1)
}
`, nil)
	at := map[string]ssa.Instruction{}
	collect := func(fn *ssa.Function) {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if c, ok := in.(*ssa.Call); ok && len(c.Call.Args) == 2 {
					if name, ok := c.Call.Args[0].(*ssa.Const); ok {
						at[constant.StringVal(name.Value)] = in
					}
				}
			}
		}
	}
	collect(src.Func("f"))
	for _, lit := range src.Func("f").AnonFuncs {
		collect(lit)
	}
	order := ssaquery.NewOrder()
	for _, test := range []struct {
		from, a, b string
		want       bool
	}{
		{"start", "then", "end", false}, {"then", "then2", "end", true}, {"then", "else", "end", false}, {"then2", "between", "end", true},
		{"then", "end", "between", false}, {"start", "between", "then", false}, {"then", "then2", "inside", true}, {"then", "end", "inside", false},
	} {
		if got := order.Between(at[test.from], at[test.a], at[test.b]); got != test.want {
			t.Errorf("from %s by %s to %s: %v", test.from, test.a, test.b, got)
		}
	}
	for _, test := range []struct {
		a, b string
		want bool
	}{
		{"start", "then", true}, {"start", "end", true}, {"then", "then2", true}, {"then2", "then", false}, {"then", "then", false},
		{"then", "else", false}, {"then", "end", false}, {"start", "inside", true}, {"inside", "inside2", true},
		{"inside", "end", false}, {"between", "bare", true}, {"bare", "end", false}, {"then", "inside", false},
	} {
		if at[test.a] == nil || at[test.b] == nil {
			t.Fatalf("%s or %s is not there: %v", test.a, test.b, at)
		}
		if got := order.Dominates(at[test.a], at[test.b]); got != test.want {
			t.Errorf("%s before %s: %v", test.a, test.b, got)
		}
	}
}

// TestBlocks: the order and the loops of blocks.
func TestBlocks(t *testing.T) {
	src := ssatest.Build(t, values+`
func order(c bool) {
	if c { probe("first", 1) } else { probe("second", 2) }
	for range 3 { probe("loop", 3) }
	probe("last", 4)
}
func recovers() {
	defer func() { recover() }()
	probe("in", 1)
}
func nested() func() { return func() { _ = func() {} } }
`, nil)
	fn := src.Func("order")
	order := ssaquery.ReversePostorder(fn)
	if len(order) != len(fn.Blocks) || order[0] != fn.Blocks[0] {
		t.Errorf("%d of %d blocks", len(order), len(fn.Blocks))
	}
	pos := map[*ssa.BasicBlock]int{}
	for i, b := range order {
		pos[b] = i
	}
	for _, b := range order {
		for _, s := range b.Succs {
			if pos[s] <= pos[b] && !s.Dominates(b) {
				t.Errorf("block %d comes before %d", s.Index, b.Index)
			}
		}
	}
	rec := src.Func("recovers")
	if !slices.Contains(ssaquery.ReversePostorder(rec), rec.Recover) {
		t.Error("the block of recover is left out")
	}
	outer := src.Func("nested")
	lit := outer.AnonFuncs[0]
	if !ssaquery.Encloses(lit, outer) || !ssaquery.Encloses(lit.AnonFuncs[0], outer) || ssaquery.Encloses(outer, lit) || ssaquery.Encloses(lit, lit) {
		t.Error("Encloses")
	}
	if ssaquery.Position(nil).IsValid() {
		t.Error("the position of nothing")
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			p := src.Fset.Position(ssaquery.Position(in))
			if p.Line == 0 {
				t.Errorf("%s has no position", in)
			}
			if in.Pos().IsValid() && in.Pos() != ssaquery.Position(in) {
				t.Errorf("%s has another position", in)
			}
		}
	}
}

// TestCalls: the questions about calls hold for methods, interfaces, builtins and stores.
func TestCalls(t *testing.T) {
	src := ssatest.Build(t, values+`
func calls(i I, x *T, m map[string]int, ts []*T, v T) {
	i.Do(1)
	x.Do(2)
	use(x)
	delete(m, "a")
	m["b"] = 1
	x.F = 1
	ts[0] = x
	_ = m["c"]
}
`, nil)
	fn := src.Func("calls")
	var through, operands []string
	for _, in := range fn.Blocks[0].Instrs {
		var names []string
		for _, v := range ssaquery.WrittenThrough(in) {
			names = append(names, ssaquery.Describe(v))
		}
		if names != nil {
			through = append(through, strings.Join(names, " "))
		}
		if c, ok := in.(*ssa.Call); ok {
			recv, params := ssaquery.Operands(&c.Call)
			if recv != nil {
				operands = append(operands, ssaquery.Describe(recv)+" "+params[0].Name())
			}
		}
	}
	if want := []string{"i it", "x it", "x", "m", "m", "x.F", "ts[...]"}; !slices.Equal(through, want) {
		t.Errorf("WrittenThrough: %q, want %q", through, want)
	}
	if want := []string{"i 1:int", "x 2:int"}; !slices.Equal(operands, want) {
		t.Errorf("Operands: %q, want %q", operands, want)
	}
	two := src.Func("two").Signature.Results()
	if ssaquery.ResultType(two, 1).String() != "error" || ssaquery.ResultType(two.At(0).Type(), 0) != two.At(0).Type() {
		t.Error("ResultType")
	}
}

// TestOverwritingLoops: after a loop that gives every element a new value, the
// slice holds those.
func TestOverwritingLoops(t *testing.T) {
	src := ssatest.Build(t, values+`
func all(ts []*T)            { for i := range ts { ts[i] = new(T) } }
func loaded(p *struct{ ts []*T }) { for i := range p.ts { p.ts[i] = new(T) } }
func some(ts []*T, c bool)   { for i := range ts { if c { ts[i] = new(T) } } }
func before(ts []*T, c bool) { for i := range ts { ts[i] = new(T); if c { continue } } }
func leaves(ts []*T, c bool) { for i := range ts { ts[i] = new(T); if c { break } } }
func other(ts, us []*T)      { for i := range us { ts[i] = new(T) } }
func from(ts []*T)           { for i := 1; i < len(ts); i++ { ts[i] = new(T) } }
func upTo(ts []*T, n int)    { for i := range n { ts[i] = new(T) } }
func first(ts []*T)          { for range ts { ts[0] = new(T) } }
func captured(ts []*T)       { for i := range ts { ts[i] = new(T) }; _ = func() int { return len(ts) } }
`, nil)
	want := map[string]bool{"all": true, "before": true, "loaded": false, "captured": true}
	for _, name := range []string{"all", "loaded", "captured", "some", "before", "leaves", "other", "from", "upTo", "first"} {
		n := 0
		for _, ws := range ssaquery.OverwritingLoops(src.Func(name)) {
			n += len(ws)
		}
		if (n == 1) != want[name] {
			t.Errorf("%s: %d loops", name, n)
		}
	}
}

// TestSource: instructions lead back to the expressions that authors wrote.
func TestSource(t *testing.T) {
	src := ssatest.Build(t, values+`
func writes(t *T, ts []*T, m map[string]int) {
	t.F = 1
	t.P.M["a"] = 2
	t.G++
	use(t.P)
	for t.F = range ts {}
	for _, t.P = range ts {}
	x := 1
	_ = x
	ts[0], ts[1] = t, t
}
`, nil)
	s := ssaquery.Source{Files: src.Files}
	var assigned, called []string
	ast.Inspect(src.Files[0], func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				if x, op := s.Assigned(l.End() - 1); x != nil {
					assigned = append(assigned, ssaquery.Text(x))
					if op != token.ASSIGN {
						t.Errorf("%s is assigned to by %v", ssaquery.Text(x), op)
					}
				}
			}
		case *ast.IncDecStmt:
			x, op := s.Assigned(n.X.Pos())
			assigned = append(assigned, ssaquery.Text(x)+op.String())
		case *ast.RangeStmt:
			for _, e := range []ast.Expr{n.Key, n.Value} {
				if e != nil {
					if x, _ := s.Assigned(e.Pos()); x != nil {
						assigned = append(assigned, ssaquery.Text(x))
					}
				}
			}
		case *ast.CallExpr:
			if c := s.Call(n.Lparen); c != n {
				t.Errorf("%s leads to %v", ssaquery.Text(n), c)
			}
			called = append(called, ssaquery.Text(n.Fun))
		}
		return true
	})
	for _, w := range []string{"t.F", `t.P.M["a"]`, "t.G++", "t.P", "ts[0]", "ts[1]"} {
		if !slices.Contains(assigned, w) {
			t.Errorf("%s is not found among %q", w, assigned)
		}
	}
	if x, _ := s.Assigned(token.NoPos); !slices.Contains(called, "use") || s.Call(token.NoPos) != nil || x != nil {
		t.Errorf("calls: %q", called)
	}
	long := &ast.Ident{Name: strings.Repeat("x", 61)}
	if ssaquery.Text(long) != "" || ssaquery.Text(&ast.Ident{Name: long.Name[:60]}) == "" {
		t.Error("texts of 60 characters are quoted, longer ones are not")
	}
	if ssaquery.Text(&ast.FuncLit{Type: &ast.FuncType{Params: &ast.FieldList{}}, Body: &ast.BlockStmt{}}) != "" {
		t.Error("a function literal is quoted")
	}
}

// TestIsRegister: what a function is given or computes is its own, constants and
// what the package declares are not.
func TestIsRegister(t *testing.T) {
	src := ssatest.Build(t, `
var global int
func f(p int) func() {
	probe("yes", p)
	probe("yes", p+1)
	probe("no", 3)
	probe("no", &global)
	probe("no", f)
	return nil
}
`, nil)
	for _, p := range ssatest.Probes(src.Func("f")) {
		if got := ssaquery.IsRegister(p.Value); got != (p.Name == "yes") {
			t.Errorf("%s: IsRegister(%s) = %v", p.Name, p.Value, got)
		}
	}
}
