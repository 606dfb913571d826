package attempt

import (
	"maps"

	"golang.org/x/tools/go/ssa"
)

// Where a block is entered in many states, those that agree on the objects are joined: of registers and variables only
// that is kept which is the same in all. A flag that goes with a change of an object stays known, because the states
// with the change are joined apart from those without. This is property simulation, see Das, Lerner and Seigle, ESP:
// Path-Sensitive Program Verification in Polynomial Time, PLDI 2002.

// maxExact bounds the states of a block, or ways out of a function, that are told apart by all that is known. No finding
// is lost where states are joined, but one more may be made.
const maxExact = 8

// The facts of a state are what is known that says nothing of an object, of a conflict or of an address.
type facts struct {
	env    registers
	cells  cells
	assume map[string]bool
	// written are the writes that went well in any of the states.
	written written
}

// A place is an instruction of a block in a state.
type place struct {
	block *ssa.BasicBlock
	at    int
	state mark
}

// property is the mark of all that a state knows but its facts.
func property(m *memory, h *heap, env registers, live map[ssa.Value]bool, defers []deferred) mark {
	c := *h
	c.assume = nil
	return markOf(m, &c, env, live, defers, func(v value) bool { return !isFact(h, v) })
}

// joins are the states of a function that were joined.
type joins map[place]*facts

// isFact reports whether v is a fact in the state h.
func isFact(h *heap, v value) bool {
	return v.isPlain() || h.losses != nil && v.kind == fine
}

// factsOf are the facts of p, of the registers in live.
func factsOf(p *path, live map[ssa.Value]bool) *facts {
	k := &facts{p.env.clone(), p.h.cells.clone(), maps.Clone(p.h.assume), p.h.written}
	k.env.dropFunc(func(r ssa.Value, v value) bool { return !live[r] || !isFact(p.h, v) })
	k.cells.dropFunc(func(_ string, v value) bool { return !isFact(p.h, v) })
	return k
}

// join joins the paths that come to a block, with each other and with those that came before. It returns those that
// go on: each knows what all in the same state know, and less than those before.
func (j joins) join(m *memory, come []*path, live map[ssa.Value]bool) []*path {
	first := map[place]*path{}
	less := map[place]bool{}
	var order []place
	for _, p := range come {
		key := place{p.block, p.at, property(m, p.h, p.env, live, p.defers)}
		now := factsOf(p, live)
		if first[key] == nil {
			first[key], order = p, append(order, key)
		}
		if before := j[key]; before == nil {
			j[key], less[key] = now, true
		} else if before.keep(now) {
			less[key] = true
		}
	}
	var on []*path
	for _, key := range order {
		if less[key] {
			j[key].restrict(first[key], live)
			on = append(on, first[key])
		}
	}
	return on
}

// restrict makes p forget all facts but k.
func (k *facts) restrict(p *path, live map[ssa.Value]bool) {
	p.env.dropFunc(func(r ssa.Value, v value) bool { return live[r] && isFact(p.h, v) && !k.env.has(r, v) })
	p.h.cells.dropFunc(func(c string, v value) bool { return isFact(p.h, v) && !k.cells.has(c, v) })
	if len(k.assume) < len(p.h.assume) {
		p.h.assume = maps.Clone(k.assume)
	}
	p.h.written = k.written
}

// keep keeps what other knows as well, and reports whether that is less, or other has other writes.
func (k *facts) keep(other *facts) bool {
	written := k.written.and(other.written)
	more := len(written) > len(k.written)
	k.written = written
	n := k.size()
	k.env.dropFunc(func(r ssa.Value, v value) bool { return !other.env.has(r, v) })
	k.cells.dropFunc(func(c string, v value) bool { return !other.cells.has(c, v) })
	maps.DeleteFunc(k.assume, func(a string, v bool) bool { w, ok := other.assume[a]; return !ok || v != w })
	return more || k.size() < n
}

func (k *facts) size() int { return len(k.env.table) + len(k.cells.table) + len(k.assume) }
