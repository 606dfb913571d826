package load

import (
	"errors"
	"go/ast"
	"go/token"
	"go/types"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/txtar"
)

// A world is a few packages, each in a folder of its own, which were checked in the order of
// the source.
type world struct {
	t       *testing.T
	fset    *token.FileSet
	checked map[string]*Checked
	unknown map[string]Unknown // what importers of a package must know of
}

// check checks the packages of src, which is text of the txtar form; what precedes the first
// file is package p. Packages of the paths in dark are not analysed.
func check(t *testing.T, src string, dark ...string) *world {
	t.Helper()
	w := &world{t: t, fset: token.NewFileSet(), checked: make(map[string]*Checked), unknown: make(map[string]Unknown)}
	a := txtar.Parse([]byte(src))
	if len(a.Comment) > 0 {
		a.Files = append(a.Files, txtar.File{Name: "p/p.go", Data: append([]byte("package p\n"), a.Comment...)})
	}
	var order []string
	files := make(map[string][]string)
	text := make(map[string][]byte)
	for _, f := range a.Files {
		in := path.Dir(f.Name)
		if files[in] == nil {
			order = append(order, in)
		}
		files[in] = append(files[in], f.Name)
		text[f.Name] = f.Data
	}
	for _, in := range order {
		p := &Package{ID: in, Path: in, Files: files[in], Role: Findings}
		env := Env{Sizes: types.SizesFor("gc", "amd64"), Import: w.load, Unknown: make(Unknown)}
		for _, name := range p.Files {
			for dep := range w.checked {
				if strings.Contains(string(text[name]), `"`+dep+`"`) && len(w.unknown[dep]) > 0 {
					env.Unknown.Add(w.unknown[dep].Sorted())
					env.Unknown.AddUser(dep)
				}
			}
		}
		read := func(name string) ([]byte, error) {
			if strings.Contains(string(text[name]), "unreadable") {
				return nil, &fs.PathError{Op: "open", Path: name, Err: errors.New("denied")}
			}
			return text[name], nil
		}
		c := Check(w.fset, p, env, read)
		w.checked[in], w.unknown[in] = c, c.Unknown
		if slices.Contains(dark, in) {
			w.unknown[in] = make(Unknown)
			w.unknown[in].AddPackage(in)
		}
	}
	return w
}

func (w *world) load(path string) (*types.Package, error) {
	if c := w.checked[path]; c != nil {
		return c.Types, nil
	}
	return nil, errors.New("not there")
}

// left is what was left out of a package, in a line.
func (w *world) left(path string) string { return strings.Join(w.checked[path].Left, " ") }

// messages are errors, without their places.
func messages(errs []Error) string {
	var out []string
	for _, e := range errs {
		out = append(out, e.Msg)
	}
	return strings.Join(out, "; ")
}

// bodies returns the functions of a package that have a body.
func (w *world) bodies(path string) []string {
	var out []string
	for _, f := range w.checked[path].Files {
		for _, decl := range f.Decls {
			if fd, ok := decl.(*ast.FuncDecl); ok && fd.Body != nil {
				out = append(out, fd.Name.Name)
			}
		}
	}
	return out
}

// build makes the SSA form of what is left of a package, as the engines do: it panics if
// something in it has no type.
func (w *world) build(path string) {
	c := w.checked[path]
	prog := ssa.NewProgram(w.fset, ssa.InstantiateGenerics)
	made := make(map[*types.Package]bool)
	var imports func(p *types.Package)
	imports = func(p *types.Package) {
		for _, dep := range p.Imports() {
			if !made[dep] {
				made[dep] = true
				imports(dep)
				prog.CreatePackage(dep, nil, nil, true)
			}
		}
	}
	imports(c.Types)
	prog.CreatePackage(c.Types, c.Files, c.Info, false).Build()
}

// object is a type as Kubernetes' generator makes them, and packages as those that know it.
const object = `
-- k8s.io/api/core/v1/v1.go --
package v1

type Pod struct { Labels map[string]string; Node string }

func (p *Pod) DeepCopyInto(q *Pod) { *q = *p }
`

