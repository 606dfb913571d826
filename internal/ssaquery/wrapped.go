package ssaquery

import (
	"iter"

	"golang.org/x/tools/go/ssa"
)

// Wrapped returns the value that v holds unchanged: the operand of a
// conversion, of an interface that is made or changed, of a type assertion with
// one result or two; nil where v is none of these.
func Wrapped(v ssa.Value) ssa.Value {
	switch v := v.(type) {
	case *ssa.ChangeType:
		return v.X
	case *ssa.Convert:
		return v.X
	case *ssa.MakeInterface:
		return v.X
	case *ssa.ChangeInterface:
		return v.X
	case *ssa.TypeAssert:
		return v.X
	case *ssa.Extract:
		if t, ok := v.Tuple.(*ssa.TypeAssert); ok {
			return t.X
		}
	}
	return nil
}

// Through iterates over the values that v holds unchanged, or chooses from: what
// it wraps, the edges of a phi. There are none where v makes a value of its own.
func Through(v ssa.Value) iter.Seq[ssa.Value] {
	return func(yield func(ssa.Value) bool) {
		if phi, ok := v.(*ssa.Phi); ok {
			for _, e := range phi.Edges {
				if !yield(e) {
					return
				}
			}
			return
		}
		if x := Wrapped(v); x != nil {
			yield(x)
		}
	}
}

// Edges are those of the phi v, none of other values.
func Edges(v ssa.Value) []ssa.Value {
	if phi, ok := v.(*ssa.Phi); ok {
		return phi.Edges
	}
	return nil
}

// Unwrap strips the conversions that change no representation: interfaces that
// are made or changed, changes of the named type.
func Unwrap(v ssa.Value) ssa.Value {
	for {
		v = InInterface(v)
		x, ok := v.(*ssa.ChangeType)
		if !ok {
			return v
		}
		v = x.X
	}
}

// InInterface strips the interfaces that are made or changed around a value, and
// nothing else: what it returns has the type that the author gave it.
func InInterface(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		default:
			return v
		}
	}
}
