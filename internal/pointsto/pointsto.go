package pointsto

import (
	"sync"

	"golang.org/x/tools/go/ssa"
)

// A Package answers questions about the memory and the calls of one package. Its own
// methods, and those that only read what [New] finds, are safe for concurrent use.
type Package struct {
	mu sync.Mutex // of what is found out when it is asked
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
	return &Package{functions: w.functions, calls: w.calls, memory: w.memory, follower: w, leads: ls, reaching: newReaching(w, ls), Registers: newRegisters(w.memory, w.functions)}
}

// ReadFrom returns the places that v is read from, none where it is made otherwise.
func (p *Package) ReadFrom(v ssa.Value) []Loc {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.follower.ReadFrom(v)
}

// FuncsOf returns the functions of the package that v can be, each once.
func (p *Package) FuncsOf(v ssa.Value) []*ssa.Function {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.follower.FuncsOf(v)
}

// Dispatch returns the functions of the package that the interface call c runs;
// all is false where it may run others, too. See [Package.Types] for empty, which asks p nothing.
func (p *Package) Dispatch(c *ssa.CallCommon, empty func(*ssa.Call) bool) (fns []*ssa.Function, all bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.follower.dispatch(c, empty, 0)
}
