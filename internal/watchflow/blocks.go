package watchflow

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// An edge is one way that control takes from a block to a next one.
type edge struct{ from, to *ssa.BasicBlock }

// reachable reports whether control can come from the start of from to to
// without taking an edge that is cut.
func reachable(from, to *ssa.BasicBlock, cut map[edge]bool) bool {
	seen := map[*ssa.BasicBlock]bool{from: true}
	work := []*ssa.BasicBlock{from}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == to {
			return true
		}
		for _, s := range b.Succs {
			if !seen[s] && !cut[edge{b, s}] {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	return false
}

// leadsOn reports whether control can come from the end of a to b.
func leadsOn(a, b *ssa.BasicBlock) bool {
	return slices.ContainsFunc(a.Succs, func(s *ssa.BasicBlock) bool { return reachable(s, b, nil) })
}

// inLoop reports whether control can come from b back to it.
func inLoop(b *ssa.BasicBlock) bool { return leadsOn(b, b) }

// runsAfter reports whether b can be executed after a, in the same function.
func runsAfter(a, b ssa.Instruction) bool {
	if a.Block() == b.Block() {
		instrs := a.Block().Instrs
		if slices.Index(instrs, b) > slices.Index(instrs, a) {
			return true
		}
	}
	return leadsOn(a.Block(), b.Block())
}

// lastIf is the test at the end of b, or nil.
func lastIf(b *ssa.BasicBlock) *ssa.If {
	i, _ := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	return i
}
