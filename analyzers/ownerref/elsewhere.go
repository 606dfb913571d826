package ownerref

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/kube"
)

// A helper is the fact of a function that hands two of its parameters to SetOwnerReference:
//
//	func own(site, obj client.Object, scheme *runtime.Scheme) error {
//		return controllerutil.SetOwnerReference(site, obj, scheme)
//	}
type helper struct{ Owner, Object int }

func (*helper) AFact()         {}
func (*helper) String() string { return "setsOwnerReference" }

// exportHelpers exports the fact for the functions of the package that set no other reference.
func exportHelpers(pass *analysis.Pass, files []*ast.File) {
	for _, f := range files {
		for _, d := range f.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok || fd.Body == nil {
				continue
			}
			if fn, ok := pass.TypesInfo.Defs[fd.Name].(*types.Func); ok {
				if h, ok := helperOf(pass, fn, fd.Body); ok {
					pass.ExportObjectFact(fn, &h)
				}
			}
		}
	}
}

func helperOf(pass *analysis.Pass, fn *types.Func, body *ast.BlockStmt) (h helper, ok bool) {
	for n := range ast.Preorder(body) {
		call, isCall := n.(*ast.CallExpr)
		if !isCall {
			continue
		}
		f, known := callee(pass, call)
		switch {
		case !known || kube.SetsOwner(f) == kube.NoOwner:
			if looksLikeSetting(call) {
				return helper{}, false
			}
		case ok || kube.SetsOwner(f) != kube.Owned || len(call.Args) < 2:
			return helper{}, false
		default:
			h = helper{parameter(pass, fn, call.Args[0]), parameter(pass, fn, call.Args[1])}
			ok = h.Owner >= 0 && h.Object >= 0
			if !ok {
				return helper{}, false
			}
		}
	}
	return h, ok
}

// parameter is the number of the parameter of fn that x names, -1 for others.
func parameter(pass *analysis.Pass, fn *types.Func, x ast.Expr) int {
	id, ok := ast.Unparen(x).(*ast.Ident)
	if !ok {
		return -1
	}
	return slices.Index(slices.Collect(fn.Signature().Params().Variables()), variable(pass, id))
}

func variable(pass *analysis.Pass, id *ast.Ident) *types.Var {
	v, _ := pass.TypesInfo.Uses[id].(*types.Var)
	return v
}

// setReferences is the fact of a package that it sets owner references.
type setReferences struct {
	Owned      []pair
	Controlled []string
	Unknown    bool
}

func (*setReferences) AFact()         {}
func (*setReferences) String() string { return "setReferences" }

// export tells the importers of the package which references it sets.
func (refs references) export(pass *analysis.Pass) {
	if len(refs.owned)+len(refs.controlled) > 0 || refs.unknown {
		pass.ExportPackageFact(&setReferences{refs.owned, refs.controlled, refs.unknown})
	}
}

// withImports are the references that the package sets, and those of the same repository that it
// depends on.
func (refs references) withImports(pass *analysis.Pass) references {
	all := refs
	all.owned, all.controlled = slices.Clone(refs.owned), slices.Clone(refs.controlled)
	for _, f := range pass.AllPackageFacts() {
		if sets, ok := f.Fact.(*setReferences); ok && f.Package != pass.Pkg && kube.Repository(f.Package.Path()) == kube.Repository(pass.Pkg.Path()) {
			all.owned = append(all.owned, sets.Owned...)
			all.controlled = append(all.controlled, sets.Controlled...)
			all.unknown = all.unknown || sets.Unknown
		}
	}
	return all
}
