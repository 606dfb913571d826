package ssaquery

import (
	"go/token"
	"iter"

	"golang.org/x/tools/go/ssa"
)

// Position is the position of inst or, where it has none, of an instruction
// near it.
func Position(inst ssa.Instruction) token.Pos {
	if inst == nil {
		return token.NoPos
	}
	if p := inst.Pos(); p.IsValid() {
		return p
	}
	if s, ok := inst.(*ssa.Store); ok && s.Addr.Pos().IsValid() {
		return s.Addr.Pos()
	}
	instrs := inst.Block().Instrs
	at := 0
	for i, x := range instrs {
		if x == inst {
			at = i
		}
	}
	for i := at; i >= 0; i-- {
		if p := instrs[i].Pos(); p.IsValid() {
			return p
		}
	}
	for _, x := range instrs[at:] {
		if p := x.Pos(); p.IsValid() {
			return p
		}
	}
	return inst.Parent().Pos()
}

// Encloses reports whether fn is a literal inside outer.
func Encloses(fn, outer *ssa.Function) bool {
	for p := fn.Parent(); p != nil; p = p.Parent() {
		if p == outer {
			return true
		}
	}
	return false
}

// Instructions are the instructions of the functions fns, in their order.
func Instructions(fns ...*ssa.Function) iter.Seq[ssa.Instruction] {
	return func(yield func(ssa.Instruction) bool) {
		for _, fn := range fns {
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					if !yield(instr) {
						return
					}
				}
			}
		}
	}
}

// Each are the instructions of type T in the functions fns, in their order.
func Each[T ssa.Instruction](fns ...*ssa.Function) iter.Seq[T] {
	return func(yield func(T) bool) {
		for instr := range Instructions(fns...) {
			if i, ok := instr.(T); ok && !yield(i) {
				return
			}
		}
	}
}

// Returns lists the return instructions of f.
func Returns(f *ssa.Function) []*ssa.Return {
	var out []*ssa.Return
	for _, b := range f.Blocks {
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			out = append(out, r)
		}
	}
	return out
}

// CalledAtOnce is the call of the literal mc, if that is its only use; nil if it is not.
func CalledAtOnce(mc *ssa.MakeClosure) ssa.CallInstruction {
	refs := *mc.Referrers()
	if len(refs) != 1 {
		return nil
	}
	if call, ok := refs[0].(ssa.CallInstruction); ok && call.Common().Value == mc {
		return call
	}
	return nil
}

// ReversePostorder lists the blocks of fn in reverse postorder.
func ReversePostorder(fn *ssa.Function) []*ssa.BasicBlock {
	seen := make([]bool, len(fn.Blocks))
	var out []*ssa.BasicBlock
	type frame struct {
		b *ssa.BasicBlock
		i int
	}
	visit := func(root *ssa.BasicBlock) {
		if seen[root.Index] {
			return
		}
		seen[root.Index] = true
		stack := []frame{{root, 0}}
		for len(stack) > 0 {
			f := &stack[len(stack)-1]
			if f.i < len(f.b.Succs) {
				s := f.b.Succs[f.i]
				f.i++
				if !seen[s.Index] {
					seen[s.Index] = true
					stack = append(stack, frame{s, 0})
				}
				continue
			}
			out = append(out, f.b)
			stack = stack[:len(stack)-1]
		}
	}
	if fn.Recover != nil {
		visit(fn.Recover)
	}
	visit(fn.Blocks[0])
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}
