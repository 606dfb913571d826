package ssaquery

import (
	"go/types"
	"slices"
)

// Core is the underlying type of t. Of a type parameter it is the core type: the one
// underlying type of all types that may stand for it, or nil if there are several.
// Code can reach into a type parameter as into a struct or pointer (a composite
// literal, a dereference) only by its core type.
func Core(t types.Type) types.Type {
	if _, ok := types.Unalias(t).(*types.TypeParam); !ok {
		return t.Underlying()
	}
	if under, some := underlyings(t); some && len(under) == 1 {
		return under[0]
	}
	return nil
}

// underlyings returns the underlying types, each once, of the types that satisfy the
// constraint t, a term of one, or a type parameter; some is false where that is any
// type.
func underlyings(t types.Type) (under []types.Type, some bool) {
	switch u := types.Unalias(t).(type) {
	case *types.TypeParam:
		return underlyings(u.Constraint())
	case *types.Union:
		for term := range u.Terms() {
			more, some := underlyings(term.Type())
			if !some {
				return nil, false
			}
			for _, m := range more {
				if !containsType(under, m) {
					under = append(under, m)
				}
			}
		}
		return under, true
	}
	iface, ok := t.Underlying().(*types.Interface)
	if !ok {
		return []types.Type{t.Underlying()}, true
	}
	for e := range iface.EmbeddedTypes() {
		more, restricts := underlyings(e)
		switch {
		case !restricts:
		case !some:
			under, some = more, true
		default: // what satisfies all that is embedded
			under = slices.DeleteFunc(under, func(u types.Type) bool { return !containsType(more, u) })
		}
	}
	return under, some
}

func containsType(ts []types.Type, t types.Type) bool {
	return slices.ContainsFunc(ts, func(u types.Type) bool { return types.Identical(t, u) })
}
