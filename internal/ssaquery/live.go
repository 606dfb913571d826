package ssaquery

import (
	"golang.org/x/tools/go/ssa"
)

// A Liveness says what of functions' registers and variables can still be read.
// It keeps what it found out, and is not safe for concurrent use.
type Liveness struct {
	variables bool
	live      map[*ssa.Function]map[*ssa.BasicBlock]map[ssa.Value]bool
	escapes   map[*ssa.Alloc]bool
}

// NewLiveness makes a Liveness. With variables, an *ssa.Alloc stands for what the
// variable holds, and a store to it is a write; without, for its address, which the
// store reads.
func NewLiveness(variables bool) *Liveness {
	return &Liveness{variables, map[*ssa.Function]map[*ssa.BasicBlock]map[ssa.Value]bool{}, map[*ssa.Alloc]bool{}}
}

// Live returns the registers that can still be read behind the phis at the start of
// block b. A part of a tuple counts as made where the tuple is, since that is where
// its value is known. A variable that a closure or a pointer can reach
// ([Liveness.Escapes]) can be read although it is not among them. The map is not to
// be changed.
func (l *Liveness) Live(b *ssa.BasicBlock) map[ssa.Value]bool {
	f := b.Parent()
	live := l.live[f]
	if live == nil {
		live = l.behindPhis(f)
		l.live[f] = live
	}
	return live[b]
}

// Behind returns the registers that can still be read from instruction at of block b on.
func (l *Liveness) Behind(b *ssa.BasicBlock, at int) map[ssa.Value]bool {
	live := map[ssa.Value]bool{}
	for _, s := range b.Succs {
		for v := range l.Live(s) {
			live[v] = true
		}
		for _, instr := range s.Instrs {
			phi, ok := instr.(*ssa.Phi)
			if !ok {
				break
			}
			for i, v := range phi.Edges {
				if s.Preds[i] == b && IsRegister(v) {
					live[v] = true
				}
			}
		}
	}
	var ops [16]*ssa.Value
	for _, instr := range b.Instrs[at:] {
		for _, op := range instr.Operands(ops[:0]) {
			if v := *op; v != nil && IsRegister(v) {
				live[v] = true
			}
		}
	}
	return live
}

// behindPhis is the classic backward data flow over the blocks of f.
func (l *Liveness) behindPhis(f *ssa.Function) map[*ssa.BasicBlock]map[ssa.Value]bool {
	in := map[*ssa.BasicBlock]map[ssa.Value]bool{}
	defs := map[*ssa.BasicBlock]map[ssa.Value]bool{}
	phis := map[*ssa.BasicBlock]map[ssa.Value]bool{}
	for _, b := range f.Blocks {
		in[b], defs[b], phis[b] = l.usesAndDefs(b)
	}
	for _, b := range f.Blocks {
		for phi := range phis[b] {
			for i, v := range phi.(*ssa.Phi).Edges {
				if pred := b.Preds[i]; IsRegister(v) && !defs[pred][v] {
					in[pred][v] = true
				}
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for i := len(f.Blocks) - 1; i >= 0; i-- {
			b := f.Blocks[i]
			for _, s := range b.Succs {
				for v := range in[s] {
					if !phis[s][v] && !defs[b][v] && !in[b][v] {
						in[b][v] = true
						changed = true
					}
				}
			}
		}
	}
	return in
}

// usesAndDefs returns what block b reads before it writes it and what it writes,
// both behind its phis, and those.
func (l *Liveness) usesAndDefs(b *ssa.BasicBlock) (uses, defs, phis map[ssa.Value]bool) {
	uses, defs, phis = map[ssa.Value]bool{}, map[ssa.Value]bool{}, map[ssa.Value]bool{}
	var ops [16]*ssa.Value
	for _, instr := range b.Instrs {
		if phi, ok := instr.(*ssa.Phi); ok {
			phis[phi] = true
			continue
		}
		written := l.written(instr)
		for _, op := range instr.Operands(ops[:0]) {
			if v := *op; v != nil && !defs[v] && v != written && IsRegister(v) {
				uses[v] = true
			}
		}
		if written != nil {
			defs[written] = true
		}
		v, ok := instr.(ssa.Value)
		if _, part := instr.(*ssa.Extract); !ok || part {
			continue
		}
		defs[v] = true
		for _, r := range *v.Referrers() {
			if part, ok := r.(*ssa.Extract); ok {
				defs[part] = true
			}
		}
	}
	return uses, defs, phis
}

// written is the variable that instr, a store, writes as a whole, nil for other
// instructions.
func (l *Liveness) written(instr ssa.Instruction) ssa.Value {
	st, ok := instr.(*ssa.Store)
	if !ok || !l.variables {
		return nil
	}
	a, ok := st.Addr.(*ssa.Alloc)
	if !ok || st.Val == ssa.Value(a) {
		return nil
	}
	return a
}

// Escapes reports whether a closure or a pointer can reach the variable a, so
// that what is done to it is not all seen where its function names it.
func (l *Liveness) Escapes(a *ssa.Alloc) bool {
	e, ok := l.escapes[a]
	if !ok {
		e = Escapes(a)
		l.escapes[a] = e
	}
	return e
}

// Escapes reports whether the address addr, or that of a field there, is used other than to load and store.
func Escapes(addr ssa.Value) bool {
	for _, r := range *addr.Referrers() {
		switch r := r.(type) {
		case *ssa.UnOp:
		case *ssa.FieldAddr:
			if Escapes(r) {
				return true
			}
		case *ssa.Store:
			if r.Val == addr {
				return true
			}
		default:
			return true
		}
	}
	return false
}
