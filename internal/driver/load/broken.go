package load

import (
	"go/constant"
	"go/types"
)

// A broken tells which objects and types are not known as their source has them.
//
// go/types leaves types.Invalid where a type is unknown, and says nothing of what follows
// from it. A type with a field of unknown type is known but for that field.
type broken struct {
	// wrong are objects of the package whose declaration has an error that their
	// types do not show.
	wrong   map[types.Object]bool
	unknown Unknown // of other packages
	memo    map[types.Type]bool
}

// object reports whether o, or its type, is unknown.
func (b *broken) object(o types.Object) bool {
	switch o := o.(type) {
	case *types.PkgName:
		// go/types makes up a package for an import that cannot be had.
		return !o.Imported().Complete()
	case *types.Const:
		if o.Val() == nil || o.Val().Kind() == constant.Unknown {
			return true
		}
	case *types.Func:
		return b.wrong[o] || b.typ(o.Type())
	case *types.Var, *types.TypeName:
	default:
		return false
	}
	return b.named(o) || b.typ(o.Type())
}

// named reports whether o is known to be wrong by its name.
func (b *broken) named(o types.Object) bool {
	return b.wrong[o] || o.Parent() != nil && o.Pkg() != nil && o.Parent() == o.Pkg().Scope() && b.unknown.has(o)
}

// typ reports whether t is written with an unknown type, or has its methods or fields
// from one.
func (b *broken) typ(t types.Type) bool {
	is, ok := b.memo[t]
	if !ok {
		is = b.mentioned(t, make(map[types.Type]bool))
		b.memo[t] = is
	}
	return is
}

func (b *broken) mentioned(t types.Type, seen map[types.Type]bool) bool {
	if t == nil || seen[t] {
		return false
	}
	seen[t] = true
	in := func(t types.Type) bool { return b.mentioned(t, seen) }
	switch t := t.(type) {
	case *types.Alias:
		return b.named(t.Obj()) || listed(t.TypeArgs(), in) || in(types.Unalias(t))
	case *types.Named:
		return b.named(t.Origin().Obj()) || listed(t.TypeArgs(), in) || b.embeds(t.Underlying(), in)
	case *types.Basic:
		return t.Kind() == types.Invalid
	case *types.Map:
		return in(t.Key()) || in(t.Elem())
	case interface{ Elem() types.Type }:
		return in(t.Elem())
	case *types.Signature:
		return in(t.Params()) || in(t.Results())
	case *types.Tuple:
		for v := range t.Variables() {
			if in(v.Type()) {
				return true
			}
		}
	case *types.Struct:
		for f := range t.Fields() {
			if in(f.Type()) {
				return true
			}
		}
	case *types.Interface:
		for m := range t.ExplicitMethods() {
			if in(m.Type()) {
				return true
			}
		}
		return b.embeds(t, in)
	case *types.Union:
		for term := range t.Terms() {
			if in(term.Type()) {
				return true
			}
		}
	case *types.TypeParam:
		return in(t.Constraint())
	}
	return false
}

// embeds reports whether what a value of a named type can do depends on a type for which in
// holds. The type of a field that has a name of its own is not asked.
func (b *broken) embeds(under types.Type, in func(types.Type) bool) bool {
	switch u := under.(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if f.Embedded() && in(f.Type()) {
				return true
			}
		}
		return false
	case *types.Interface:
		for e := range u.EmbeddedTypes() {
			if in(e) {
				return true
			}
		}
		return false
	}
	return in(under)
}

func listed(l *types.TypeList, in func(types.Type) bool) bool {
	for t := range l.Types() {
		if in(t) {
			return true
		}
	}
	return false
}
