package load

import (
	"go/ast"
	"go/token"
	"go/types"
	"iter"
	"strings"
)

// isBroken reports whether the type o is not as it was declared.
func (r *remnant) isBroken(o *types.TypeName) bool {
	switch {
	case o.Pkg() == nil:
		return false
	case strings.HasPrefix(o.Name(), standPrefix):
		return true
	case o.Pkg() == r.pkg:
		return r.broken[o.Name()]
	}
	return r.env.Unknown[typeKey(o)] || r.env.Missing.Is(o)
}

// spread marks as broken the package's types that are made of a broken one, or
// have what they have from one that they embed.
func (r *remnant) spread() {
	for changed := true; changed; {
		changed = false
		clear(r.mentioned)
		for spec := range specs[*ast.TypeSpec](r.d.files) {
			if !r.broken[spec.Name.Name] && r.madeOfBroken(r.info.TypeOf(spec.Type)) {
				r.broken[spec.Name.Name] = true
				changed = true
			}
		}
	}
}

// specs iterates over the specifications of one kind that files declare outside of
// functions: types, or constants and variables.
func specs[S ast.Spec](files []*ast.File) iter.Seq2[S, token.Token] {
	return func(yield func(S, token.Token) bool) {
		for _, f := range files {
			for _, decl := range f.Decls {
				gen, ok := decl.(*ast.GenDecl)
				if !ok {
					continue
				}
				for _, spec := range gen.Specs {
					if s, ok := spec.(S); ok && !yield(s, gen.Tok) {
						return
					}
				}
			}
		}
	}
}

// madeOfBroken reports whether what a type can do depends on a broken one, if
// it is declared as t.
func (r *remnant) madeOfBroken(t types.Type) bool {
	switch t := t.(type) {
	case *types.Struct:
		for f := range t.Fields() {
			if f.Embedded() && r.isMentioned(f.Type()) {
				return true
			}
		}
		return false
	case *types.Interface:
		for e := range t.EmbeddedTypes() {
			if r.isMentioned(e) {
				return true
			}
		}
		return false
	}
	return r.isMentioned(t)
}

// isMentioned is mentionsBroken, remembered.
func (r *remnant) isMentioned(t types.Type) bool {
	if t == nil {
		return false
	}
	m, ok := r.mentioned[t]
	if !ok {
		m = r.mentionsBroken(t, nil)
		r.mentioned[t] = m
	}
	return m
}

// mentionsBroken reports whether a broken type is part of how t is written: of
// what it points to, holds or is given, but not of what its fields are if it has a
// name.
func (r *remnant) mentionsBroken(t types.Type, seen map[types.Type]bool) bool {
	if t == nil || seen[t] {
		return false
	}
	if seen == nil {
		seen = make(map[types.Type]bool)
	}
	seen[t] = true
	in := func(t types.Type) bool { return r.mentionsBroken(t, seen) }
	switch t := t.(type) {
	case *types.Alias:
		return r.isBroken(t.Obj()) || listed(t.TypeArgs(), in) || in(types.Unalias(t))
	case *types.Named:
		return r.isBroken(t.Origin().Obj()) || listed(t.TypeArgs(), in)
	case *types.Basic:
		return t.Kind() == types.Invalid
	case *types.Pointer:
		return in(t.Elem())
	case *types.Slice:
		return in(t.Elem())
	case *types.Array:
		return in(t.Elem())
	case *types.Chan:
		return in(t.Elem())
	case *types.Map:
		return in(t.Key()) || in(t.Elem())
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
		for e := range t.EmbeddedTypes() {
			if in(e) {
				return true
			}
		}
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

func listed(l *types.TypeList, in func(types.Type) bool) bool {
	for t := range l.Types() {
		if in(t) {
			return true
		}
	}
	return false
}
