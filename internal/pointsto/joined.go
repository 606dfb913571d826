package pointsto

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Registers says which variables of the source are kept in registers, as far as the SSA form has
// an *ssa.DebugRef for each assignment to one.
type Registers struct {
	memory *memory
	vars   map[token.Pos]*types.Var // by where they are declared
	held   map[ssa.Value][]Loc
}

func newRegisters(m *memory, fs *functions) *Registers {
	r := &Registers{m, map[token.Pos]*types.Var{}, map[ssa.Value][]Loc{}}
	for _, instr := range fs.Instrs() {
		ref, ok := instr.(*ssa.DebugRef)
		if !ok {
			continue
		}
		v := ref.Object().(*types.Var)
		r.vars[v.Pos()] = v
		r.held[ref.X] = addNew(r.held[ref.X], Loc{v, ""})
	}
	return r
}

// Held returns the variables that v is assigned to and that are kept in registers.
func (r *Registers) Held(v ssa.Value) []Loc { return r.held[v] }

// Variable returns the variable of the source whose values phi joins; ok is false where it joins
// those of an expression.
func (r *Registers) Variable(phi *ssa.Phi) (l Loc, ok bool) {
	// go/ssa gives it the name and position of the variable.
	v := r.vars[phi.Pos()]
	if v == nil || v.Name() != phi.Comment {
		return Loc{}, false
	}
	return Loc{v, ""}, true
}

// Joined returns the assignments to the variable of phi that phi can see, each once. zero: it can
// see the variable as it was declared, without a value. What a parameter has at first is assigned by the first instruction of the
// function. The values have no other phis of the variable among them.
func (r *Registers) Joined(phi *ssa.Phi) (defs []Def, zero bool) {
	l, ok := r.Variable(phi)
	if !ok {
		return nil, false
	}
	seen := map[*ssa.Phi]bool{phi: true}
	for work := []*ssa.Phi{phi}; len(work) > 0; work = work[1:] {
		for i, e := range work[0].Edges {
			if p, ok := e.(*ssa.Phi); ok && p.Pos() == phi.Pos() {
				if !seen[p] {
					seen[p] = true
					work = append(work, p)
				}
				continue
			}
			d, assigned := r.last(l, e, work[0].Block().Preds[i])
			zero = zero || !assigned
			if assigned {
				defs = addNew(defs, d)
			}
		}
	}
	return defs, zero
}

// last is the last assignment of v to the variable l before the end of block b.
func (r *Registers) last(l Loc, v ssa.Value, b *ssa.BasicBlock) (best Def, ok bool) {
	for _, d := range r.memory.stores[l] {
		// In one block, the later of two comes later in the list.
		if d.Val == v && d.At.Block().Dominates(b) && (best.At == nil || best.At.Block().Dominates(d.At.Block())) {
			best = d
		}
	}
	if _, constant := v.(*ssa.Const); best.At == nil && !constant {
		best = Def{At: definition(v, b), Val: v}
	}
	return best, best.At != nil
}

// definition is the instruction that makes v, or the first one of the function of b.
func definition(v ssa.Value, b *ssa.BasicBlock) ssa.Instruction {
	if instr, ok := v.(ssa.Instruction); ok {
		return instr
	}
	return b.Parent().Blocks[0].Instrs[0]
}
