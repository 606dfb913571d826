package pathcond

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A block that several edges lead to has no condition of its own: of what the edges
// say only the disjunction holds there, which is no Condition.
//
//	if err == nil && pod != nil {
//		return pod.DeepCopy(), nil
//	}
//	return pod, err // err != nil, or pod == nil
//
// A condition in a variable, ok := err == nil && pod != nil, is a merge of what its edges say.
//
// The object does not get there if it gets there over none of the edges.

// onNoWay reports whether v cannot be the object in b because each way to b, or to the
// end of an edge that v is merged from, excludes it. It comes after a query without
// ways that could not say no, with its own count of values, and leaves half the work
// of a function to such queries.
func (p *Paths) onNoWay(about Subject, v ssa.Value, b *ssa.BasicBlock) bool {
	if p.left < maxChecks/2 {
		return false
	}
	q := query{about: about, paths: p, conds: slices.Clip(p.At(b)), ways: true}
	ask := func() bool { return q.may(v, nil, 0) }
	return !ask() || q.barred(b, nil, ask)
}

// barred reports whether there is a merge between top and b, both of which dominate b
// or are it, that the object gets into over none of the edges. ask answers whether it
// does under the conditions assumed, to which those of an edge are added.
func (q *query) barred(b, top *ssa.BasicBlock, ask func() bool) bool {
	for d := b; d != nil && (d != top || ssaquery.AskedMerge(d) != nil) && !q.spent(); d = d.Idom() {
		if merges(d) && !q.enters(d, ask) {
			return true
		}
		if d == top {
			break
		}
	}
	return false
}

// above is a block above which the ways to pred are those to b, too, which it is a
// predecessor of.
func above(b, pred *ssa.BasicBlock) *ssa.BasicBlock {
	if b.Dominates(pred) {
		return b // on the way back in a loop
	}
	return b.Idom()
}

// enters reports whether control can come into d over one of its edges with the value
// that ask asks of being the object.
func (q *query) enters(d *ssa.BasicBlock, ask func() bool) bool {
	before := len(q.conds)
	conds := slices.Clone(q.conds)
	for i, pred := range d.Preds {
		if q.contradicted(d, i) {
			continue
		}
		q.assume(q.paths.At(pred)...)
		q.assume(OnEdge(pred, d)...)
		may := q.assumeMerged(d, i, conds) && ask() && !q.barred(pred, d.Idom(), ask)
		q.forget(before)
		if may {
			return true
		}
	}
	return false
}

// merges reports whether several edges lead to b, none of them from behind it: what
// holds on the way back to the head of a loop was said in an earlier round.
func merges(b *ssa.BasicBlock) bool {
	for _, pred := range b.Preds {
		if b.Dominates(pred) {
			return false
		}
	}
	return len(b.Preds) > 1
}
