package ownership

import (
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ownership/effect"
	"github.com/k8slint/k8slint/internal/ownership/heap"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// An engine analyses one package.
type engine struct {
	*environment
	rules []rule
}

// bottomUp orders functions so that callees come first where they can.
func (e *engine) bottomUp(src []*ssa.Function) []*ssa.Function {
	seen := map[*ssa.Function]bool{}
	var out []*ssa.Function
	var visit func(f *ssa.Function, depth int)
	visit = func(f *ssa.Function, depth int) {
		if o := f.Origin(); o != nil {
			f = o
		}
		if seen[f] || !e.analysed[f] || depth > 10000 {
			return
		}
		seen[f] = true
		var rands [16]*ssa.Value
		for _, b := range f.Blocks {
			for _, instr := range b.Instrs {
				for _, op := range instr.Operands(rands[:0]) {
					if op == nil {
						continue
					}
					if g, ok := (*op).(*ssa.Function); ok {
						e.uses[ssaquery.Origin(g)]++
						visit(g, depth+1)
					}
				}
			}
		}
		out = append(out, f)
	}
	for _, f := range src {
		visit(f, 0)
	}
	return out
}

func (e *engine) fixpoint() {
	dirty := map[*ssa.Function]bool{}
	count := map[*ssa.Function]int{}
	readers := map[*ssa.Function]map[*ssa.Function]bool{}
	for _, f := range e.funcs {
		dirty[f] = true
	}
	e.tables = e.buildTables()
	for round := 0; round < maxRounds; round++ {
		for pass := 0; pass < maxAnalyses; pass++ {
			any := false
			for _, f := range e.funcs {
				if !dirty[f] || count[f] >= maxAnalyses+round {
					continue
				}
				dirty[f] = false
				any = true
				count[f]++
				old := e.results[f]
				r := e.analyse(f)
				e.results[f] = r
				for g := range r.readsFn {
					if readers[g] == nil {
						readers[g] = map[*ssa.Function]bool{}
					}
					readers[g][f] = true
				}
				if old == nil && !r.sum.Empty() || old != nil && !effect.Equal(old.sum, r.sum) {
					for g := range readers[f] {
						dirty[g] = true
					}
				}
			}
			if !any {
				break
			}
		}
		next := e.buildTables()
		changed := e.tables.diff(next)
		e.tables = next
		if len(changed) == 0 {
			break
		}
		again := false
		for _, f := range e.funcs {
			for k := range e.results[f].readsKey {
				if changed[k] {
					dirty[f] = true
					again = true
					break
				}
			}
		}
		if !again {
			break
		}
	}
	for f := range dirty {
		if dirty[f] {
			e.capped(f, "its summary is not final after as many analyses as it gets")
		}
	}
}

// analyse runs the analysis of one function.
func (e *engine) analyse(f *ssa.Function) *result {
	m := &memory{e: e.environment, fn: f, env: map[ssa.Value]heap.Values{}, tup: map[ssa.Value][]heap.Values{}, objs: heap.NewObjects()}
	out := &result{readsFn: map[*ssa.Function]bool{}, readsKey: map[string]bool{}, owned: map[paramOf]bool{}, ownedNames: map[string]bool{}}
	a := &execution{calls: &calls{rules: e.rules, recorder: &recorder{memory: m, out: out}}}
	// Parameters first, so that they keep their places in overflowing sets.
	for _, p := range f.Params {
		a.value(p)
	}
	for _, p := range f.FreeVars {
		a.value(p)
	}
	a.run()
	a.out.sum = a.summarize()
	if o := ssaquery.Declared(f); o != nil && f.Parent() == nil {
		a.out.sum = e.known.promised(o, a.out.sum)
	}
	a.enterSelf()
	if f == e.pkg.Func("init") && len(f.Blocks) > 0 {
		a.registerDeclared(f.Blocks[0].Instrs[0])
	}
	// What is left is small; the rest can go.
	a.out.writes, a.out.calls, a.out.fields = nil, nil, nil
	return a.out
}

// Caps of the fixpoint: how often a function is analysed, how many rounds are
// made over what fields hold. Each round only looks at functions whose inputs
// changed; the results after the last round are taken as they are.
const (
	maxAnalyses = 6
	maxRounds   = 6
)