// TestLeavesOut: what is left out of a package because of one thing that is wrong.
func TestLeavesOut(t *testing.T) {
	for _, test := range []struct{ name, src, left string }{
		{"nothing wrong", "func F() {}", ""},
		{"error in a body", "func F() { nothing() }\nfunc G() {}", "F"},
		{"import that is not used", "import \"k8s.io/api/core/v1\"\nfunc F() {}" + object, ""},
		{"parameter of unknown type", "func F(a Nothing) {}\nfunc G() {}", "F"},
		{"result of unknown type", "func F() Nothing { return nil }\nfunc G() { F() }\nfunc H() {}", "F G"},
		{"field of unknown type", "type T struct { a Nothing; b int }\nfunc (t *T) A() { _ = t.a }\nfunc (t *T) B() { _ = t.b; _ = *t }", "T.A"},
		{"fields that a literal does not name", "type T struct { a Nothing; b int }\nfunc F() { _ = T{nil, 1} }\nfunc G() { _ = T{b: 1} }", "F"},
		{"embedded type that is unknown", "type T struct { Nothing }\ntype U struct { T }\nfunc (t *T) A() {}\nfunc F(u U) {}\nfunc G() {}", "T.A F"},
		{"embedded interface that is unknown", "type I interface { Nothing }\nfunc F(i I) {}\nfunc G() {}", "F"},
		{"method of unknown type", "type I interface { M(a Nothing); N() }\nfunc F(i I) { i.M(nil) }\nfunc G(i I) { i.N() }", "F"},
		{"type made of an unknown one", "type T map[string]Nothing\nfunc F(t T) {}\nfunc G() {}", "F"},
		{"alias of an unknown type", "type T = Nothing\nfunc F(t []T) {}\nfunc G() {}", "F"},
		{"type that contains itself", "type T struct { t T }\nfunc F(t T) {}\nfunc G() {}", "F"},
		{"two fields of a name", "type T struct { a int; a string }\nfunc F(t *T) {}\nfunc G() {}", "F"},
		{"unknown constraint", "type T[A Nothing] struct { a A }\nfunc F(t T[int]) {}\nfunc G() {}", "F"},
		{"unknown type argument", "type T[A any] struct { a A }\nfunc F(t T[Nothing]) {}\nfunc G(t T[int]) {}", "F"},
		{"unknown types in others", "var a chan Nothing\nvar b func(Nothing)\nvar c [2]Nothing\nvar d interface { M(Nothing) }\nvar e struct { n Nothing }\nfunc F() { _, _, _, _, _ = a, b, c, d, e }\nfunc G() {}", "F a b c d e"},
		{"union of unknown types", "type C interface { int | Nothing }\nfunc F[T C](t T) {}\nfunc G() {}", "F"},
		{"value of unknown type", "var V = nothing()\nfunc F() { _ = V }\nfunc G() {}", "F V"},
		{"value with an error, of known type", "var V func() = func() { nothing() }\nfunc F() { V() }\nfunc G() {}", "F V"},
		{"value that names something unknown", "var V = nothing()\nvar W int = V\nfunc F() { _ = W }\nfunc G() {}", "F V W"},
		{"constants", "const (\n\tA = iota\n\tB = Nothing\n)\nfunc F() { _ = B }\nfunc G() { _ = A }", "F B"},
		{"constant that is too large", "const A uint8 = 300\nfunc F() { _ = A }\nfunc G() {}", "F A"},
		{"two functions of a name", "func F() {}\nfunc F() int { return 0 }\nfunc G() { F() }\nfunc H() {}", "F F G"},
		{"two methods of a name", "type T int\nfunc (T) M() {}\nfunc (T) M() {}\nfunc F(t T) {}\nfunc G() {}", "T.M T.M F"},
		{"two of other names", "var V, W int\nvar V = 1\nconst C = 1\nconst C = 2\ntype T int\ntype T string\nfunc T() {}\nfunc F() { _, _ = V, C }\nfunc G(T) {}\nfunc H() { _ = 1 }", "T F G C V W"},
		{"method of a type that is unknown", "func (n *Nothing[A]) M() {}\nfunc G() {}", "Nothing.M"},
		{"two imports of a name", "import a \"k8s.io/api/core/v1\"\nimport a \"b\"\nfunc F() { _ = a.Pod{} }" + object + "-- b/b.go --\npackage b\n", ""},
		{"import that cannot be had", "import \"nowhere/x\"\nfunc F() { x.F() }\nfunc G() {}", "F"},
		{"import of which the name is not known", "import \"nowhere/go-yaml/v3\"\nfunc F() { yaml.F() }\nfunc G() {}", "F"},
	} {
		w := check(t, test.src)
		if got := w.left("p"); got != test.left || w.checked["p"].Hopeless {
			t.Errorf("%s: left out %q, want %q; errors %q", test.name, got, test.left, messages(w.checked["p"].Errors))
		}
		w.build("p")
	}
}

