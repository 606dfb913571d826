package load

import (
	"go/types"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// Bounds on the structs within each other that are looked at. No finding of a package without
// errors is lost.
const (
	maxHeldDepth = 6 // so far down nobody follows objects
	maxImports   = 3 // that many steps from a package that knows of objects
)

// carries reports whether a value of type t can hold API objects or parts of them, or
// lead to some: not a number, a context, a client, a lister, nor a struct of a package
// that knows nothing of Kubernetes.
func carries(t types.Type, depth int) bool {
	if t == nil {
		return true
	}
	if isObject(t) {
		return true
	}
	if depth > maxHeldDepth {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.Invalid
	case *types.Signature:
		return false
	case *types.Pointer:
		return carries(u.Elem(), depth+1)
	case *types.Map:
		return isBasic(u.Elem()) || carries(u.Elem(), depth+1)
	case *types.Slice:
		return isBasic(u.Elem()) || carries(u.Elem(), depth+1)
	case interface{ Elem() types.Type }: // an array or a channel
		return carries(u.Elem(), depth+1)
	case *types.Interface:
		return u.NumMethods() == 0 || kube.IsObjectInterface(u) || kube.OfCachePackage(t)
	case *types.Struct:
		if n, ok := types.Unalias(t).(*types.Named); ok && !knowsObjects(n.Obj().Pkg(), maxImports) {
			return false
		}
		for f := range u.Fields() {
			if carries(f.Type(), depth+1) {
				return true
			}
		}
		return false
	}
	return true
}

// isBasic reports whether t is a number, a text or the like. A map or slice of those can be
// the labels of an object.
func isBasic(t types.Type) bool {
	_, ok := t.Underlying().(*types.Basic)
	return ok
}

// isObject reports whether t is, or points to, an API object or a part of one:
// those have generated copies.
func isObject(t types.Type) bool {
	n := ssaquery.Named(t)
	return n != nil && kube.IsAPIType(n)
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
