package pointsto

import (
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/flow"
)

// leads says which functions of the package lead to which: f leads to g if it
// calls g, or makes a closure of it.
type leads struct {
	funcs            []*ssa.Function
	to, from         map[*ssa.Function][]*ssa.Function
	toMemo, fromMemo map[*ssa.Function]map[*ssa.Function]bool
}

func newLeads(w *follower) *leads {
	ls := &leads{
		funcs:    w.functions.Funcs(),
		to:       map[*ssa.Function][]*ssa.Function{},
		from:     map[*ssa.Function][]*ssa.Function{},
		toMemo:   map[*ssa.Function]map[*ssa.Function]bool{},
		fromMemo: map[*ssa.Function]map[*ssa.Function]bool{},
	}
	for f, instr := range w.functions.Instrs() {
		switch instr := instr.(type) {
		case *ssa.MakeClosure:
			if g := w.functions.Source(instr.Fn.(*ssa.Function)); g != nil {
				ls.add(f, g)
			}
		case ssa.CallInstruction:
			for _, g := range w.calls.Callees(instr) {
				ls.add(f, g)
			}
		}
	}
	return ls
}

func (ls *leads) add(f, g *ssa.Function) {
	ls.to[f] = addNew(ls.to[f], g)
	ls.from[g] = addNew(ls.from[g], f)
}

// LeadsTo returns the functions that f leads to directly, in the order of the
// instructions that do.
func (ls *leads) LeadsTo(f *ssa.Function) []*ssa.Function { return ls.to[f] }

// Within returns f and the functions that it leads to, through any number of
// others. The map is not to be changed.
func (ls *leads) Within(f *ssa.Function) map[*ssa.Function]bool { return closure(f, ls.to, ls.toMemo) }

// Leading returns f and the functions that lead to it, through any number of
// others. The map is not to be changed.
func (ls *leads) Leading(f *ssa.Function) map[*ssa.Function]bool {
	return closure(f, ls.from, ls.fromMemo)
}

// closure returns f and what next leads to from it.
func closure(f *ssa.Function, next map[*ssa.Function][]*ssa.Function, memo map[*ssa.Function]map[*ssa.Function]bool) map[*ssa.Function]bool {
	if r, ok := memo[f]; ok {
		return r
	}
	r := map[*ssa.Function]bool{}
	flow.Any(f, func(g *ssa.Function) []*ssa.Function { return next[g] }, func(g *ssa.Function) bool {
		r[g] = true
		return false // all of them
	})
	memo[f] = r
	return r
}

// Around returns the smallest functions that lead to both a and b, which is
// where a computation that is split over functions holds together; a, where no
// function leads to both.
func (ls *leads) Around(a, b *ssa.Function) []*ssa.Function {
	toA, toB := ls.Leading(a), ls.Leading(b)
	var out []*ssa.Function
	for _, f := range ls.funcs {
		if !toA[f] || !toB[f] {
			continue
		}
		smallest := true
		for _, g := range ls.LeadsTo(f) {
			// In a cycle of calls each leads to the other: take them all.
			if g != f && toA[g] && toB[g] && !ls.Leading(f)[g] {
				smallest = false
			}
		}
		if smallest {
			out = append(out, f)
		}
	}
	if len(out) == 0 {
		return []*ssa.Function{a}
	}
	return out
}