// TestTouched: what is left out because it depends on something that was.
func TestTouched(t *testing.T) {
	const fails = "func fails() int { return nothing }\nfunc whole() {}\n"
	for _, test := range []struct{ name, src, left string }{
		{"its answer", fails + "func F() { _ = fails() }", "fails F"},
		{"and whose answer that is", fails + "func F() int { return fails() }\nfunc G() { F() }", "fails F G"},
		{"what it is given", "import \"k8s.io/api/core/v1\"\nfunc fails(p *v1.Pod) { nothing() }\nfunc F(p *v1.Pod) { fails(p) }" + object, "fails F"},
		{"what it is not given", "func fails(n int, s struct{}) { nothing() }\nfunc F() { fails(1, struct{}{}) }", "fails"},
		{"the object that it is a method of", "type T map[string]string\nfunc (t T) fails() { nothing() }\nfunc F(t T) { t.fails() }", "T.fails F"},
		{"a function value", "func fails() int { return nothing }\nvar hook func() int\nfunc F() { hook = fails }\nfunc G(f func() int) { f() }\nfunc H(f func() string) { f() }", "fails G"},
		{"a method behind an interface", "type I interface { M() int; N() }\ntype T struct{}\nfunc (T) M() int { return nothing }\nfunc (T) N() {}\nfunc F(i I) { i.M() }\nfunc G(i I) { i.N() }", "T.M F"},
		{"a method that is behind no interface", "type I interface { M() int; O() }\ntype T struct{}\nfunc (T) M() int { return nothing }\nfunc F(i I) { i.M() }", "T.M"},
		{"a method of a generic type", "type I interface { M() int; N() }\ntype T[A any] struct{}\nfunc (T[A]) M() int { return nothing }\nfunc F(i I) { i.M() }", "T.M F"},
		{"a variable", "var all []string\nfunc fails() { all = nothing }\nfunc F() { _ = all }", "fails F"},
		{"a field of a type that holds objects", "import \"k8s.io/api/core/v1\"\ntype T struct { pod *v1.Pod; n int }\nfunc (t *T) fails() { t.pod, t.n = nothing, 1 }\nfunc (t *T) F() { _ = t.pod }\nfunc (t *T) G() { _ = t.n }" + object, "T.fails T.F"},
		{"a field of an object", "import \"k8s.io/api/core/v1\"\nfunc fails(p *v1.Pod) { p.Labels = nothing }\nfunc F(p *v1.Pod) { _ = p.Labels }" + object, "fails"},
		{"an element", "type T struct { m map[string]any }\nfunc fails(t *T) { t.m[\"a\"] = nothing }\nfunc F(t *T) { _ = t.m }", "fails F"},
		{"an address", "type T struct { m any }\nfunc fails(t *T) { nothing(&t.m) }\nfunc F(t *T) { _ = t.m }", "fails F"},
		{"a key of a literal", "type T struct { m any }\nfunc fails() { nothing(T{m: 1}) }\nfunc F(t *T) { _ = t.m }", "fails F"},
		{"a value of a literal", "type T struct { m any }\nfunc fails() { nothing(T{1}) }\nfunc F(t *T) { _ = t.m }", "fails F"},
		{"all fields", "type T struct { m any }\nfunc fails(t *T) { *t = nothing }\nfunc F(t *T) { _ = t.m }", "fails F"},
		{"a range", "type T struct { m any }\nfunc fails(t *T) { for t.m = range nothing {} }\nfunc F(t *T) { _ = t.m }", "fails F"},
		{"a channel", "type T struct { m chan any }\nfunc fails(t *T) { t.m <- nothing }\nfunc F(t *T) { _ = t.m }", "fails F"},
		{"a count", "type T struct { n int }\nfunc fails(t *T) { t.n++; nothing() }\nfunc F(t *T) { _ = t.n }", "fails"},
		{"a field of something unknown", "type T struct { m any }\nfunc fails() { nothing().m = 1 }\nfunc F(t *T) { _ = t.m }", "fails F"},
		{"what it calls puts something", "type T struct { m any }\nfunc put(t *T) { t.m = 1 }\nfunc fails(t *T) { put(t); nothing() }\nfunc F(t *T) { _ = t.m }", "put fails F"},
		{"the implementation that it chooses", "import \"i\"\ntype T struct { i i.I }\ntype U struct { j i.J }\nfunc (T) M() {}\nfunc fails(t *T, u *U) { t.i, u.j = nothing, nothing }\nfunc F(t *T) { t.i.M() }\nfunc G(u *U) { u.j.N() }\n-- i/i.go --\npackage i\n\ntype I interface { M() }\n\ntype J interface { N() }\n", "fails F"},
	} {
		w := check(t, test.src)
		got := w.left("p")
		if got != test.left {
			t.Errorf("%s: left out %q, want %q", test.name, got, test.left)
		}
		for _, name := range w.bodies("p") {
			if slices.Contains(w.checked["p"].Left, name) {
				t.Errorf("%s: %s has a body", test.name, name)
			}
		}
		w.build("p")
	}
}

