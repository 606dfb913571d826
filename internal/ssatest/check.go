package ssatest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// Check parses and type-checks the package at path, whose files are given by name
// with their texts, and returns what an analyzer gets of it. A mistake in it ends
// the test.
func Check(t testing.TB, fset *token.FileSet, path string, im types.Importer, files map[string]string) *analysis.Pass {
	t.Helper()
	pass := &analysis.Pass{Fset: fset, TypesInfo: &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}, Scopes: map[ast.Node]*types.Scope{},
		Instances: map[*ast.Ident]types.Instance{}, FileVersions: map[*ast.File]string{},
	}, ReadFile: func(name string) ([]byte, error) { return []byte(files[name]), nil }}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		f, err := parser.ParseFile(fset, name, files[name], parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatalf("%v\n%s", err, files[name])
		}
		pass.Files = append(pass.Files, f)
	}
	pkg, err := (&types.Config{Importer: im}).Check(path, fset, pass.Files, pass.TypesInfo)
	if err != nil {
		t.Fatalf("package %s: %v", path, err)
	}
	pass.Pkg = pkg
	return pass
}

// Packages are packages by path, which sources can import.
type Packages map[string]*types.Package

// Import implements types.Importer.
func (ps Packages) Import(path string) (*types.Package, error) {
	if p := ps[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("no package %s", path)
}
