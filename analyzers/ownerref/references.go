package ownerref

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// references are the owner references that a package sets. Types go by their names.
type references struct {
	Owned      []pair // by SetOwnerReference, with the types of both objects
	Written    []pair // by a literal without controller: true
	Controlled []pair // by SetControllerReference; the owner is empty if its type is not known
	// Controllers are the owners whose reference, which says that they are the controller, the package may set
	// on objects of any kind; Unknown tells that it may set that of any owner.
	Controllers []string
	Unknown     bool
	// AnyKind tells that the package sets that reference on unstructured objects: those of manifests, which may be Pods.
	AnyKind bool
}

// A reading is what a package sets, and what only its own analysis asks.
type reading struct {
	references
	makesPods bool            // the package makes Pods
	calls     []*ast.CallExpr // those of SetControllerReference and SetOwnerReference
}

type pair struct{ Owner, Object string }

func read(pass *analysis.Pass, files []*ast.File) reading {
	var refs reading
	exportHelpers(pass, files)
	for _, f := range files {
		for n := range ast.Preorder(f) {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if n.Body == nil { // skipped, or in assembly: it may own anything
					refs.Unknown, refs.AnyKind, refs.makesPods = true, kube.ImportsControllerRuntime(pass.Pkg), true
				}
			case *ast.AssignStmt:
				for _, e := range n.Lhs {
					refs.Unknown = refs.Unknown || completes(pass, e)
				}
			case *ast.CallExpr:
				refs.call(pass, n)
			case *ast.CompositeLit:
				t := pass.TypesInfo.TypeOf(n)
				if kube.MakesOwnerReference(t) {
					refs.write(pass, n)
				}
				refs.makesPods = refs.makesPods || len(n.Elts) > 0 && isPod(t)
			}
		}
	}
	return refs
}

// write notes the owner reference that lit writes.
func (refs *references) write(pass *analysis.Pass, lit *ast.CompositeLit) {
	owner, object := writtenBy(pass, lit)
	if object == "" {
		refs.Unknown = true
	} else if owner != "" {
		refs.Written = append(refs.Written, pair{owner, object})
	}
}

func (refs *reading) call(pass *analysis.Pass, call *ast.CallExpr) {
	f := typeutil.Callee(pass.TypesInfo, call)
	how, args := kube.SetsOwner(f), &helper{Owner: 0, Object: 1}
	fn, declared := f.(*types.Func)
	var said does
	if declared && how == kube.NoOwner {
		said, _ = fact.Of[does](pass, fn)
	}
	if !declared && how == kube.NoOwner {
		refs.Unknown = refs.Unknown || looksLikeSetting(call) // a variable of the program
		return
	} else if said.Helper != nil {
		how, args = kube.Owned, said.Helper
	} else if how == kube.NoOwner {
		// metav1.NewControllerRef, a helper of the program and the like.
		refs.Unknown = refs.Unknown || kube.MakesOwnerReference(kube.ResultOf(fn)) || looksLikeSetting(call)
		if kube.MakesControllerRef(fn) {
			refs.controllerRef(pass, call)
		}
		return
	}
	if len(call.Args) <= int(max(args.Owner, args.Object)) {
		return
	}
	if said.Helper == nil {
		refs.calls = append(refs.calls, call)
	}
	if how == kube.Owned {
		owner, object := args.OwnerKind, args.ObjectKind
		if args.Owner >= 0 {
			owner = kube.TypeName(pass.TypesInfo.TypeOf(call.Args[args.Owner]))
		}
		if args.Object >= 0 {
			object = knownObject(pass.TypesInfo.TypeOf(call.Args[args.Object]))
		}
		if object != "" {
			refs.Owned = append(refs.Owned, pair{owner, object})
		}
		return
	}
	object := pass.TypesInfo.TypeOf(call.Args[args.Object])
	switch owner, name := kindOf(pass.TypesInfo.TypeOf(call.Args[args.Owner])), kindOf(object); {
	case name != "":
		refs.Controlled = append(refs.Controlled, pair{owner, name})
		refs.makesPods = refs.makesPods || isPod(object)
	case owner != "":
		refs.Controllers = append(refs.Controllers, owner)
	default:
		refs.Unknown = true
	}
	refs.AnyKind = refs.AnyKind || kube.TypeName(object) == kube.Unstructured
}

