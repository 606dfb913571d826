package load

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// depends reports whether what comes after call may depend on what it does, of which
// nothing is known: on its answer, on what it makes of what it is given, or on which
// implementation of an interface it is.
func (t *toucher) depends(call *ast.CallExpr) bool {
	info := t.r.info
	if f, ok := typeutil.Callee(info, call).(*types.Func); ok {
		if r := f.Signature().Recv(); r != nil && mayMatter(r.Type()) {
			return true
		}
	}
	if tv, ok := info.Types[call]; !ok || !tv.IsVoid() {
		return true
	}
	return slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return mayMatter(info.TypeOf(arg)) })
}

// mayMatter reports whether a callee that gets a value of type t may make something of it
// that its caller sees: not of a context, a number or a text, nor of a struct that is no object. What
// is put into its fields is known by the fields.
func mayMatter(t types.Type) bool {
	if t == nil {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.Invalid
	case *types.Pointer:
		return !isPlainStruct(u.Elem())
	case *types.Interface:
		return !ssaquery.IsContext(t)
	}
	return !isPlainStruct(t)
}

// isPlainStruct reports whether t is a struct and no object: what is put into
// its fields is known by the fields.
func isPlainStruct(t types.Type) bool {
	_, ok := t.Underlying().(*types.Struct)
	return ok && !isObject(t)
}

// Bounds on the structs within each other that are looked at. No finding of a package without
// errors is lost.
const (
	maxTypeDepth = 8 // what is deeper may hold anything
	maxHeldDepth = 3 // so far down nobody follows objects
)

// hasRefs reports whether t holds references to memory that an object can be made
// of.
func hasRefs(t types.Type, depth int) bool {
	if t == nil || depth > maxTypeDepth {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Basic, *types.Signature, *types.Chan:
		return false
	case *types.Array:
		return hasRefs(u.Elem(), depth+1)
	case *types.Struct:
		for f := range u.Fields() {
			if hasRefs(f.Type(), depth+1) {
				return true
			}
		}
		return false
	case *types.Interface:
		return u.NumMethods() == 0 || kube.IsObjectInterface(u) || kube.OfCachePackage(t)
	}
	return true
}

// mayHold reports whether objects, or parts of them, can be kept in a variable of
// type t: not in one that refers to clients and listers, or to structs of
// packages that know nothing of Kubernetes.
func mayHold(t types.Type, depth int) bool {
	if depth > maxHeldDepth {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return mayHold(u.Elem(), depth)
	case *types.Slice:
		return !isPlainRef(u.Elem()) || mayHold(u.Elem(), depth)
	case *types.Map:
		return !isPlainRef(u.Elem()) || mayHold(u.Elem(), depth)
	case *types.Chan:
		return mayHold(u.Elem(), depth)
	case *types.Array:
		return mayHold(u.Elem(), depth)
	case *types.Struct:
		if n, ok := types.Unalias(t).(*types.Named); ok && !isObject(t) && !knowsObjects(n.Obj().Pkg(), 3) {
			return false
		}
		for f := range u.Fields() {
			if isObject(f.Type()) || mayHold(f.Type(), depth+1) {
				return true
			}
		}
		return isObject(t)
	}
	return hasRefs(t, 0)
}

// isPlainRef reports whether t is a function, a channel, or a struct that is no
// object, or refers to one.
func isPlainRef(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Signature, *types.Chan:
		return true
	case *types.Pointer:
		return isPlainStruct(u.Elem())
	}
	return isPlainStruct(t)
}

// knowsObjects reports whether p imports Kubernetes' libraries, by no more than
// that many steps.
func knowsObjects(p *types.Package, steps int) bool {
	if p == nil || steps == 0 {
		return false
	}
	for _, imp := range p.Imports() {
		if kube.IsKubernetes(imp.Path()) || knowsObjects(imp, steps-1) {
			return true
		}
	}
	return false
}
