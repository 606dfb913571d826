package pointsto

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// reaching says which stores a load sees.
type reaching struct {
	functions *functions
	calls     *calls
	memory    *memory
	follow    *follower
	leads     *leads
	storersOf map[Loc]map[*ssa.Function]bool
	marks     map[*ssa.BasicBlock]*marks
	found     map[load]reached
}

// A load is a question to ReachingDefs, reached its answer.
type (
	load struct {
		at ssa.Instruction
		l  Loc
	}
	reached struct {
		defs []Def
		zero bool
	}
)

func newReaching(w *follower, ls *leads) *reaching {
	return &reaching{w.functions, w.calls, w.memory, w, ls, map[Loc]map[*ssa.Function]bool{}, map[*ssa.BasicBlock]*marks{}, map[load]reached{}}
}

// ReachingDefs returns the stores whose value a load of l at the instruction at
// can see, each once, and whether it can see the zero value that memory has
// before any store.
//
// Within the function of at, a store hides those before it. Where no store
// stands on some way from the function's start, or a call in between may store
// to l, all stores of the package count. The slice is not to be changed.
func (r *reaching) ReachingDefs(at ssa.Instruction, l Loc) (defs []Def, zero bool) {
	if d, ok := r.found[load{at, l}]; ok {
		return d.defs, d.zero
	}
	s := &defSearch{in: r, l: l, storers: r.storers(l), seen: make([]bool, len(at.Parent().Blocks)), has: map[Def]bool{}}
	s.back(at.Block(), slices.Index(at.Block().Instrs, at))
	for len(s.work) > 0 {
		b := s.work[len(s.work)-1]
		s.work = s.work[:len(s.work)-1]
		s.back(b, len(b.Instrs))
	}
	if s.outside {
		all := r.memory.Defs(l)
		s.add(all...)
		s.zero = s.zero || len(all) == 0
	}
	r.found[load{at, l}] = reached{s.defs, s.zero}
	return s.defs, s.zero
}

// A defSearch goes back from one load to the stores that it can see.
type defSearch struct {
	in      *reaching
	l       Loc
	storers map[*ssa.Function]bool // the functions that may store to l

	work    []*ssa.BasicBlock // to be searched from their end
	seen    []bool            // by the numbers of blocks
	defs    []Def
	has     map[Def]bool // what is in defs
	zero    bool
	outside bool // what other functions store can be seen, too
}

// back goes back in block b from instruction end, and leaves the blocks before
// it to be searched where nothing in b gives l its value.
func (s *defSearch) back(b *ssa.BasicBlock, end int) {
	m := s.in.marksOf(b)
	stores, calls := m.stores[s.l.Base], m.calls
	if len(s.storers) == 0 {
		calls = nil // no call stores to l
	}
	for len(stores)+len(calls) > 0 {
		last := &stores
		if len(stores) == 0 || len(calls) > 0 && calls[len(calls)-1] > stores[len(stores)-1] {
			last = &calls
		}
		i := (*last)[len(*last)-1]
		*last = (*last)[:len(*last)-1]
		if i < end && s.defines(b.Instrs[i]) {
			return
		}
	}
	if b == b.Parent().Blocks[0] {
		s.outside = true
	}
	for _, pred := range b.Preds {
		if !s.seen[pred.Index] {
			s.seen[pred.Index] = true
			s.work = append(s.work, pred)
		}
	}
}

// defines reports whether instr gives l its value, so that what happened before
// does not matter.
func (s *defSearch) defines(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.Store:
		found := false
		for _, a := range s.in.follow.Locs(instr.Addr) {
			if rest, ok := s.l.Within(a); ok {
				s.add(Def{instr, instr.Val, rest})
				found = true
			}
		}
		return found
	case *ssa.Alloc:
		if s.l.Base == ssa.Value(instr) {
			s.zero = true
			return true
		}
	case ssa.CallInstruction:
		if _, deferred := instr.(*ssa.Defer); deferred {
			return false
		}
		for _, g := range s.in.calls.Callees(instr) {
			s.outside = s.outside || s.storers[g]
		}
		for _, g := range s.in.calls.HandedAt(instr) {
			s.outside = s.outside || s.storers[g]
		}
	}
	return false
}

// add adds to what is found what is new.
func (s *defSearch) add(defs ...Def) {
	for _, d := range defs {
		if !s.has[d] {
			s.has[d] = true
			s.defs = append(s.defs, d)
		}
	}
}

// marks are the instructions of a block that can matter to a search, by their
// numbers, in order.
type marks struct {
	stores map[any][]int // to memory of this base, and what allocates it
	calls  []int
}

// marksOf returns the marks of b.
func (r *reaching) marksOf(b *ssa.BasicBlock) *marks {
	m := r.marks[b]
	if m != nil {
		return m
	}
	m = &marks{stores: map[any][]int{}}
	r.marks[b] = m
	for i, instr := range b.Instrs {
		switch instr := instr.(type) {
		case *ssa.Store:
			for _, l := range r.follow.Locs(instr.Addr) {
				if at := m.stores[l.Base]; len(at) == 0 || at[len(at)-1] != i {
					m.stores[l.Base] = append(at, i)
				}
			}
		case *ssa.Alloc:
			m.stores[ssa.Value(instr)] = append(m.stores[ssa.Value(instr)], i)
		case ssa.CallInstruction:
			m.calls = append(m.calls, i)
		}
	}
	return m
}

// storers returns the functions that, or whose callees, can store to l.
func (r *reaching) storers(l Loc) map[*ssa.Function]bool {
	if fns, ok := r.storersOf[l]; ok {
		return fns
	}
	fns := map[*ssa.Function]bool{}
	for _, d := range r.memory.Defs(l) {
		for f := range r.leads.Leading(d.At.Parent()) {
			fns[f] = true
		}
	}
	r.storersOf[l] = fns
	return fns
}
