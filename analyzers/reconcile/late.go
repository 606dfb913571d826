package reconcile

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ssaquery"
)

// tooLate is the variable that the deferred literal lit captures and keeps err in, if nobody reads it behind the end of
// the function that defers it: it is no result of that. nil if there is none.
func tooLate(err ssa.Value, lit *ssa.Function) *ssa.FreeVar {
	if err == nil || lit == nil {
		return nil
	}
	var kept *ssa.FreeVar
	for _, ref := range *err.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Val == err {
			x, ok := st.Addr.(*ssa.FreeVar)
			if !ok || kept != nil && kept != x || !unread(x) {
				return nil
			}
			kept = x
		}
	}
	return kept
}

// unread reports whether only the deferred literal that captures x reads that variable behind the end of the function
// whose variable it is.
func unread(x *ssa.FreeVar) bool {
	if slices.ContainsFunc(*x.Referrers(), func(i ssa.Instruction) bool { _, is := i.(*ssa.MakeClosure); return is }) {
		return false
	}
	bound := ssaquery.BoundTo(x)
	if len(bound) != 1 {
		return false
	}
	a, ok := bound[0].(*ssa.Alloc)
	if !ok {
		return false
	}
	for _, ref := range *a.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
		case *ssa.UnOp:
			if ref.Block() == a.Parent().Recover {
				return false // a result
			}
		case *ssa.MakeClosure:
			if call, ok := ssaquery.CalledAtOnce(ref).(*ssa.Call); ref.Fn != x.Parent() && (!ok || call == nil) {
				return false
			}
		default:
			return false
		}
	}
	return true
}
