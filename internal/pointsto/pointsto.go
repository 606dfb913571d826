package pointsto

import (
	"sync"

	"golang.org/x/tools/go/ssa"
)

// A Package answers questions about the memory and the calls of one package. It is safe for
// concurrent use.
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

// Locs returns the places that the address addr can be.
func (p *Package) Locs(addr ssa.Value) []Loc { return locked(p, p.follower.Locs, addr) }

// Pointees returns the places that the pointer, slice, map or channel v can refer
// to, each once. It is v itself where nothing is known.
func (p *Package) Pointees(v ssa.Value) []Loc { return locked(p, p.follower.Pointees, v) }

// ReadFrom returns the places that v is read from, none where it is made otherwise.
func (p *Package) ReadFrom(v ssa.Value) []Loc { return locked(p, p.follower.ReadFrom, v) }

// FuncsOf returns the functions of the package that v can be, each once.
func (p *Package) FuncsOf(v ssa.Value) []*ssa.Function { return locked(p, p.follower.FuncsOf, v) }

// Within returns f and the functions that it leads to, through any number of
// others. The map is not to be changed.
func (p *Package) Within(f *ssa.Function) map[*ssa.Function]bool { return locked(p, p.leads.Within, f) }

// Leading returns f and the functions that lead to it, through any number of
// others. The map is not to be changed.
func (p *Package) Leading(f *ssa.Function) map[*ssa.Function]bool {
	return locked(p, p.leads.Leading, f)
}

// Around returns the smallest functions that lead to both a and b, which is
// where a computation that is split over functions holds together; a, where no
// function leads to both.
func (p *Package) Around(a, b *ssa.Function) []*ssa.Function {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.leads.Around(a, b)
}

// Dispatch returns the functions of the package that the interface call c runs;
// all is false where it may run others, too. empty, if it is not nil, reports calls that
// return interfaces which hold nothing that matters. It asks p nothing.
func (p *Package) Dispatch(c *ssa.CallCommon, empty func(*ssa.Call) bool) (fns []*ssa.Function, all bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.follower.dispatch(c, empty, 0)
}

// ReachingDefs returns the stores that a load of l at the instruction at can see; zero: it
// can see the zero value that memory has before any store. The slice is not to be changed.
func (p *Package) ReachingDefs(at ssa.Instruction, l Loc) (defs []Def, zero bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.reaching.ReachingDefs(at, l)
}

// locked gives an answer, one at a time.
func locked[Q, A any](p *Package, answer func(Q) A, about Q) A {
	p.mu.Lock()
	defer p.mu.Unlock()
	return answer(about)
}
