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

	from  ssa.Instruction // the last one of entered
	until map[*ssa.BasicBlock][]bool
}

// NewOrder returns an order that has looked at nothing.
func NewOrder() *Order {
	return &Order{place: make(map[ssa.Instruction]int), made: make(map[*ssa.Function]ssa.Instruction), seen: make(map[*ssa.Function]bool)}
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
	behind := func(x ssa.Instruction) bool { return x.Block() == from.Block() && o.index(x) > o.index(from) }
	switch {
	case behind(b):
		return behind(a) && o.index(a) <= o.index(b)
	case behind(a):
		return true
	case a.Block() == b.Block() && o.index(a) <= o.index(b):
		return true
	default:
		return !o.entered(from, a.Block())[b.Block().Index]
	}
}

// entered are the blocks that the program enters behind the instruction from, by
// their index, if it does not go on behind the block end.
func (o *Order) entered(from ssa.Instruction, end *ssa.BasicBlock) []bool {
	if o.from != from {
		o.from, o.until = from, make(map[*ssa.BasicBlock][]bool)
	}
	if o.until[end] == nil {
		in := make([]bool, len(from.Parent().Blocks))
		for work := slices.Clone(from.Block().Succs); len(work) > 0; {
			block := work[len(work)-1]
			work = work[:len(work)-1]
			if !in[block.Index] {
				in[block.Index] = true
				if block != end {
					work = append(work, block.Succs...)
				}
			}
		}
		o.until[end] = in
	}
	return o.until[end]
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
