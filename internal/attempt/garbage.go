package attempt

import (
	"iter"
	"slices"

	"github.com/k8slint/k8slint/internal/machine"
)

// A reach is what can be reached in a heap: variables and objects.
type reach struct {
	m     *memory
	h     *heap
	cells map[uint32]bool
	objs  map[int]bool
	// versions: only what leads to the version of an object counts, and of a variable only the part that is named. Else
	// cells has variables by the first part of their keys.
	versions bool
}

// reach is an empty one for h. It is good until the next one is asked for: they are many, and small.
func (m *memory) reach(h *heap) *reach {
	clear(m.reachedCells)
	clear(m.reachedObjs)
	return &reach{m, h, m.reachedCells, m.reachedObjs, false}
}

// add adds what can be reached by way of v.
func (r *reach) add(v value) {
	switch v.kind {
	case pointer, patch:
		if !r.versions || v.kind == pointer && carries(v.text) {
			r.objs[v.obj] = true
		}
	case function:
		for _, b := range r.m.funcs[v.obj].binds {
			r.add(b)
		}
	case address, name:
		names := r.m.names
		key := names.keys.number(v.text)
		if !r.versions {
			key = names.root(key)
		}
		if r.cells[key] {
			return
		}
		r.cells[key] = true
		for _, c := range r.h.cells.table {
			if names.root(c.key) == names.root(key) && (!r.versions || leadsTo(v.text, names.keys.all[c.key])) {
				r.add(names.vals.all[c.val])
			}
		}
	}
}

// cell reports whether a variable can be reached, object whether an object can.
func (r *reach) cell(s slot[uint32]) bool    { return r.cells[r.m.names.root(s.key)] }
func (r *reach) object(s slot[*Object]) bool { return r.objs[int(s.key)] }

// sweep drops what cannot be reached from the roots any more, so that states that differ in nothing else become one.
func (m *memory) sweep(h *heap, roots iter.Seq[value]) {
	r := m.reach(h)
	for v := range roots {
		r.add(v)
	}
	h.cells.table = slices.DeleteFunc(h.cells.table, func(s slot[uint32]) bool { return !r.cell(s) })
	gone := h.objs.split(r.object)
	for _, o := range gone {
		abandon(*o.val)
	}
	if len(gone) > 0 && h.losses != nil {
		isGone := func(id int) bool { _, is := gone.find(uint32(id)); return is }
		for id, o := range h.objs.all() {
			if o.pending == nil {
				continue
			}
			if p := o.pending.Alone(isGone); p != o.pending {
				h.setPending(id, p)
			}
		}
	}
	forgetDeleted(h)
}

// forgetDeleted takes out of h, and returns, what is known of the deletion of objects that are not in it.
func forgetDeleted(h *heap) (others map[int]bool) {
	if len(h.deleted) == 0 {
		return nil
	}
	tokens := map[int]bool{}
	for _, o := range h.objs.all() {
		tokens[o.token] = true
	}
	own, others := map[int]bool{}, map[int]bool{} // states share the old one
	for token, is := range h.deleted {
		if tokens[token] {
			own[token] = is
		} else {
			others[token] = is
		}
	}
	h.deleted = own
	return others
}

// roots are the values that a path has, and those that its function was given.
func roots(p *path, given []value) iter.Seq[value] {
	return func(yield func(value) bool) {
		for _, v := range given {
			if !yield(v) {
				return
			}
		}
		for _, v := range p.env.all() {
			if !yield(v) {
				return
			}
		}
		for _, d := range p.defers {
			if !yield(d.fn) {
				return
			}
			for _, a := range d.args {
				if !yield(a) {
					return
				}
			}
		}
	}
}

// detach takes out of h, and returns, what a function cannot reach that is given the
// values given.
func (m *memory) detach(h *heap, given iter.Seq[value]) *heap {
	r := m.reach(h)
	for v := range given {
		r.add(v)
	}
	rest := newHeap(m.names)
	rest.cells.table = h.cells.split(r.cell)
	rest.objs.table = h.objs.split(r.object)
	rest.deleted = forgetDeleted(h)
	rest.written, h.written = h.written, nil
	rest.strange, h.strange = h.strange, false
	return rest
}

// attach puts what detach took out back into h, the state at the end of the call that fr runs.
func (m *memory) attach(h, rest *heap, fr *machine.Frame) *heap {
	own := h.objs // add leaves it as it is
	h.cells.add(rest.cells.table)
	h.objs.add(rest.objs.table)
	for id, o := range rest.objs.all() {
		if _, ok := own.get(id); !ok && h.strange && o.Attempt == 0 && o.Source != Built {
			m.touch(h, id, fr.Call)
		}
	}
	for id, o := range own.all() {
		if o.replaced == 0 {
			continue
		}
		if h.failed == nil {
			h.makeOld(o.replaced, id, o.by)
		}
		if fr.Up == nil || fr.Up.Up == nil { // the caller has no callers, whose objects would be old, too
			o.replaced, o.by = 0, nil
			h.objs.set(id, o)
		}
	}
	h.knowDeleted(rest.deleted)
	h.written = h.written.and(rest.written)
	h.strange = h.strange || rest.strange
	return h
}

// leaveBehind looks at the objects that are left at an exit of the function that is looked at: what
// its caller can reach it may send.
func (m *memory) leaveBehind(e exit, given []value) {
	r := m.reach(e.h)
	for _, v := range slices.Concat(given, e.results) {
		r.add(v)
	}
	for id, o := range e.h.objs.all() {
		if !r.objs[id] {
			abandon(o)
		} else if o.pending != nil {
			o.pending.Left.Cancel()
		}
	}
}
