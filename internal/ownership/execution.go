package ownership

import (
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ownership/heap"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// maxVisits bounds how often a block is executed until its state is taken as
// it is. The sets only grow, so that more is rarely needed.
const maxVisits = 6

// maxInstrs bounds the size of a function that is analysed: larger ones are
// generated.
const maxInstrs = 20000

// run executes the function until nothing changes, then once more to collect
// its effects.
func (a *execution) run() {
	a.overwrites = ssaquery.OverwritingLoops(a.memory.fn)
	blocks := a.memory.fn.Blocks
	in := make([]*heap.State, len(blocks))
	outs := make([]*heap.State, len(blocks))
	visits := make([]int, len(blocks))
	dirty := make([]bool, len(blocks))
	behind := a.behindLoops()
	order := ssaquery.ReversePostorder(a.memory.fn)
	pos := make([]int, len(blocks))
	for i, b := range order {
		pos[b.Index] = i
	}
	// Where nothing loops, one visit of each block shows all there is.
	loops := false
	for _, b := range blocks {
		for _, succ := range b.Succs {
			loops = loops || pos[succ.Index] <= pos[b.Index]
		}
	}
	a.record.collect = !loops
	dirty[0] = true
	in[0] = heap.NewState()
	if rec := a.memory.fn.Recover; rec != nil {
		in[rec.Index] = in[0].Clone()
	}
	again := true
	// wake has next executed once more, because of what b does.
	wake := func(b *ssa.BasicBlock, next []*ssa.BasicBlock) {
		for _, n := range next {
			dirty[n.Index] = true
			again = again || pos[n.Index] <= pos[b.Index]
		}
	}
	for again {
		again = false
		for _, b := range order {
			if !dirty[b.Index] {
				continue
			}
			dirty[b.Index] = false
			visits[b.Index]++
			s := a.entering(b, in[b.Index], outs)
			if s == nil {
				continue
			}
			before := a.memory.signature(b)
			a.memory.st = s.Clone()
			a.block(b)
			changed := outs[b.Index] == nil || !heap.EqualStates(outs[b.Index], a.memory.st) || before != a.memory.signature(b)
			outs[b.Index] = a.memory.st
			in[b.Index] = s
			if changed && visits[b.Index] == maxVisits {
				a.memory.e.log.In(a.memory.fn, "gave up on a loop: too many rounds")
			}
			if changed && visits[b.Index] < maxVisits {
				wake(b, b.Succs)
				wake(b, behind[b])
			}
		}
		if !again {
			for _, d := range dirty {
				again = again || d
			}
		}
	}
	if a.record.collect {
		return
	}
	a.record.collect = true
	for _, b := range order {
		if in[b.Index] != nil && visits[b.Index] > 0 {
			a.memory.st = in[b.Index].Clone()
			a.block(b)
		}
	}
}

// behindLoops are, by block of a loop, the blocks behind it that overwrite elements
// with what is defined there; nil for most functions, which have none. They may be
// executed before the loop is.
func (a *execution) behindLoops() map[*ssa.BasicBlock][]*ssa.BasicBlock {
	if len(a.overwrites) == 0 {
		return nil
	}
	out := map[*ssa.BasicBlock][]*ssa.BasicBlock{}
	for b, ws := range a.overwrites {
		for _, w := range ws {
			if def, ok := w.Value.(ssa.Instruction); ok {
				out[def.Block()] = append(out[def.Block()], b)
			}
		}
	}
	return out
}

// entering is what memory holds when control comes into b: s where that is the
// start of the function, and what its predecessors leave; nil if none has been
// executed. Control comes over no dead edge.
func (a *execution) entering(b *ssa.BasicBlock, s *heap.State, outs []*heap.State) *heap.State {
	for i, p := range b.Preds {
		o := outs[p.Index]
		if o == nil || a.memory.paths.Dead(b, i) {
			continue
		}
		if s == nil || i == 0 && b.Index != 0 {
			s = o
		} else if s != o {
			s = heap.Merge(s, o)
		}
	}
	return s
}

func (a *execution) block(b *ssa.BasicBlock) {
	for _, w := range a.overwrites[b] {
		a.memory.overwrite(w)
	}
	for _, instr := range b.Instrs {
		a.instr(instr)
		if len(a.record.kept) > 0 {
			a.registrations.registerKept()
		}
	}
}
