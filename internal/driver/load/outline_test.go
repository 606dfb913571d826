package load

import (
	"bytes"
	"go/ast"
	"go/build"
	"go/format"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/k8slint/k8slint/internal/driver/source"
)

// TestReduce: the declarations that importers of a package can see.
func TestReduce(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"function nobody names", "func f(x T) {}\nfunc F() {}", "func F() {}"},
		{"function that a value names", "func f() T {}\nvar V = f()", "func f() T {}\nvar V = f()"},
		{"function that a hidden value names", "func f() T {}\nvar v = f()", ""},
		{"chain", "func f() T {}\nvar v, w = f(), 1\nvar V = v.x", "func f() T {}\nvar v, w = f(), 1\nvar V = v.x"},
		{"function that a length names", "func f() {}\ntype T [unsafe.Sizeof(f)]int", "func f() {}\ntype T [unsafe.Sizeof(f)]int"},
		{"methods", "func (t *t) m(a, b int) (c string) {}", "func (_ *t) m(_, _ int) (_ string) {}"},
		{"init and main", "func init() {}\nfunc main() {}", ""},
		{"types and constants", "type t struct{ a, b int }\nconst c, d int = 1, 2", "type t struct{ a, b int }\n\nconst c, d int = 1, 2"},
		{"interface", "type I interface{ M(a int, _ string) (err error) }", "type I interface {\n\tM(_ int, _ string) (_ error)\n}"},
		{"type parameters", "func F[T any](a T) {}", "func F[T any](_ T) {}"},
		{"parameter that analyzers read", "func F(resourceVersion string, n int) {}", "func F(resourceVersion string, _ int) {}"},
		{"assertion", "var _ I = (*T)(nil)\nvar _, V = f()\nfunc f() (a, b int) {}", "var _, V = f()\n\nfunc f() (_, _ int) {}"},
		{"group", "var (\n\ta = 1\n\tB = a\n\tc = 2\n)", "var (\n\ta = 1\n\tB = a\n)"},
		{"typed value", "func f() int {}\nvar V, W int = f(), f()", "var V, W int"},
		{"literal", "func f() int {}\nvar V = T{f()}\nvar W = &p.T{A: f()}\nvar X = []int{f()}\nvar Y = func(a int) int { return f() }", "var V T\nvar W *p.T\nvar X []int\nvar Y func(_ int) int"},
		{"counted literal", "var V = [...]int{1, 2}\nvar W = &[...]int{1, 2}", "var V = [...]int{1, 2}\nvar W = &[...]int{1, 2}"},
		{"literal in a call", "var V = new(func() { const c int = 1 })", "var V = new(func() { const c int = 1 })"},
	}
	for _, test := range tests {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, "p.go", "package p\n\n"+test.src, parser.SkipObjectResolution)
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		reduce([]*ast.File{f})
		if got, want := text(t, fset, f), tidy(t, test.want); got != want {
			t.Errorf("%s:\n got %q\nwant %q", test.name, got, want)
		}
	}
}

// text is f as gofmt would write it without blank lines.
func text(t *testing.T, fset *token.FileSet, f *ast.File) string {
	var buf bytes.Buffer
	if err := format.Node(&buf, fset, f); err != nil {
		t.Fatal(err)
	}
	return tidy(t, strings.TrimPrefix(buf.String(), "package p\n"))
}

func tidy(t *testing.T, src string) string {
	out, err := format.Source([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.FieldsFunc(string(out), func(r rune) bool { return r == '\n' }), "\n")
}

// What importers see of a package is the same in its outline, on some packages of the
// standard library.
func TestReduceKeepsWhatImportersSee(t *testing.T) {
	fset := token.NewFileSet()
	imp := importer.ForCompiler(fset, "source", nil)
	for _, path := range []string{"strings", "sort", "strconv", "encoding/json", "regexp/syntax", "unicode"} {
		dir := filepath.Join(runtime.GOROOT(), "src", filepath.FromSlash(path))
		found, err := build.ImportDir(dir, 0)
		if err != nil {
			t.Skip(err) // the standard library's source is not there
		}
		var seen [2]string
		for i := range seen {
			var files []*ast.File
			for _, name := range found.GoFiles {
				src, err := source.ReadFile(filepath.Join(dir, name))
				if err != nil {
					t.Fatal(err)
				}
				f, err := parser.ParseFile(fset, name, source.Strip(src), parser.SkipObjectResolution)
				if err != nil {
					t.Fatal(err)
				}
				files = append(files, f)
			}
			if i == 1 {
				reduce(files)
			} else {
				for _, f := range files {
					unnameAll(f)
				}
			}
			conf := types.Config{Importer: imp, IgnoreFuncBodies: true, Error: func(err error) { t.Errorf("%s: %v", path, err) }}
			pkg, _ := conf.Check(path, fset, files, nil)
			seen[i] = visible(pkg)
		}
		if seen[0] != seen[1] {
			t.Errorf("%s:\n%s\nin its outline:\n%s", path, seen[0], seen[1])
		}
	}
}

func unnameAll(f *ast.File) {
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			unname(n.Recv)
		case *ast.FuncType:
			unname(n.Params)
			unname(n.Results)
		}
		return true
	})
}

// visible lists what importers can name of pkg, and all types and constants, with
// their methods.
func visible(pkg *types.Package) string {
	var out strings.Builder
	for _, name := range pkg.Scope().Names() {
		obj := pkg.Scope().Lookup(name)
		switch obj.(type) {
		case *types.TypeName, *types.Const:
		default:
			if !obj.Exported() {
				continue
			}
		}
		out.WriteString(types.ObjectString(obj, nil) + "\n")
		if n, ok := obj.Type().(*types.Named); ok {
			for m := range n.Methods() {
				out.WriteString("\t" + types.ObjectString(m, nil) + "\n")
			}
		}
	}
	return out.String()
}
