package astspan

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"
)

// TestExpressions: what expressions begin with, call and compare.
func TestExpressions(t *testing.T) {
	name := func(id *ast.Ident) string {
		if id == nil {
			return ""
		}
		return id.Name
	}
	for _, test := range []struct {
		src, root, notNil string
		path              bool
	}{
		{src: "x", root: "x", path: true},
		{src: "x.a.b", root: "x", path: true},
		{src: "(*x).a[i].b", root: "x"},
		{src: "&x.a", root: "x"},
		{src: "x.(T).a", root: "x"},
		{src: "<-x"},
		{src: "f(x).a"},
		{src: "x != nil", notNil: "x"},
		{src: "(x.a != (nil))", notNil: "x.a"},
		{src: "x == nil"},
		{src: "x != y"},
	} {
		e, err := parser.ParseExpr(test.src)
		if err != nil {
			t.Fatal(err)
		}
		if got := name(Root(e)); got != test.root {
			t.Errorf("Root(%s) is %q, want %q", test.src, got, test.root)
		}
		if got := IsPath(e); got != test.path {
			t.Errorf("IsPath(%s) is %v", test.src, got)
		}
		notNil := ""
		if x := NotNil(e); x != nil {
			notNil = Text(token.NewFileSet(), x)
		}
		if notNil != test.notNil {
			t.Errorf("NotNil(%s) is %q, want %q", test.src, notNil, test.notNil)
		}
	}
	for src, want := range map[string]string{"f(x)": "f", "p.f(x)": "f", "(p.f[T])(x)": "f", "f()()": ""} {
		e, err := parser.ParseExpr(src)
		if err != nil {
			t.Fatal(err)
		}
		if got := name(Called(e.(*ast.CallExpr))); got != want {
			t.Errorf("Called(%s) is %q, want %q", src, got, want)
		}
	}
}

// TestFuncs: the functions of a file, the names in them and where their lines end.
func TestFuncs(t *testing.T) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "a.go", "package p\nfunc none()\nfunc a(b int) { c() /* d */ // e\n\t// f\n}\n", parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for fn := range Funcs([]*ast.File{f}) {
		found++
		typ, body := Func(fn)
		if typ != fn.Type || body != fn.Body || !Within(fn, body.Pos()) || Within(body, fn.Pos()) {
			t.Error("not the function itself")
		}
		if got := Unused(fn, "a", "c", "d", "x"); got != "d" {
			t.Errorf("%q is not used", got)
		}
		end := LineEnd(fset, f, body.List[0].End())
		if p := fset.Position(end); p.Line != 3 || p.Column != 33 {
			t.Errorf("the line ends at %v", p)
		}
	}
	if found != 1 {
		t.Errorf("%d functions with a body", found)
	}
}
