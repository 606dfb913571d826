package tombstone

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// assertedAgain returns the assertions of v to an object at places where v is a
// tombstone, and nothing is done with what is in the tombstone: the author meant
// its Obj.
func assertedAgain(v ssa.Value) []*ssa.TypeAssert {
	var again []*ssa.TypeAssert
	for _, r := range *v.Referrers() {
		t, ok := r.(*ssa.TypeAssert)
		if !ok || !t.CommaOk || !toTombstone(t) {
			continue
		}
		yes := holds(t)
		if yes == nil || usesTombstone(t) {
			continue
		}
		for _, r := range *v.Referrers() {
			a, ok := r.(*ssa.TypeAssert)
			if ok && !isAny(a.AssertedType) && !toTombstone(a) && yes.Dominates(a.Block()) {
				again = append(again, a)
			}
		}
	}
	return again
}

// usesTombstone reports whether more is done with the tombstone that the assertion t
// yields, or with what is in it, than to log it.
func usesTombstone(t *ssa.TypeAssert) bool {
	d := result(t, 0)
	return d != nil && used(d, map[ssa.Value]bool{})
}

// used reports whether v, a tombstone, the address of one or what is in one, is
// used, other than in a log call.
func used(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			switch addr := r.Addr.(type) {
			case *ssa.Alloc: // the variable
				if used(addr, seen) {
					return true
				}
			case *ssa.IndexAddr: // the arguments of a log call
			default:
				return r.Val == v
			}
		case *ssa.Field, *ssa.FieldAddr, *ssa.MakeInterface, *ssa.ChangeInterface:
			if used(r.(ssa.Value), seen) {
				return true
			}
		case *ssa.UnOp:
			if r.Op != token.MUL || used(r, seen) {
				return true
			}
		case *ssa.Call:
			if !logs(&r.Call) {
				return true
			}
		default:
			return true
		}
	}
	return false
}
