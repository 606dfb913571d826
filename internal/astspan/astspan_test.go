package astspan_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// TestSpans: nodes begin and end where go/ast says, and those around a position
// are those that go/ast says are there.
func TestSpans(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(testmodule.Root(), "internal", "*", "*.go"))
	if err != nil || len(files) < 50 {
		t.Fatal(len(files), err)
	}
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		check(t, name, string(src))
	}
	check(t, "shapes.go", shapes)
}

const shapes = `package p

type A func() func(x int) func() (a, b []map[string]chan *struct{ F int ` + "`tag`" + ` })

func (a *A) F(c chan<- func() int, more ...int) {
L1:
L2:
	if x := 1; x > 0 {
	} else if !!true && (-x < +more[0]) {
		a.F(c)
	} else if more[1:2][0] == 3 {
	} else {
		switch {
		case x == 1, x == 2:
		default:
			goto L1
		}
	}
	select {
	case c <- func() int { return 1 }:
		defer a.F(c, []int{1: 2, 3}...)
	}
	for range 3 {
		break L2
	}
	_ = interface{ M() }(nil).(interface{ M() })
	var f func(int,
		int)
	return
}
`

func check(t *testing.T, name, src string) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ns := astspan.New(f)
	var all []ast.Node
	ast.Inspect(f, func(n ast.Node) bool {
		switch n.(type) {
		case nil, *ast.Comment, *ast.CommentGroup:
			return false
		}
		all = append(all, n)
		if ns.Pos(n) != n.Pos() || ns.End(n) != n.End() {
			t.Errorf("%s: %T is from %d to %d, want %d to %d", fset.Position(n.Pos()), n, ns.Pos(n), ns.End(n), n.Pos(), n.End())
		}
		return true
	})
	for i := 0; i < len(all); i += 1 + len(all)/50 {
		pos := all[i].Pos()
		got := slices.Collect(ns.Around(pos))
		slices.Reverse(got)
		want := around(f, pos)
		if d, ok := want[min(1, len(want)-1)].(*ast.FuncDecl); ok {
			// The name and the receiver stand in the type, but are no part of it.
			isType := func(n ast.Node) bool { return n == ast.Node(d.Type) }
			got, want = slices.DeleteFunc(got, isType), slices.DeleteFunc(want, isType)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %s around it, want %s", fset.Position(pos), kinds(got), kinds(want))
		}
	}
}

func kinds(nodes []ast.Node) string {
	var b strings.Builder
	for _, n := range nodes {
		fmt.Fprintf(&b, "%T ", n)
	}
	return b.String()
}

// around asks each node.
func around(f *ast.File, pos token.Pos) []ast.Node {
	var out []ast.Node
	ast.Inspect(f, func(n ast.Node) bool {
		switch n.(type) {
		case nil, *ast.Comment, *ast.CommentGroup:
			return false
		}
		if n.Pos() > pos || pos >= n.End() {
			return false
		}
		out = append(out, n)
		return true
	})
	return out
}

// TestLong: a chain of 20,000 else-ifs is read at once. By the square of its
// length it would take a minute.
func TestLong(t *testing.T) {
	src := "package p\n\nfunc F(n int) {\n\t" + strings.Repeat("if n > 1 {\n\t\tF(n)\n\t} else ", 20000) + "{\n\t}\n}\n"
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ns := astspan.New(f)
	for pos := f.FileStart; pos < f.FileEnd; pos++ {
		for n := range ns.Around(pos) {
			if _, ok := n.(*ast.IfStmt); ok && ns.End(n) != f.FileEnd-3 {
				t.Fatalf("an if at %s ends at %s", fset.Position(pos), fset.Position(ns.End(n)))
			}
			break
		}
	}
}

// TestPath: a position is in one file, and its path begins with the innermost node.
func TestPath(t *testing.T) {
	fset := token.NewFileSet()
	var files []*ast.File
	for _, src := range []string{"package p; func f() {}", "package p; func g() { f() }"} {
		f, err := parser.ParseFile(fset, "", src, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	call := files[1].Decls[0].(*ast.FuncDecl).Body.List[0].(*ast.ExprStmt).X.(*ast.CallExpr)
	file, path := astspan.Path(files, call.Lparen)
	if file != files[1] || len(path) == 0 || path[0] != ast.Node(call) || path[len(path)-1] != ast.Node(file) {
		t.Errorf("%v, %v", file, path)
	}
	if file, path := astspan.Path(files[:1], call.Lparen); file != nil || path != nil {
		t.Errorf("%v, %v", file, path)
	}
}