// TestCarries: the types that can lead to objects.
func TestCarries(t *testing.T) {
	w := check(t, `
import "k8s.io/api/core/v1"
import "plain"
var (
	No1 int
	No2 func() *v1.Pod
	No3 interface { M() }
	No4 *plain.T
	No5 []func()
	No6 error
	Yes1 v1.Pod
	Yes2 []*v1.Pod
	Yes3 map[string]string
	Yes4 any
	Yes5 struct { p [1]chan *v1.Pod }
	Yes6 *deep
	Yes7 interface { GetResourceVersion() string }
	No7 struct { a struct { b struct { c struct { d struct { e struct { f struct { g struct { h *v1.Pod } } } } } } } }
)
type deep struct { m map[string]*deep; p *v1.Pod }
`+object+"-- plain/plain.go --\npackage plain\n\ntype T struct { a any }\n")
	scope := w.checked["p"].Types.Scope()
	for _, name := range scope.Names() {
		v, ok := scope.Lookup(name).(*types.Var)
		if want := strings.HasPrefix(name, "Yes"); ok && carries(v.Type(), 0) != want {
			t.Errorf("%s carries objects: %v", v, !want)
		}
	}
	if !carries(nil, 0) {
		t.Error("a value without a type carries nothing")
	}
}

// TestBelow: what packages leave out because of those that they import.
func TestBelow(t *testing.T) {
	const below = `
-- b/b.go --
package b

import "k8s.io/api/core/v1"

type T struct { Pod *v1.Pod; X Nothing }

type Broken struct { Nothing }

type I interface { M() int }

func (T) M() int { return nothing }

func (t *T) put() { t.Pod = nothing }

func Fails() int { return nothing }

func Whole() {}

var V int = nothing
`
	for _, test := range []struct{ name, src, left string }{
		{"a function that fails", "func F() { _ = b.Fails() }\nfunc G() { b.Whole() }", "F"},
		{"its value", "var _ = b.Fails\nfunc F(f func() int) { f() }\nfunc G() {}", "F"},
		{"a method behind its interface", "func F(i b.I) { i.M() }\nfunc G() {}", "F"},
		{"a method behind an own interface", "type I interface { M() int }\nfunc F(i I) { i.M() }\nfunc G(i b.T) {}", "F"},
		{"a field that it puts something into", "func F(t *b.T) { _ = t.Pod }\nfunc G(t *b.T) {}", "F"},
		{"a field of unknown type", "func F(t *b.T) { _ = t.X }\nfunc G(t *b.T) {}", "F"},
		{"a type that embeds an unknown one", "type T struct { b.Broken }\nfunc F(t *T) {}\nfunc G(t *b.T) {}", "F"},
		{"a variable without its value", "func F() { _ = b.V }\nfunc G() {}", "F"},
	} {
		w := check(t, object[1:]+below[1:]+"-- p/p.go --\npackage p\n\nimport \"b\"\n"+test.src)
		if got := w.left("p"); got != test.left || len(w.checked["p"].Errors) > 0 {
			t.Errorf("%s: left out %q, want %q; errors %q", test.name, got, test.left, messages(w.checked["p"].Errors))
		}
	}
	w := check(t, "-- b/b.go --\npackage b\n\nfunc F() int { return 1 }\n\ntype T int\n-- p/p.go --\npackage p\n\nimport \"b\"\n\nfunc F() { b.F() }\nfunc G(t b.T) {}\n", "b")
	if got := w.left("p"); got != "F" {
		t.Errorf("a package that was not analysed: left out %q", got)
	}
}

