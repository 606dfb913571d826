package ssaquery

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// An Edge is one way that control takes from a block to a next one.
type Edge struct{ From, To *ssa.BasicBlock }

// Reachable reports whether control can come from the start of from to to
// without taking an edge that is cut.
func Reachable(from, to *ssa.BasicBlock, cut map[Edge]bool) bool {
	return anyReaches([]*ssa.BasicBlock{from}, to, cut)
}

// LeadsOn reports whether control can come from the end of a to b.
func LeadsOn(a, b *ssa.BasicBlock) bool { return anyReaches(a.Succs, b, nil) }

// anyReaches reports whether control can come from the start of one of the
// blocks from, which are one function's, to to.
func anyReaches(from []*ssa.BasicBlock, to *ssa.BasicBlock, cut map[Edge]bool) bool {
	if len(from) == 0 || from[0].Parent() != to.Parent() {
		return false
	}
	return reached(to.Parent(), from, to, cut)[to.Index]
}

// reached tells for the blocks of fn, by their numbers, whether control can come to them
// from the start of one of the blocks from. If to is not nil, it is known of that one, and
// of others perhaps not.
func reached(fn *ssa.Function, from []*ssa.BasicBlock, to *ssa.BasicBlock, cut map[Edge]bool) []bool {
	seen := make([]bool, len(fn.Blocks))
	var work []*ssa.BasicBlock
	add := func(b *ssa.BasicBlock) {
		if !seen[b.Index] {
			seen[b.Index] = true
			work = append(work, b)
		}
	}
	for _, b := range from {
		add(b)
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == to {
			break
		}
		for _, s := range b.Succs {
			if len(cut) == 0 || !cut[Edge{b, s}] {
				add(s)
			}
		}
	}
	return seen
}

// InLoop reports whether control can come from b back to it.
func InLoop(b *ssa.BasicBlock) bool { return LeadsOn(b, b) }

// RunsAfter reports whether b can be executed after a, in the same function.
func RunsAfter(a, b ssa.Instruction) bool { return precedes(a, b) || LeadsOn(a.Block(), b.Block()) }

// RunsAfterWithout is RunsAfter, but control does not come to the start of the block without in between.
func RunsAfterWithout(a, b ssa.Instruction, without *ssa.BasicBlock) bool {
	cut := map[Edge]bool{}
	for _, pred := range without.Preds {
		cut[Edge{pred, without}] = true
	}
	from := slices.DeleteFunc(slices.Clone(a.Block().Succs), func(s *ssa.BasicBlock) bool { return s == without })
	return precedes(a, b) || anyReaches(from, b.Block(), cut)
}

// precedes reports whether a stands before b in one block.
func precedes(a, b ssa.Instruction) bool {
	instrs := a.Block().Instrs
	return a.Block() == b.Block() && slices.Index(instrs, a) < slices.Index(instrs, b)
}

// Test is the test at the end of b, or nil.
func Test(b *ssa.BasicBlock) *ssa.If {
	i, _ := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	return i
}

// OnlyBehind reports whether control comes to at only by branches of tests for which is holds, and there is one.
func OnlyBehind(at ssa.Instruction, is func(test *ssa.If, yes bool) bool) bool {
	cut, f := map[Edge]bool{}, at.Parent()
	for test := range Each[*ssa.If](f) {
		b := test.Block()
		for i, succ := range b.Succs {
			if is(test, i == 0) {
				cut[Edge{b, succ}] = true
			}
		}
	}
	return len(cut) > 0 && !Reachable(f.Blocks[0], at.Block(), cut)
}

// AskedMerge is what is merged in b if where control goes behind b depends on that and nothing else: a condition of
// several terms that stands in a variable. It is nil elsewhere.
func AskedMerge(b *ssa.BasicBlock) *ssa.Phi {
	test := Test(b)
	if test == nil {
		return nil
	}
	phi, ok := test.Cond.(*ssa.Phi)
	if !ok || phi.Block() != b {
		return nil
	}
	return phi
}

// NotNilAt reports whether control comes to b only where a test has shown that v is not nil.
func NotNilAt(v ssa.Value, b *ssa.BasicBlock) bool {
	for _, r := range *v.Referrers() {
		test, ok := r.(*ssa.BinOp)
		if !ok || !IsNil(test.Y) {
			continue
		}
		for _, u := range *test.Referrers() {
			branch, ok := u.(*ssa.If)
			if !ok {
				continue
			}
			failed := branch.Block().Succs[0]
			if test.Op == token.EQL {
				failed = branch.Block().Succs[1]
			}
			if len(failed.Preds) == 1 && failed.Dominates(b) {
				return true
			}
		}
	}
	return false
}

// Avoidable reports whether the function of b can pass b by and return where it also
// returns behind b. A loop around b is taken to be executed: that a function does
// nothing for an empty list says little of those who call it with a full one.
func Avoidable(b *ssa.BasicBlock) bool {
	behind := reached(b.Parent(), b.Succs, nil, nil)
	seen := map[*ssa.BasicBlock]int{b: 2}
	var visit func(x *ssa.BasicBlock) bool
	visit = func(x *ssa.BasicBlock) bool {
		around := x.Dominates(b) && behind[x.Index]
		if seen[x]++; seen[x] > 2 || seen[x] == 2 && !around {
			return false
		}
		if len(x.Succs) == 0 {
			_, returns := x.Instrs[len(x.Instrs)-1].(*ssa.Return)
			return returns && behind[x.Index]
		}
		for _, s := range x.Succs {
			if around && seen[x] == 1 && s != b && !LeadsOn(s, x) {
				continue // out of the loop, before it was executed
			}
			if visit(s) {
				return true
			}
		}
		return false
	}
	return visit(b.Parent().Blocks[0])
}