// controllerRef notes the controller's reference that call makes for importers: on the objects that the same
// function makes, on those of any kind if it makes none.
func (refs *references) controllerRef(pass *analysis.Pass, call *ast.CallExpr) {
	owner := kindOf(pass.TypesInfo.TypeOf(call.Args[0]))
	_, path := astspan.Path(pass.Files, call.Pos())
	made := len(refs.Controlled)
	for n := range ast.Preorder(path[len(path)-2]) { // the declaration
		if lit, ok := n.(*ast.CompositeLit); ok {
			if object := objectName(pass, lit); object != "" {
				refs.Controlled = append(refs.Controlled, pair{owner, object})
			}
		}
	}
	if len(refs.Controlled) == made && owner != "" {
		refs.Controllers = append(refs.Controllers, owner)
	}
}

// kindOf is the name of the type t of the objects of one kind, "" for others.
func kindOf(t types.Type) string {
	if n := ssaquery.Named(t); n == nil || !kube.IsKind(n.Obj()) {
		return ""
	}
	return knownObject(t)
}

// looksLikeSetting reports whether the function that call calls may set the controller's
// reference, by its name: then the analyzer is silent. The getter of an object does not.
func looksLikeSetting(call *ast.CallExpr) bool {
	if setsLiteral(call) {
		return false
	}
	id := astspan.Called(call)
	if id == nil || id.Name == "GetOwnerReferences" && len(call.Args) == 0 {
		return false
	}
	name := strings.ToLower(id.Name)
	return strings.Contains(name, "controllerref") || strings.Contains(name, "ownerref")
}

// onlyOwned reports whether the package sets references from objects of the type to owner, and none
// that says that it is the controller's; and whether it writes all of them by hand.
func (refs references) onlyOwned(owner, object types.Type) (is, written bool) {
	p := pair{kube.TypeName(owner), kube.TypeName(object)}
	owned := slices.Contains(refs.Owned, p)
	written = !owned && slices.Contains(refs.Written, p)
	return (owned || written) && !refs.Unknown && !refs.controls(p), written
}

// controls reports whether the package is known to set the controller's reference of p.
func (refs references) controls(p pair) bool {
	return slices.Contains(refs.Controllers, p.Owner) || slices.ContainsFunc(refs.Controlled, p.mayBe)
}

// mayBe reports whether the controller that c says may be the owner of p: it is of the same kind, in any version.
func (p pair) mayBe(c pair) bool {
	bare := func(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }
	return c.Object == p.Object && (c.Owner == "" || bare(c.Owner) == bare(p.Owner))
}

func callee(pass *analysis.Pass, call *ast.CallExpr) (*types.Func, bool) {
	f, ok := typeutil.Callee(pass.TypesInfo, call).(*types.Func)
	return f, ok
}

func isPod(t types.Type) bool {
	k, ok := kube.KindOf(t)
	return ok && k == kube.PodKind
}

// returnsPods reports whether a function of pkg, or of one that it imports from the same
// repository, returns a Pod: there the Pods may be made.
func returnsPods(pkg *types.Package) bool {
	for _, p := range append([]*types.Package{pkg}, pkg.Imports()...) {
		if kube.Repository(p.Path()) != kube.Repository(pkg.Path()) {
			continue
		}
		for _, name := range p.Scope().Names() {
			switch obj := p.Scope().Lookup(name).(type) {
			case *types.Func:
				if givesPod(obj) {
					return true
				}
			case *types.TypeName:
				n, ok := types.Unalias(obj.Type()).(*types.Named)
				if !ok {
					continue
				}
				for m := range n.Methods() {
					if givesPod(m) {
						return true
					}
				}
			}
		}
	}
	return false
}

func givesPod(f *types.Func) bool {
	for v := range f.Signature().Results().Variables() {
		if isPod(v.Type()) {
			return true
		}
	}
	return false
}

func typeName(t types.Type) string {
	if n := ssaquery.Named(t); n != nil {
		return n.Obj().Name()
	}
	return t.String()
}
