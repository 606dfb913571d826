package ownership

import (
	"go/types"

	"github.com/k8slint/k8slint/internal/kube"
)

// typeInfo answers questions about types, with memory.
type typeInfo struct {
	memo map[types.Type]bool
}

// hasRefs reports whether a value of type t can refer to memory that others
// see.
func (ti *typeInfo) hasRefs(t types.Type) bool {
	if r, ok := ti.memo[t]; ok {
		return r
	}
	ti.memo[t] = true // while a recursive type is looked at
	r := ti.compute(t)
	ti.memo[t] = r
	return r
}

func (ti *typeInfo) compute(t types.Type) bool {
	t = types.Unalias(t)
	if n, ok := t.(*types.Named); ok {
		if kube.Opaque(n) {
			return false
		}
	}
	switch u := t.(type) {
	case *types.TypeParam:
		return true
	case *types.Tuple:
		for v := range u.Variables() {
			if ti.hasRefs(v.Type()) {
				return true
			}
		}
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Struct:
		for f := range u.Fields() {
			if ti.hasRefs(f.Type()) {
				return true
			}
		}
		return false
	case *types.Array:
		return ti.hasRefs(u.Elem())
	}
	return true
}
