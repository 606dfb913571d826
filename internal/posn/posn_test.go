package posn

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// TestOf: a place has one name wherever the module lies.
func TestOf(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "/src/anywhere/pod.go", "package p\n\nvar X int\n", 0)
	if err != nil {
		t.Fatal(err)
	}
	at := file.Decls[0].(*ast.GenDecl).Pos()
	main, other := &analysis.Module{Path: "example.com/op"}, &analysis.Module{Path: "example.com/lib", Version: "v1.2.3"}
	for _, c := range []struct {
		module *analysis.Module
		pkg    string
		want   string
	}{
		{main, "example.com/op", "pod.go:3"},
		{main, "example.com/op/internal/mirror", "internal/mirror/pod.go:3"},
		{main, "example.com/op/internal/mirror_test", "internal/mirror/pod.go:3"},
		{main, "example.com/op_test", "pod.go:3"},
		{main, "example.com/operator/mirror", "mirror/pod.go:3"}, // not below it
		{main, "command-line-arguments", "command-line-arguments/pod.go:3"},
		{other, "example.com/lib/client/cache", "cache/pod.go:3"},
		{nil, "github.com/owner/repo/pkg/sync", "pkg/sync/pod.go:3"},
		{nil, "github.com/owner/repo/vendor/k8s.io/client-go/tools/cache", "tools/cache/pod.go:3"},
	} {
		pass := &analysis.Pass{Fset: fset, Pkg: types.NewPackage(c.pkg, "p"), Module: c.module}
		if got := Of(pass, at); got != c.want {
			t.Errorf("%s: %q, want %q", c.pkg, got, c.want)
		}
	}
	if got := Of(&analysis.Pass{Fset: fset}, token.NoPos); got != "" {
		t.Errorf("no place is %q", got)
	}
}
