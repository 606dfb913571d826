package pointsto

import "golang.org/x/tools/go/ssa"

// A Package answers questions about the memory and the calls of one package. It
// is not safe for concurrent use.
type Package struct {
	*functions
	*calls
	*memory
	*follower
	*leads
	*reaching
	// Registers are the variables that are not in memory.
	Registers *Registers
}

// New makes the tables of pkg, whose functions are funcs, in an order that all
// answers keep to. Functions without a body are left out.
func New(pkg *ssa.Package, funcs []*ssa.Function, cfg Config) *Package {
	w := &follower{
		functions: newFunctions(pkg, funcs, cfg.Log),
		calls:     newCalls(),
		memory:    newMemory(),
		cfg:       cfg,
		memo:      map[ssa.Value][]Loc{},
		busy:      map[ssa.Value]int{},
	}
	fillTables(w)
	ls := newLeads(w)
	return &Package{w.functions, w.calls, w.memory, w, ls, newReaching(w, ls), newRegisters(w.memory, w.functions)}
}
