package pointsto

import "golang.org/x/tools/go/ssa"

// A Package answers questions about the memory and the calls of one package. It
// is not safe for concurrent use.
type Package struct {
	*reaching // and through it calls, memory and what leads where
}

// New makes the tables of pkg, whose functions are funcs, in an order that all
// answers keep to. Functions without a body are left out.
func New(pkg *ssa.Package, funcs []*ssa.Function, cfg Config) *Package {
	w := &follower{
		functions: newFunctions(pkg, funcs),
		calls:     newCalls(),
		memory:    newMemory(),
		cfg:       cfg,
		memo:      map[ssa.Value][]Loc{},
		busy:      map[ssa.Value]int{},
	}
	w.build()
	return &Package{newReaching(w, newLeads(w))}
}
