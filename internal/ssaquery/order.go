package ssaquery

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// An Order tells which instructions the program comes to before others. It
// remembers what it has looked at, so that a question takes no time that grows with
// the function.
type Order struct {
	place map[ssa.Instruction]int // in its block, of the blocks that were looked at
	made  map[*ssa.Function]ssa.Instruction
	seen  map[*ssa.Function]bool // functions whose literals are in made
}

// NewOrder returns an order that has looked at nothing.
func NewOrder() *Order {
	return &Order{make(map[ssa.Instruction]int), make(map[*ssa.Function]ssa.Instruction), make(map[*ssa.Function]bool)}
}

// Dominates reports whether the program comes to b only past a, another
// instruction of the same function. What is in a function literal counts as
// standing where the literal does.
func (o *Order) Dominates(a, b ssa.Instruction) bool {
	if b = o.in(b, a.Parent()); b == nil {
		return false
	}
	if a.Block() != b.Block() {
		return a.Block().Dominates(b.Block())
	}
	return o.index(a) < o.index(b)
}

// Between reports whether the program comes from the instruction from to b only
// past a. Unlike with Dominates, it may come to b by other ways: with another
// value than the one that from gives.
func (o *Order) Between(from, a, b ssa.Instruction) bool {
	if b = o.in(b, a.Parent()); b == nil || from.Parent() != a.Parent() {
		return false
	}
	// run goes through a block from an index on, and reports whether it comes to
	// a or, by mistake, to b.
	wrong := false
	run := func(block *ssa.BasicBlock, start int) (stop bool) {
		at, to := len(block.Instrs), len(block.Instrs)
		if block == a.Block() && o.index(a) >= start {
			at = o.index(a)
		}
		if block == b.Block() && o.index(b) >= start {
			to = o.index(b)
		}
		wrong = wrong || to < at
		return wrong || at < len(block.Instrs)
	}
	if run(from.Block(), o.index(from)+1) {
		return !wrong
	}
	seen := make(map[*ssa.BasicBlock]bool)
	for work := slices.Clone(from.Block().Succs); len(work) > 0 && !wrong; work = work[1:] {
		if block := work[0]; !seen[block] {
			seen[block] = true
			if !run(block, 0) {
				work = append(work, block.Succs...)
			}
		}
	}
	return !wrong
}

// in is b or, if that is in a function literal inside fn, the instruction of fn in
// which that stands; nil if there is none.
func (o *Order) in(b ssa.Instruction, fn *ssa.Function) ssa.Instruction {
	for b != nil && b.Parent() != fn {
		b = o.madeBy(b.Parent())
	}
	return b
}

// index is the place of x in its block.
func (o *Order) index(x ssa.Instruction) int {
	if _, ok := o.place[x]; !ok {
		for i, in := range x.Block().Instrs {
			o.place[in] = i
		}
	}
	return o.place[x]
}

// madeBy is the instruction in which the function literal fn stands, nil if fn is
// none, or is not used.
func (o *Order) madeBy(fn *ssa.Function) ssa.Instruction {
	outer := fn.Parent()
	if outer == nil {
		return nil
	}
	if !o.seen[outer] {
		o.seen[outer] = true
		var buf [8]*ssa.Value
		for _, block := range outer.Blocks {
			for _, inst := range block.Instrs {
				for _, op := range inst.Operands(buf[:0]) {
					if lit, ok := (*op).(*ssa.Function); ok && lit.Parent() == outer && o.made[lit] == nil {
						o.made[lit] = inst
					}
				}
			}
		}
	}
	return o.made[fn]
}
