package pathcond

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ssaquery"
)

// May reports whether v can be the object when b is executed.
func (p *Paths) May(about Subject, v ssa.Value, b *ssa.BasicBlock) bool {
	// Most queries end at once: they share the conditions at b, and get a copy of
	// their own with the first that they add.
	q := query{about: about, paths: p, conds: slices.Clip(p.At(b))}
	return q.may(v, nil, 0) && !p.onNoWay(about, v, b)
}

// ruledOut reports whether the conditions from the given number on exclude that v
// is an object of the cache.
func (q *query) ruledOut(v ssa.Value, from int) bool {
	conds := q.conds[from:]
	q.paths.left -= len(conds)
	return q.excluded(v, conds)
}

// contradicted reports whether the conditions say that control did not come into
// b over its edge i.
func (q *query) contradicted(b *ssa.BasicBlock, i int) bool {
	q.paths.left -= len(q.conds)
	return q.paths.Dead(b, i) || contradicts(q.paths, b, i, q.conds)
}

// may reports whether v can be the object. The values same are then that object too. The
// first conditions, as many as told says, were asked of them before, and exclude none.
func (q *query) may(v ssa.Value, same []ssa.Value, told int) bool {
	if q.n++; q.spent() {
		return true
	}
	if q.ruledOut(v, 0) {
		return false
	}
	for _, s := range same {
		if q.ruledOut(s, told) {
			return false
		}
	}
	told = len(q.conds)
	switch v := v.(type) {
	case *ssa.Phi:
		if !q.visit(v) {
			return false
		}
		defer delete(q.seen, v)
		for i, e := range v.Edges {
			if q.about.Holds(e) && !q.contradicted(v.Block(), i) && q.over(v, i, same, told) {
				return true
			}
		}
		return false
	case *ssa.FieldAddr:
		return q.may(v.X, nil, 0)
	case *ssa.IndexAddr:
		return q.next(v.X)
	case *ssa.Field:
		return q.next(v.X)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			if x, ok := variable(v.X).(*ssa.Alloc); ok && q.about.Holds(x) && ssaquery.StoredByOwnerUntilReturn(x) {
				r := reaching{q, x, map[*ssa.BasicBlock]bool{}}
				return r.may(v.Block(), slices.Index(v.Block().Instrs, ssa.Instruction(v)))
			}
			if puts := q.lastPuts(v, v.X, nil); puts != nil {
				return q.mayPuts(puts)
			}
			return q.next(v.X)
		}
	case *ssa.Lookup:
		if puts := q.lastPuts(v, v.X, v.Index); puts != nil {
			return q.mayPuts(puts)
		}
		return q.mayElem(v)
	case *ssa.ChangeInterface, *ssa.ChangeType, *ssa.MakeInterface:
		return q.may(ssaquery.Wrapped(v), same, told)
	case *ssa.Slice:
		return q.next(v.X)
	case *ssa.TypeAssert:
		if !v.CommaOk {
			return q.mayOperand(v, same, told)
		}
	case *ssa.Call:
		return q.passed(v)
	case *ssa.Extract:
		if ta, ok := v.Tuple.(*ssa.TypeAssert); ok {
			return q.mayOperand(ta, same, told)
		}
		if c, ok := v.Tuple.(*ssa.Call); ok {
			return q.passed(c)
		}
	}
	return true
}

// variable is what addr is the address of, or of a field of.
func variable(addr ssa.Value) ssa.Value {
	for {
		f, ok := addr.(*ssa.FieldAddr)
		if !ok {
			return addr
		}
		addr = f.X
	}
}

// over reports whether what v is over its edge i can be the object, see may.
func (q *query) over(v *ssa.Phi, i int, same []ssa.Value, told int) bool {
	conds := q.conds
	defer func() { q.conds = conds }()
	b, same := v.Block(), append(same, v)
	pred := b.Preds[i]
	if b.Dominates(pred) {
		// The way back in a loop: the values in it, and v, were others then.
		q.conds, same, told = beforeLoop(b, conds), nil, 0
	}
	q.assume(q.paths.At(pred)...)
	q.assume(OnEdge(pred, b)...)
	if !b.Dominates(pred) && !q.assumeMerged(b, i, conds) {
		return false
	}
	ask := func() bool { return q.may(v.Edges[i], same, told) }
	return ask() && !(q.ways && q.barred(pred, above(b, pred), ask))
}

// assumeMerged assumes what conds say of the other values that are merged in b, of
// what they are on its edge i; false if that is known to be otherwise there.
func (q *query) assumeMerged(b *ssa.BasicBlock, i int, conds []Condition) bool {
	for _, c := range conds {
		e := q.paths.over(b, i, c.Value)
		if e == nil {
			continue
		}
		on := q.paths.normal(Condition{e, c.True})
		if slices.Contains(q.conds, Condition{on.Value, !on.True}) {
			return false
		}
		q.assume(on)
	}
	return true
}

// beforeLoop are those of conds that are about what came before the loop with the head b.
func beforeLoop(b *ssa.BasicBlock, conds []Condition) []Condition {
	var out []Condition
	for _, c := range conds {
		if in, ok := c.Value.(ssa.Instruction); !ok || !b.Dominates(in.Block()) {
			out = append(out, c)
		}
	}
	return out
}

// mayOperand asks of what ta asserts the type of.
func (q *query) mayOperand(ta *ssa.TypeAssert, same []ssa.Value, told int) bool {
	q.asserted = append(q.asserted, ta)
	defer func() { q.asserted = q.asserted[:len(q.asserted)-1] }()
	return q.may(ta.X, same, told)
}

// passed reports whether a result of the call c can be the cached object, or a
// part of it, because an argument is.
func (q *query) passed(c *ssa.Call) bool {
	if q.about.Source() == ssa.Instruction(c) {
		return true // it comes from this call
	}
	args := c.Call.Args
	if c.Call.IsInvoke() {
		args = append([]ssa.Value{c.Call.Value}, args...)
	}
	some := false
	for _, arg := range args {
		if !q.about.Holds(arg) {
			continue
		}
		some = true
		if q.may(arg, nil, 0) {
			return true
		}
	}
	return !some
}

// next asks of what v was read from, where the sets know that it matters.
func (q *query) next(x ssa.Value) bool {
	if !q.about.Holds(x) {
		return true // a local variable or container: the sets decide
	}
	return q.may(x, nil, 0)
}

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
