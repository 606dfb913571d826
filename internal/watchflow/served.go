package watchflow

import (
	"go/types"
	"path"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// servedAnalyzer finds the API groups that have a server of their own. It is
// apart from Analyzer because it has facts, and so runs on dependencies.
var servedAnalyzer = &analysis.Analyzer{
	Name:       "k8slintserved",
	Doc:        "find the versions of API groups that are served by an aggregated API server",
	Run:        served,
	FactTypes:  []analysis.Fact{(*Served)(nil)},
	ResultType: reflect.TypeFor[servedBy](),
}

// Served is a fact about a package with the types of an API version: the kinds
// that are converted to an internal version of the same group.
//
// kube-apiserver knows such versions only of its own groups, whose conversions
// are not in k8s.io/api, and custom resources have none: whoever has one is a
// server built on k8s.io/apiserver, and keeps its objects where it likes.
type Served struct{ Kinds []string }

// AFact marks a fact.
func (*Served) AFact() {}

func (f *Served) String() string { return "served(" + strings.Join(f.Kinds, ",") + ")" }

// servedBy tells which kinds of a package that is imported, by any path, an
// aggregated API server serves.
type servedBy func(*types.Package) []string

func served(pass *analysis.Pass) (any, error) {
	var kinds []string
	for _, name := range pass.Pkg.Scope().Names() {
		if kind, ok := toInternal(pass.Pkg, name); ok {
			kinds = append(kinds, kind)
		}
	}
	if len(kinds) > 0 {
		slices.Sort(kinds)
		pass.ExportPackageFact(&Served{slices.Compact(kinds)})
	}
	return servedBy(func(p *types.Package) []string {
		var fact Served
		pass.ImportPackageFact(p, &fact)
		return fact.Kinds
	}), nil
}

// toInternal reports whether the object of that name is what conversion-gen
// writes to convert a kind of pkg to the internal version, whose package is the
// folder above: Convert_v1_Truck_To_fleet_Truck(*Truck, *fleet.Truck, Scope).
func toInternal(pkg *types.Package, name string) (kind string, ok bool) {
	if !strings.HasPrefix(name, "Convert_") {
		return "", false
	}
	fn, ok := pkg.Scope().Lookup(name).(*types.Func)
	if !ok || fn.Signature().Params().Len() != 3 {
		return "", false
	}
	in, out := pointee(fn.Signature().Params().At(0).Type()), pointee(fn.Signature().Params().At(1).Type())
	if in == nil || out == nil || in.Obj().Pkg() != pkg || out.Obj().Pkg() == nil || out.Obj().Pkg().Path() != path.Dir(pkg.Path()) {
		return "", false
	}
	return in.Obj().Name(), true
}

func pointee(t types.Type) *types.Named {
	p, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return nil
	}
	n, _ := types.Unalias(p.Elem()).(*types.Named)
	return n
}

// elsewhere reports whether s watches a kind that an aggregated API server
// serves, as far as the client's or the list's type says.
func (f *Flow) elsewhere(s *Sink) bool {
	call, ok := s.Instr.(*ssa.Call)
	if !ok {
		return false
	}
	var kinds []*types.Named
	if r := receiver(&call.Call); r != nil {
		// A typed client says it by what its other methods return.
		for _, n := range []string{"Get", "List"} {
			obj, _, _ := types.LookupFieldOrMethod(r.Type(), true, nil, n)
			if m, ok := obj.(*types.Func); ok && m.Signature().Results().Len() > 0 {
				kinds = append(kinds, pointee(m.Signature().Results().At(0).Type()))
			}
		}
	}
	for _, a := range call.Call.Args {
		kinds = append(kinds, pointee(unwrap(a).Type()))
	}
	for _, k := range kinds {
		if k == nil || k.Obj().Pkg() == nil {
			continue
		}
		if slices.Contains(f.served(k.Obj().Pkg()), strings.TrimSuffix(k.Obj().Name(), "List")) {
			return true
		}
	}
	return false
}
