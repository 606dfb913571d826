package staleretry

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

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
	seen := map[ssa.Value]bool{}
	if c.IsInvoke() && varies(c.Value, seen) {
		return false
	}
	for _, a := range c.Args {
		if varies(a, seen) {
			return false
		}
	}
	return true
}

// varies reports whether v may be another value in another round of a loop.
func varies(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.Const, *ssa.Global, *ssa.Function, *ssa.Parameter, *ssa.FreeVar, *ssa.Builtin:
		return false
	case *ssa.Alloc:
		for _, r := range *v.Referrers() {
			if s, ok := r.(*ssa.Store); ok && s.Addr == v && varies(s.Val, seen) {
				return true
			}
		}
		return false
	case *ssa.UnOp:
		return v.Op == token.ARROW || varies(v.X, seen)
	case *ssa.Call:
		// A context, a client or lister of a namespace, the name of an object.
		if !handsOut(v.Type()) {
			return true
		}
		if v.Call.IsInvoke() && varies(v.Call.Value, seen) {
			return true
		}
		for _, a := range v.Call.Args {
			if varies(a, seen) {
				return true
			}
		}
		return false
	case *ssa.FieldAddr:
		return varies(v.X, seen)
	case *ssa.Field:
		return varies(v.X, seen)
	case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.Convert:
		return varies(ssaquery.Wrapped(v), seen)
	case *ssa.BinOp:
		return varies(v.X, seen) || varies(v.Y, seen)
	}
	// A phi, an element of a slice, map or channel, the result of something
	// that is asked anew.
	return true
}

// handsOut reports whether a call that returns one t says the same for the same
// arguments: queues and channels return more than one result, or any value.
func handsOut(t types.Type) bool {
	if _, several := t.(*types.Tuple); several {
		return false
	}
	return !ssaquery.IsAny(t)
}
