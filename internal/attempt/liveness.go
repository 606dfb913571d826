package attempt

import (
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ssaquery"
)

// liveness returns the registers that are still needed behind the phis of each
// block: states that differ in others go on alike.
func (pr *Program) liveness(fn *ssa.Function) map[*ssa.BasicBlock]map[ssa.Value]bool {
	if l, ok := pr.needed[fn]; ok {
		return l
	}
	in := make(map[*ssa.BasicBlock]map[ssa.Value]bool, len(fn.Blocks))
	for _, b := range fn.Blocks {
		in[b] = map[ssa.Value]bool{}
	}
	var rands [16]*ssa.Value
	for changed := true; changed; {
		changed = false
		for i := len(fn.Blocks) - 1; i >= 0; i-- {
			b := fn.Blocks[i]
			live := map[ssa.Value]bool{}
			for _, s := range b.Succs {
				phis := map[ssa.Value]bool{}
				for _, instr := range s.Instrs {
					phi, ok := instr.(*ssa.Phi)
					if !ok {
						break
					}
					phis[phi] = true
					for j, pred := range s.Preds {
						if pred == b && ssaquery.IsRegister(phi.Edges[j]) {
							live[phi.Edges[j]] = true
						}
					}
				}
				for v := range in[s] {
					if !phis[v] {
						live[v] = true
					}
				}
			}
			for j := len(b.Instrs) - 1; j >= 0; j-- {
				instr := b.Instrs[j]
				if _, ok := instr.(*ssa.Phi); ok {
					break
				}
				// The results of a call are set at the call, not where
				// they are extracted.
				if v, ok := instr.(ssa.Value); ok {
					if _, extract := instr.(*ssa.Extract); !extract {
						delete(live, v)
					}
				}
				for _, r := range instr.Operands(rands[:0]) {
					if *r != nil && ssaquery.IsRegister(*r) {
						live[*r] = true
					}
				}
				if e, ok := instr.(*ssa.Extract); ok {
					live[e] = true
				}
			}
			for v := range live {
				if !in[b][v] {
					in[b][v] = true
					changed = true
				}
			}
		}
	}
	pr.needed[fn] = in
	return in
}
