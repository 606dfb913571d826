package tombstone

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// past knows the places that a tombstone never gets to: past an assertion of the
// same value that holds for objects only.
type past struct {
	// blocks are where control goes if an assertion holds, and from nowhere else.
	blocks []*ssa.BasicBlock
	// asserts panic if they do not hold.
	asserts []*ssa.TypeAssert
	order   *ssaquery.Order
}

// passedBy is where the value v is no tombstone.
func passedBy(v ssa.Value) past {
	p := past{order: ssaquery.NewOrder()}
	for _, r := range *v.Referrers() {
		a, ok := r.(*ssa.TypeAssert)
		if !ok || isAny(a.AssertedType) || toTombstone(a) {
			continue
		}
		if !a.CommaOk {
			p.asserts = append(p.asserts, a)
		} else if yes := holds(a); yes != nil {
			p.blocks = append(p.blocks, yes)
		}
	}
	return p
}

// only reports whether the instruction use, which uses v, is run for objects
// only.
func (p past) only(use ssa.Instruction, v ssa.Value) bool {
	phi, ok := use.(*ssa.Phi)
	if !ok {
		return p.dominate(use.Block()) || slices.ContainsFunc(p.asserts, func(a *ssa.TypeAssert) bool { return a != use && p.order.Dominates(a, use) })
	}
	for i, e := range phi.Edges {
		from := phi.Block().Preds[i]
		if e == v && !p.dominate(from) && !slices.ContainsFunc(p.asserts, func(a *ssa.TypeAssert) bool { return a.Block().Dominates(from) }) {
			return false
		}
	}
	return true
}

func (p past) dominate(b *ssa.BasicBlock) bool {
	return slices.ContainsFunc(p.blocks, func(yes *ssa.BasicBlock) bool { return yes.Dominates(b) })
}

// toTombstone reports whether a asserts that its value is a tombstone.
func toTombstone(a *ssa.TypeAssert) bool {
	n := ssaquery.Named(a.AssertedType)
	return n != nil && kube.NamedTombstone(n)
}

// holds is where control goes only if the assertion a holds, nil if there is no
// such place.
func holds(a *ssa.TypeAssert) *ssa.BasicBlock {
	ok := result(a, 1)
	if ok == nil {
		return nil
	}
	for _, u := range *ok.Referrers() {
		if i, isIf := u.(*ssa.If); isIf && len(i.Block().Succs[0].Preds) == 1 {
			return i.Block().Succs[0]
		}
	}
	return nil
}
