package pointsto

import (
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ssaquery"
)

// liveness says what of a function's registers and variables can still be read.
type liveness struct {
	live    map[*ssa.Function]map[*ssa.BasicBlock]map[ssa.Value]bool
	escapes map[*ssa.Alloc]bool
}

func newLiveness() *liveness {
	return &liveness{map[*ssa.Function]map[*ssa.BasicBlock]map[ssa.Value]bool{}, map[*ssa.Alloc]bool{}}
}

// Live returns the registers and variables that can still be read from the
// start of block b on. A variable that a closure or a pointer can reach
// ([Package.Escapes]) can be read although it is not among them. The map is not
// to be changed.
func (ls *liveness) Live(b *ssa.BasicBlock) map[ssa.Value]bool {
	f := b.Parent()
	l := ls.live[f]
	if l == nil {
		l = liveAtStarts(f)
		ls.live[f] = l
	}
	return l[b]
}

// liveAtStarts is the classic backward data flow over the blocks of f.
func liveAtStarts(f *ssa.Function) map[*ssa.BasicBlock]map[ssa.Value]bool {
	in := map[*ssa.BasicBlock]map[ssa.Value]bool{}
	defs := map[*ssa.BasicBlock]map[ssa.Value]bool{}
	for _, b := range f.Blocks {
		in[b], defs[b] = usesAndDefs(b)
	}
	for changed := true; changed; {
		changed = false
		for i := len(f.Blocks) - 1; i >= 0; i-- {
			b := f.Blocks[i]
			for _, s := range b.Succs {
				for v := range in[s] {
					if !defs[b][v] && !in[b][v] {
						in[b][v] = true
						changed = true
					}
				}
			}
		}
	}
	return in
}

// usesAndDefs returns what block b reads before it writes it, and what it
// writes. A variable is read by every instruction that has its address, but for
// the stores to it, which write it.
func usesAndDefs(b *ssa.BasicBlock) (uses, defs map[ssa.Value]bool) {
	uses, defs = map[ssa.Value]bool{}, map[ssa.Value]bool{}
	var ops [16]*ssa.Value
	for _, instr := range b.Instrs {
		st, _ := instr.(*ssa.Store)
		for _, op := range instr.Operands(ops[:0]) {
			v := *op
			if st != nil && op == &st.Addr {
				if _, ok := v.(*ssa.Alloc); ok {
					continue
				}
			}
			if v != nil && !defs[v] && ssaquery.IsRegister(v) {
				uses[v] = true
			}
		}
		if st != nil {
			if a, ok := st.Addr.(*ssa.Alloc); ok {
				defs[a] = true
			}
		}
		if v, ok := instr.(ssa.Value); ok {
			defs[v] = true
		}
	}
	return uses, defs
}

// Escapes reports whether a closure or a pointer can reach the variable a, so
// that what is done to it is not all seen where its function names it.
func (ls *liveness) Escapes(a *ssa.Alloc) bool {
	e, ok := ls.escapes[a]
	if !ok {
		e = escapes(a)
		ls.escapes[a] = e
	}
	return e
}

func escapes(addr ssa.Value) bool {
	for _, r := range *addr.Referrers() {
		switch r := r.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.FieldAddr:
			if escapes(r) {
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