// TestEngineSeesNoHoles: of a type that embeds an unknown one, go/types says that it implements
// any interface. What engines see does not.
func TestEngineSeesNoHoles(t *testing.T) {
	w := check(t, "type I interface { M() }\ntype T struct { Nothing }\ntype U []Nothing\nfunc (*T) N() {}")
	scope := w.checked["p"].Types.Scope()
	i := scope.Lookup("I").Type().Underlying().(*types.Interface)
	for _, name := range []string{"T", "U"} {
		n := scope.Lookup(name).Type()
		if types.Implements(types.NewPointer(n), i) || types.Implements(n, i) {
			t.Errorf("%s implements I", name)
		}
	}
	if len(w.checked["p"].Info.InitOrder) > 0 {
		t.Error("there are values")
	}
	w = check(t, "var A, B = 1, nothing\nvar C = 2")
	if init := w.checked["p"].Info.InitOrder; len(init) != 1 || init[0].Lhs[0].Name() != "C" {
		t.Errorf("values: %v", init)
	}
}

// TestSyntax: what is left out because of text that does not parse.
func TestSyntax(t *testing.T) {
	for _, test := range []struct{ name, src, left string }{
		{"a body", "func F() {\n\tx := :=\n}\n\nfunc G() {}\n", "F"},
		{"a head, of a method", "type T int\n\nfunc (T) M( {\n}\n\nfunc (T) N() {}\n\nfunc G() {}\n", "T.N M"},
		{"what it calls, and what that puts", "type T struct { m any }\n\nfunc F() {\n\tput( :=\n}\n\nfunc put(t *T) { t.m = 1 }\n\nfunc G(t *T) { _ = t.m }\n\nfunc H() {}\n", "F put G"},
		{"what it puts", "type T struct { m any }\n\nfunc F(t *T) {\n\tt.m = :=\n}\n\nfunc G(t *T) { _ = t.m }\n", "F G"},
		{"a name that is declared again", "func F() {}\n\nfunc F( {\n}\n\nfunc G() { F() }\n", "G F"},
		{"a file of another package", "func G() {}\n-- p/q.go --\npackage q\n\nfunc H() {}\n\nfunc (T) M() {}\n\ntype U int\n\nvar V, W = 1, 2\n", "H U V W"},
		{"a file that cannot be read", "func G() {}\n-- p/q.go --\nunreadable", ""},
	} {
		w := check(t, "-- p/p.go --\npackage p\n\n"+test.src)
		c := w.checked["p"]
		if got := w.left("p"); got != test.left || len(c.Errors) == 0 || !slices.Contains(append(w.bodies("p"), c.Left...), "G") {
			t.Errorf("%s: left out %q, want %q; errors %q", test.name, got, test.left, messages(c.Errors))
		}
	}
	if c := check(t, "-- p/p.go --\nno package").checked["p"]; !c.Hopeless || len(c.Errors) == 0 || c.Errors[0].Error() == "" {
		t.Error("something was made of no file")
	}
}

