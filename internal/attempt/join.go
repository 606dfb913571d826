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

// exact is that bound for m: all states are joined while it is asked which objects may lose something.
func exact(m *memory) int {
	if joinsAll(m) {
		return 1
	}
	return maxExact
}

// The facts of a state are what is known that says nothing of an object in question, of a conflict or of an address.
type facts struct {
	m      *memory
	env    registers
	cells  cells
	assume map[string]bool
	// beside are the objects that are not in question, deleted those of them that are being deleted, or not.
	beside  objects
	deleted map[int]bool
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
func property(m *memory, h *heap, env registers, defers []deferred) mark {
	c := *h
	c.assume = nil
	others, _ := setAside(m, &c)
	for _, s := range others {
		if joinsAll(m) { // what a write loses depends on where the object comes from
			c.objs.set(int(s.key), Object{Source: s.val.Source})
		}
	}
	return markOf(m, &c, env, defers, func(v value) bool { return !isFact(m, h, v) })
}

// noneYet stands for the number of no object.
const noneYet = -1

// joinsAll reports whether it is asked which objects may lose something: what is known of an object then holds in some of
// the states that were joined, and not in all.
func joinsAll(m *memory) bool { return m.about == noneYet }

// beside reports whether the object id has nothing to do with the one in question: neither is a copy of the other.
func beside(m *memory, h *heap, id int) bool {
	return m.about != 0 && id != m.about && h.pending(id).Of() != m.about && h.pending(m.about).Of() != id
}

// setAside takes out of h, and returns, the objects that are not in question, and what is known of their deletion.
func setAside(m *memory, h *heap) (others table[*Object], deleted map[int]bool) {
	if m.about == 0 {
		return nil, nil
	}
	all := *h // which is asked while h changes
	h.objs = h.objs.clone()
	others = h.objs.split(func(s slot[*Object]) bool { return !beside(m, &all, int(s.key)) })
	return others, forgetDeleted(h)
}

// joins are the states of a function that were joined.
type joins map[place]*facts

// isFact reports whether v is a fact in the state h.
func isFact(m *memory, h *heap, v value) bool {
	switch v.kind {
	case fine:
		return h.losses != nil && m.about == 0 // else it may say whether there is an object beside
	case pointer, patch:
		return m.about > 0 && beside(m, h, v.obj)
	}
	return v.isPlain()
}

// factsOf are the facts of p.
func factsOf(m *memory, p *path) *facts {
	k := &facts{m: m, env: p.env.clone(), cells: p.h.cells.clone(), assume: maps.Clone(p.h.assume), written: p.h.written}
	k.env.dropFunc(func(_ ssa.Value, v value) bool { return !isFact(m, p.h, v) })
	k.cells.dropFunc(func(_ string, v value) bool { return !isFact(m, p.h, v) })
	h := *p.h
	k.beside.table, k.deleted = setAside(m, &h)
	return k
}

// join joins the paths that come to a block, with each other and with those that came before. It returns those that
// go on: each knows what all in the same state know, and less than those before.
func (j joins) join(m *memory, come []*path) []*path {
	first := map[place]*path{}
	less := map[place]bool{}
	var order []place
	for _, p := range come {
		key := place{p.Block, p.At, property(m, p.h, p.env, p.defers)}
		now := factsOf(m, p)
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
			j[key].restrict(first[key])
			on = append(on, first[key])
		}
	}
	return on
}

// restrict makes p forget all facts but k.
func (k *facts) restrict(p *path) {
	m := k.m
	p.env.dropFunc(func(r ssa.Value, v value) bool { return isFact(m, p.h, v) && !k.env.has(r, v) })
	p.h.cells.dropFunc(func(c string, v value) bool { return isFact(m, p.h, v) && !k.cells.has(c, v) })
	if len(k.assume) < len(p.h.assume) {
		p.h.assume = maps.Clone(k.assume)
	}
	setAside(m, p.h)
	p.h.objs.add(k.beside.table)
	p.h.knowDeleted(k.deleted)
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
	keepSame(k.assume, other.assume)
	keepSame(k.deleted, other.deleted)
	k.beside.split(func(s slot[*Object]) bool { _, ok := other.beside.get(int(s.key)); return ok })
	for i := range k.beside.table {
		s := &k.beside.table[i]
		if o := k.either(int(s.key), s.val, other.beside.at(int(s.key))); o != s.val {
			s.val, more = o, true
		}
	}
	return more || k.size() < n
}

// keepSame keeps of what is known what other knows as well.
func keepSame[K comparable](known, other map[K]bool) {
	maps.DeleteFunc(known, func(of K, is bool) bool { was, ok := other[of]; return !ok || is != was })
}

func (k *facts) size() int {
	return len(k.env.table) + len(k.cells.table) + len(k.assume) + len(k.beside.table) + len(k.deleted)
}

// either is the object id, which is not in question, where it is as a or as b.
func (k *facts) either(id int, a *Object, b Object) *Object {
	o, pending := *a, a.pending.Or(b.pending, joinsAll(k.m))
	if o.pending, b.pending = nil, nil; o != b {
		o = Object{token: k.m.id(origin{how: wasJoined, obj: id}), Changed: true}
		if a.Source == b.Source && a.Root == b.Root && a.From == b.From {
			o.Source, o.Root, o.From = a.Source, a.Root, a.From
		}
	}
	if o.pending = pending; o == *a {
		return a
	}
	return &o
}
