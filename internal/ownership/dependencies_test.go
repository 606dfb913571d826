package ownership

import (
	"go/token"
	"go/types"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// A driver gives an empty package for an import that no declaration needs: where
// another package has the real one, that is what the dependencies know.
func TestStandIns(t *testing.T) {
	pkg := func(path string, imports ...*types.Package) *types.Package {
		p := types.NewPackage("example.com/"+path, path)
		p.SetImports(imports)
		return p
	}
	deep := pkg("deep")
	deep.Scope().Insert(types.NewVar(token.NoPos, deep, "Deep", types.Typ[types.Int]))
	full := pkg("q", deep)
	name := types.NewTypeName(token.NoPos, full, "T", nil)
	types.NewNamed(name, types.NewStruct(nil, nil), nil)
	full.Scope().Insert(name)
	for _, c := range []struct {
		name    string
		imports []*types.Package
	}{
		{"stand-in first", []*types.Package{pkg("first", pkg("q")), pkg("second", full)}},
		{"stand-in last", []*types.Package{pkg("first", full), pkg("second", pkg("q"))}},
	} {
		top := pkg("p", c.imports...)
		d := &dependencies{unit: &unit{pass: &analysis.Pass{Pkg: top}}}
		if d.packageOf("example.com/q") != full {
			t.Errorf("%s: the package is the stand-in", c.name)
		}
		if d.typeNamed("example.com/q.T") != name.Type() {
			t.Errorf("%s: the type is not found", c.name)
		}
		if d.packageOf("example.com/deep") != deep || !d.sees(top, "example.com/deep") {
			t.Errorf("%s: what the real package imports is not seen", c.name)
		}
	}
}