// TestFollowUps: errors that follow from others are told apart.
func TestFollowUps(t *testing.T) {
	for _, test := range []struct{ name, src, errors, followUps string }{
		{"the name of a package", "import \"nowhere/go-yaml\"\nfunc F() { yaml.F() }", "could not import nowhere/go-yaml (not there)", "undefined: yaml"},
		{"another name", "import \"nowhere/go-yaml\"\nfunc F() { json.F() }", "could not import nowhere/go-yaml (not there); undefined: json", ""},
		{"a field of what embeds it", "import \"nowhere/yaml\"\ntype T struct { yaml.T }\nfunc F(t T) { _ = t.a }", "could not import nowhere/yaml (not there)", "t.a undefined (type T has no field or method a)"},
		{"what a broken package may declare", "import \"b\"\nfunc F() { b.Lost() }\nfunc G() { nothing() }\n-- b/b.go --\npackage b\n\nfunc Lost( {\n}\n", "undefined: nothing", "undefined: b.Lost"},
		{"its own error", "func F() { nothing() }", "undefined: nothing", ""},
	} {
		// The package that is in the way comes first.
		src, rest, found := strings.Cut(test.src, "-- b/b.go --")
		if found {
			src = "-- b/b.go --" + rest + "-- p/p.go --\npackage p\n" + src
		}
		c := check(t, src).checked["p"]
		if got := messages(c.Errors); got != test.errors {
			t.Errorf("%s: errors %q, want %q", test.name, got, test.errors)
		}
		if got := messages(c.FollowUps); got != test.followUps {
			t.Errorf("%s: that follow %q, want %q", test.name, got, test.followUps)
		}
	}
}

// TestOnlyCKnows: what a dependency has from C is unknown, and no error.
func TestOnlyCKnows(t *testing.T) {
	const src = `
-- c/c.go --
package c

import "C"

const N = C.N

func Row() *C.row { return nil }

func Plain() {}
-- p/p.go --
package p

import "c"

func F(n int) {
	switch n {
	case c.N, c.N:
	}
}

func G() { c.Row() }

func H() { c.Plain() }
`
	w := check(t, src[1:])
	c := w.checked["p"]
	if len(c.Errors) > 0 || len(c.FollowUps) > 0 || len(c.Left) > 0 {
		t.Errorf("errors %q, left out %q", messages(c.Errors), c.Left)
	}
	if got := strings.Join(w.bodies("p"), " "); got != "H" {
		t.Errorf("with bodies: %s", got)
	}
	if c := w.checked["c"]; !c.Cgo {
		t.Error("c does not use cgo")
	}
}

// TestTrusts: which findings stand beside what was left out.
func TestTrusts(t *testing.T) {
	const src = `
-- b/b.go --
package b

type T int

func Fails() { nothing() }
-- p/p.go --
package p

import "b"

type I interface { M() }

type T struct { count int }

func (T) M() { nothing() }

func fails(t *T) { under(); t.count = nothing }

func under() { deep() }

func deep() {}

func Calls(t *T) { fails(t); called() }

func called() {}

func Behind(i I) { i.M() }

func Reads(t *T) int { return t.count }

func Uses(t b.T) {}

func Apart() {}
`
	w := check(t, src[1:])
	c := w.checked["p"]
	places := make(map[string]token.Pos)
	for _, f := range c.Files {
		for _, decl := range f.Decls {
			if fd, ok := decl.(*ast.FuncDecl); ok {
				places[fd.Name.Name] = fd.Name.Pos()
			}
		}
	}
	for _, test := range []struct {
		name string
		on   Trust
		want string // of those that stand
	}{
		{"sources", Sources, "Apart Behind Calls Reads Uses called deep under"},
		{"surroundings", Surroundings, "Apart Uses"},
		{"told", Told, "Apart"},
	} {
		var got []string
		for _, name := range []string{"Apart", "Behind", "Calls", "Reads", "Uses", "called", "deep", "under"} {
			if c.Trusts(places[name], nil, test.on) {
				got = append(got, name)
			}
		}
		if got := strings.Join(got, " "); got != test.want {
			t.Errorf("%s: %s stand, want %s", test.name, got, test.want)
		}
	}
	if c.Trusts(places["deep"], []token.Pos{places["Apart"]}, Sources) {
		t.Error("a bug that begins in one caller of a function stands, though another was left out")
	}
	if c.Whole() || !check(t, "func F() {}").checked["p"].Trusts(0, nil, Told) {
		t.Error("whether something was left out is not known")
	}
}
