package ssaquery

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// An Overwriting is a loop
//
//	for i := range list { list[i] = list[i].DeepCopy() }
//
// after which the elements of list are the values stored, and no others:
// that it may run zero times only means that there are no elements.
type Overwriting struct {
	Slice ssa.Value // defined before the loop
	Value ssa.Value
}

// OverwritingLoops finds the overwriting loops of fn by the block behind them.
func OverwritingLoops(fn *ssa.Function) map[*ssa.BasicBlock][]Overwriting {
	var out map[*ssa.BasicBlock][]Overwriting
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			st, ok := instr.(*ssa.Store)
			if !ok {
				continue
			}
			ia, ok := st.Addr.(*ssa.IndexAddr)
			if !ok {
				continue
			}
			slice, head, done := rangeLoop(ia)
			// The store is executed in each round: its block comes before
			// each way back to the head.
			if done == nil || len(done.Preds) != 1 || !everyRound(b, head) {
				continue
			}
			if out == nil {
				out = map[*ssa.BasicBlock][]Overwriting{}
			}
			out[done] = append(out[done], Overwriting{slice, st.Val})
		}
	}
	return out
}

// rangeLoop is the loop over all indexes of ia's slice that ia's index counts:
// the slice, as it was read before the loop, the loop's head, and the block behind
// it; nil if it is none.
func rangeLoop(ia *ssa.IndexAddr) (slice ssa.Value, head, done *ssa.BasicBlock) {
	inc, ok := ia.Index.(*ssa.BinOp)
	if !ok || inc.Op != token.ADD || inc.Referrers() == nil {
		return nil, nil, nil
	}
	phi, ok := inc.X.(*ssa.Phi)
	if !ok || phi.Comment != "rangeindex" {
		return nil, nil, nil
	}
	for _, r := range *inc.Referrers() {
		cmp, ok := r.(*ssa.BinOp)
		if !ok || cmp.Op != token.LSS || cmp.X != inc {
			continue
		}
		n, ok := cmp.Y.(*ssa.Call)
		if !ok || len(n.Call.Args) != 1 || !sameSlice(n.Call.Args[0], ia.X) {
			continue
		}
		if b, ok := n.Call.Value.(*ssa.Builtin); !ok || b.Name() != "len" {
			continue
		}
		head = cmp.Block()
		if i, ok := head.Instrs[len(head.Instrs)-1].(*ssa.If); ok && i.Cond == cmp {
			return n.Call.Args[0], head, head.Succs[1]
		}
	}
	return nil, nil, nil
}

// sameSlice reports whether x and y are one slice: one register, or two reads
// of one variable.
func sameSlice(x, y ssa.Value) bool {
	if x == y {
		return true
	}
	a, ok := x.(*ssa.UnOp)
	b, ok2 := y.(*ssa.UnOp)
	return ok && ok2 && a.Op == token.MUL && b.Op == token.MUL && a.X == b.X
}

// everyRound reports whether b is executed in each round of the loop at head.
func everyRound(b, head *ssa.BasicBlock) bool {
	return !slices.ContainsFunc(head.Preds, func(p *ssa.BasicBlock) bool { return head.Dominates(p) && !b.Dominates(p) })
}

// InRange reports whether the innermost loop around b ranges over a slice or a map, so that its next
// round is about another element.
func InRange(b *ssa.BasicBlock) bool {
	for head := b; head != nil; head = head.Idom() {
		if isHead(head) && LeadsOn(b, head) {
			return ranges(head)
		}
	}
	return false
}

// isHead reports whether a loop begins with b: some way leads back to it.
func isHead(b *ssa.BasicBlock) bool {
	return slices.ContainsFunc(b.Preds, func(p *ssa.BasicBlock) bool { return b.Dominates(p) })
}

// ranges reports whether the loop that begins with head is one over a slice or a map.
func ranges(head *ssa.BasicBlock) bool {
	for _, instr := range head.Instrs {
		switch instr := instr.(type) {
		case *ssa.Phi:
			if instr.Comment == "rangeindex" {
				return true
			}
		case *ssa.Next:
			return true
		}
	}
	return false
}

// InnermostLoop returns the blocks of the innermost loop that b is in, or nil.
func InnermostLoop(b *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	for head := b; head != nil; head = head.Idom() {
		if !isHead(head) {
			continue
		}
		body := map[*ssa.BasicBlock]bool{head: true}
		var add func(*ssa.BasicBlock)
		add = func(x *ssa.BasicBlock) {
			if !body[x] {
				body[x] = true
				for _, p := range x.Preds {
					add(p)
				}
			}
		}
		for _, p := range head.Preds {
			if head.Dominates(p) {
				add(p)
			}
		}
		if body[b] {
			return body
		}
	}
	return nil
}
