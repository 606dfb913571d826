package ssaquery

import (
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
	for b.Parent() != a.Parent() {
		if b = o.madeBy(b.Parent()); b == nil {
			return false
		}
	}
	if a.Block() != b.Block() {
		return a.Block().Dominates(b.Block())
	}
	if _, ok := o.place[a]; !ok {
		for i, x := range a.Block().Instrs {
			o.place[x] = i
		}
	}
	return o.place[a] < o.place[b]
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
