package ssaquery

import "golang.org/x/tools/go/ssa"

// Components are the strongly connected components of the functions that lie behind funcs (Tarjan,
// 1972): functions that all lead to each other. Next are those to which one leads; it is asked once
// of each function. A component comes after all those to which it leads, and so does a function
// within its component where it can.
func Components(funcs []*ssa.Function, next func(*ssa.Function) []*ssa.Function) [][]*ssa.Function {
	number, low, done := map[*ssa.Function]int{}, map[*ssa.Function]int{}, map[*ssa.Function]bool{}
	var open []*ssa.Function // visited to the end, in a component that is not
	var out [][]*ssa.Function
	var visit func(fn *ssa.Function)
	visit = func(fn *ssa.Function) {
		number[fn] = len(number) + 1
		low[fn] = number[fn]
		at := len(open)
		for _, g := range next(fn) {
			if number[g] == 0 {
				visit(g)
			}
			if !done[g] {
				low[fn] = min(low[fn], low[g])
			}
		}
		open = append(open, fn)
		if low[fn] < number[fn] {
			return
		}
		members := append([]*ssa.Function(nil), open[at:]...)
		open = open[:at]
		for _, g := range members {
			done[g] = true
		}
		out = append(out, members)
	}
	for _, fn := range funcs {
		if number[fn] == 0 {
			visit(fn)
		}
	}
	return out
}
