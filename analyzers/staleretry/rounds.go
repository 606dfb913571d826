package staleretry

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// sameEachRound reports whether a read in a loop by hand asks for the same object
// in each round: a loop over names, keys of a queue or the elements of a list
// writes another object in the next round, and tries nothing again.
func sameEachRound(read ssa.CallInstruction) bool {
	if read == nil {
		return false
	}
	c := read.Common()
	res := c.Signature().Results()
	if res.Len() == 0 {
		return false
	}
	if _, list := res.At(0).Type().Underlying().(*types.Slice); list {
		return false
	}
	asked := c.Args
	if c.IsInvoke() {
		asked = append([]ssa.Value{c.Value}, asked...)
	}
	return !slices.ContainsFunc(asked, varies)
}

// varies reports whether v may be another value in another round of a loop.
func varies(v ssa.Value) bool {
	for o := range flow.Origins(v, computedFrom) {
		switch o := o.(type) {
		case *ssa.Const, *ssa.Global, *ssa.Function, *ssa.Parameter, *ssa.FreeVar, *ssa.Builtin, *ssa.Alloc:
		case *ssa.Call:
			if !handsOut(o.Type()) {
				return true
			}
		default:
			// A phi, an element of a slice, map or channel, the result of something
			// that is asked anew.
			return true
		}
	}
	return false
}

// computedFrom are the values that v is computed from, the same each time it is.
func computedFrom(v ssa.Value) []ssa.Value {
	switch v := v.(type) {
	case *ssa.Alloc:
		return ssaquery.StoredIn(v)
	case *ssa.UnOp:
		if v.Op != token.ARROW {
			return []ssa.Value{v.X}
		}
	case *ssa.Call:
		// A context, a client or lister of a namespace, the name of an object.
		switch {
		case !handsOut(v.Type()):
		case v.Call.IsInvoke():
			return append([]ssa.Value{v.Call.Value}, v.Call.Args...)
		default:
			return v.Call.Args
		}
	case *ssa.FieldAddr:
		return []ssa.Value{v.X}
	case *ssa.Field:
		return []ssa.Value{v.X}
	case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.Convert:
		return []ssa.Value{ssaquery.Wrapped(v)}
	case *ssa.BinOp:
		return []ssa.Value{v.X, v.Y}
	}
	return nil
}

// handsOut reports whether a call that returns one t says the same for the same
// arguments: queues and channels return more than one result, or any value.
func handsOut(t types.Type) bool {
	if _, several := t.(*types.Tuple); several {
		return false
	}
	return !ssaquery.IsAny(t)
}
