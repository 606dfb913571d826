package ownerref

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/kube"
)

// does is what a package tells its importers of a type, a function, or itself.
type does struct {
	// InNamespace: objects of the type are in namespaces.
	InNamespace bool
	Helper      *helper     // what the function is
	Sets        *references // which the package sets
}

// A helper is a function that hands one of its parameters to SetOwnerReference, or two:
//
//	func own(site, obj client.Object, scheme *runtime.Scheme) error {
//		return controllerutil.SetOwnerReference(site, obj, scheme)
//	}
type helper struct {
	Owner, Object         fact.Param
	OwnerKind, ObjectKind string // the name of the type of what is no parameter
}

// exportHelpers exports the fact for the functions of the package that set no other reference, and for the
// methods of its interfaces that they implement.
func exportHelpers(pass *analysis.Pass, files []*ast.File) {
	var methods []*types.Func
	for fd := range astspan.Funcs(files) {
		fn, ok := pass.TypesInfo.Defs[fd.Name].(*types.Func)
		if !ok {
			continue
		}
		if h, ok := helperOf(pass, fn, fd.Body); ok {
			fact.Tell(pass, fn, does{Helper: &h})
			if fn.Signature().Recv() != nil {
				methods = append(methods, fn)
			}
		}
	}
	scope := pass.Pkg.Scope()
	for _, name := range scope.Names() {
		if iface, ok := scope.Lookup(name).Type().Underlying().(*types.Interface); ok {
			exportMethods(pass, iface, methods)
		}
	}
}

// exportMethods exports the fact of each method for that of iface which it implements.
func exportMethods(pass *analysis.Pass, iface *types.Interface, methods []*types.Func) {
	for _, m := range methods {
		if !types.Implements(m.Signature().Recv().Type(), iface) {
			continue
		}
		for i := range iface.ExplicitMethods() {
			if f, ok := fact.Of[does](pass, m); ok && i.Name() == m.Name() {
				fact.Tell(pass, i, f)
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
		switch how := kube.SetsOwner(typeutil.Callee(pass.TypesInfo, call)); {
		case how == kube.NoOwner:
		case ok || how != kube.Owned || len(call.Args) < 2:
			return helper{}, false
		default:
			h.Owner, h.OwnerKind = given(pass, fn, call.Args[0])
			h.Object, h.ObjectKind = given(pass, fn, call.Args[1])
			ok = (h.Owner >= 0 || h.OwnerKind != "") && (h.Object >= 0 || h.ObjectKind != "") && max(h.Owner, h.Object) >= 0
		}
	}
	return h, ok
}

// given is the parameter of fn that x names, or none and the name of its type, if that is known.
func given(pass *analysis.Pass, fn *types.Func, x ast.Expr) (i fact.Param, kind string) {
	t := pass.TypesInfo.TypeOf(x)
	if i = parameter(pass, fn, x); i < 0 && t != nil && !types.IsInterface(t) {
		kind = kube.TypeName(t)
	}
	return i, kind
}

// parameter is the parameter of fn that x names.
func parameter(pass *analysis.Pass, fn *types.Func, x ast.Expr) fact.Param {
	id, _ := ast.Unparen(x).(*ast.Ident)
	return fact.Param(slices.Index(slices.Collect(fn.Signature().Params().Variables()), variable(pass, id)))
}

func variable(pass *analysis.Pass, id *ast.Ident) *types.Var {
	v, _ := pass.TypesInfo.Uses[id].(*types.Var)
	return v
}

// withImports are the references that the package sets, and those of the same repository that it
// depends on.
func (refs references) withImports(pass *analysis.Pass) references {
	var all references
	for pkg, f := range fact.Below[does](pass) {
		if kube.Repository(pkg.Path()) == kube.Repository(pass.Pkg.Path()) {
			all.add(f.Sets)
		}
	}
	all.add(&refs)
	return all
}

func (refs *references) add(more *references) {
	refs.Controlled = append(refs.Controlled, more.Controlled...)
	refs.Controllers = append(refs.Controllers, more.Controllers...)
	refs.Unknown = refs.Unknown || more.Unknown
	refs.AnyKind = refs.AnyKind || more.AnyKind
}
