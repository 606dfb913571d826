package attempt

import (
	"iter"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"
)

// A summary is what one call of a function has come to: the same for each call from the
// same place that finds what it can reach in the same state.
type summary struct {
	exits []exit
	ok    bool
	// writes are the writes in it that went well.
	writes []ssa.CallInstruction
}

// entry names a summary: the function, the calls that lead to it and what it can reach.
type entry struct {
	fn           *ssa.Function
	calls, state string
}

// enter runs fr's function on what it can reach from its arguments and the variables that
// it binds; nothing else can change. It takes h over.
func (m *replay) enter(fr *frame, args, binds []value, h *heap) ([]exit, bool) {
	rest := m.detach(h, slices.Values(slices.Concat(args, binds)))
	key := entry{fr.fn, m.callsTo(fr), m.exitKey(exit{h: h, results: slices.Concat(args, binds)})}
	s, known := m.summaries[key]
	if !known {
		before := m.went
		m.went = nil
		s = &summary{}
		s.exits, s.ok = m.try(fr, args, binds, h)
		s.writes = m.went
		m.went = before
		m.summaries[key] = s
	}
	if !s.ok {
		return nil, false
	}
	for _, site := range s.writes {
		m.wentWell(rest.written, site)
	}
	exits := make([]exit, len(s.exits))
	for i, e := range s.exits {
		exits[i] = exit{h: m.attach(e.h.clone(), rest, fr.call), results: slices.Clone(e.results), ret: e.ret}
	}
	return exits, true
}

// callsTo names the calls that lead to fr.
func (m *replay) callsTo(fr *frame) string {
	var b []byte
	for ; fr != nil; fr = fr.up {
		b = append(strconv.AppendInt(b, int64(m.id(fr.call)), 10), ' ')
	}
	return string(b)
}

// detach takes out of h, and returns, what a function cannot reach that is given the
// values given.
func (m *memory) detach(h *heap, given iter.Seq[value]) *heap {
	r := m.reach(h)
	for v := range given {
		r.add(v)
	}
	r.addGlobals()
	rest := newHeap()
	for k, c := range h.cells {
		if !r.cells[rootKey(k)] {
			rest.cells[k] = c
			delete(h.cells, k)
		}
	}
	for id, o := range h.objs {
		if !r.objs[id] {
			rest.objs[id] = o
			delete(h.objs, id)
		}
	}
	rest.written, h.written = h.written, nil
	rest.strange, h.strange = h.strange, false
	return rest
}

// attach puts back into h, the state behind call, what detach took out.
func (m *memory) attach(h, rest *heap, call ssa.CallInstruction) *heap {
	for k, c := range rest.cells {
		if _, ok := h.cells[k]; !ok {
			h.cells[k] = c
		}
	}
	for id, o := range rest.objs {
		if _, ok := h.objs[id]; ok {
			continue
		}
		h.objs[id] = o
		if h.strange && o.Attempt == 0 && o.Source != Built {
			m.touch(h, id, call)
		}
	}
	for site := range rest.written {
		h.write(site)
	}
	h.strange = h.strange || rest.strange
	return h
}
