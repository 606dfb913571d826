package ownership

import (
	"go/types"

	"github.com/k8slint/k8slint/internal/effect/accesspath"
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

// keepsRefs reports whether t is a map or channel of such values.
func (ti *typeInfo) keepsRefs(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Map:
		return ti.hasRefs(u.Elem())
	case *types.Chan:
		return ti.hasRefs(u.Elem())
	}
	return false
}

func (ti *typeInfo) compute(t types.Type) bool {
	if n, ok := types.Unalias(t).(*types.Named); ok && kube.Opaque(n) {
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

// stepType is the type of what lies one step below a t, nil if that is not known.
func stepType(t types.Type, step string) types.Type {
	if t == nil {
		return nil
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		if step == accesspath.Deref {
			return u.Elem()
		}
	case *types.Struct:
		for f := range u.Fields() {
			if step == "/"+f.Name() {
				return f.Type()
			}
		}
	case interface{ Elem() types.Type }: // a container, which a reference leads to
		switch step {
		case accesspath.Deref:
			return t
		case accesspath.Elem:
			return u.Elem()
		}
	}
	return nil
}

// typeBelow is the type of what lies below path in a t, nil if that is not known.
func typeBelow(t types.Type, path string) types.Type {
	for step := range accesspath.Steps(path) {
		t = stepType(t, step)
	}
	return t
}

// paramType is the type of parameter i of f, the receiver first; nil if f has fewer.
func paramType(f *types.Func, i int) types.Type {
	if f == nil {
		return nil
	}
	sig := f.Signature()
	if r := sig.Recv(); r != nil {
		if i == 0 {
			return r.Type()
		}
		i--
	}
	if i >= sig.Params().Len() {
		return nil
	}
	return sig.Params().At(i).Type()
}
