package ownership

import (
	"maps"
	"slices"
	"strings"

	"github.com/k8slint/k8slint/internal/ownership/accesspath"
)

// An entry is what a cell, a location that something was stored to, holds.
type entry struct {
	v vals
	// agg tells that the cell holds a struct or array: v are then the
	// structs that it is a copy of, as far as cells below do not say else.
	agg bool
}

// Caps on what is remembered of an object: the cells that a copy of a struct
// takes over, in order of their paths, and the length of those. Structs that
// are copied into their own containers would grow for ever.
const (
	maxCells     = 40
	maxCellSteps = 8
)

// A state is what memory holds at a program point: only what differs from what
// memory held when the function was entered. Cells of an object's paths are
// few, so they are kept per object.
type state struct {
	objs   map[*object]map[string]entry
	shared map[*object]bool // the inner map belongs to another state too
}

func newState() *state {
	return &state{objs: map[*object]map[string]entry{}, shared: map[*object]bool{}}
}

func (s *state) clone() *state {
	c := &state{objs: maps.Clone(s.objs), shared: make(map[*object]bool, len(s.objs))}
	for o := range s.objs {
		s.shared[o] = true
		c.shared[o] = true
	}
	return c
}

// own returns the cells of o for writing.
func (s *state) own(o *object) map[string]entry {
	m := s.objs[o]
	switch {
	case m == nil:
		m = map[string]entry{}
	case s.shared[o]:
		m = maps.Clone(m)
	default:
		return m
	}
	s.objs[o] = m
	s.shared[o] = false
	return m
}

// forget drops all that is known of o.
func (s *state) forget(o *object) { delete(s.objs, o) }

// empty drops all that is known of the local location r and what lies in it.
func (s *state) empty(r ref) {
	m := s.own(r.obj)
	for p := range m {
		if _, ok := accesspath.Below(p, r.path); ok {
			delete(m, p)
		}
	}
}

// keepReachable forgets the local objects that neither roots nor memory of the
// caller lead to.
func (s *state) keepReachable(roots vals) {
	keep := map[*object]bool{}
	var visit func(o *object)
	visit = func(o *object) {
		if keep[o] {
			return
		}
		keep[o] = true
		for _, e := range s.objs[o] {
			for _, r := range e.v {
				visit(r.obj)
			}
		}
	}
	for _, r := range roots {
		visit(r.obj)
	}
	for o := range s.objs {
		if o.outer() {
			visit(o)
		}
	}
	for o := range s.objs {
		if !keep[o] {
			s.forget(o)
		}
	}
}

// find returns the entry of the longest prefix of path, and the rest.
func find(m map[string]entry, path string) (e entry, rest string, ok bool) {
	if len(m) == 0 {
		return
	}
	for p := path; ; {
		if e, ok := m[p]; ok {
			return e, path[len(p):], true
		}
		q, more := accesspath.Parent(p)
		if !more || p[len(q):] == accesspath.Deref {
			// What a reference led to when the function was entered stays
			// where it is, whatever the reference is now.
			return entry{}, "", false
		}
		p = q
	}
}

// content is what the location (o, path) holds: a reference, or (agg) the
// struct that lies there.
func (s *state) content(o *object, path string, agg bool) vals {
	var t trail
	return s.contentOn(&t, o, path, agg)
}

// A trail is what a look-up went through: copies of copies form a graph, of
// which each place is looked at once, and no more than maxTrail of them.
type trail struct{ seen []ref }

const maxTrail = 64

// enter reports whether r is new on the trail.
func (t *trail) enter(r ref) bool {
	if len(t.seen) >= maxTrail || slices.Contains(t.seen, r) {
		return false
	}
	t.seen = append(t.seen, r)
	return true
}

func (s *state) contentOn(t *trail, o *object, path string, agg bool) vals {
	if o.kind == kindCache {
		if path == tombstoneCell && !agg {
			return vals{{o, tombstoneObj, false}}
		}
		return vals{{o, interior, agg}}
	}
	m := s.objs[o]
	if agg {
		if o.outer() || hasBelow(m, path) {
			return vals{{o, path, true}}
		}
		if e, _, ok := find(m, path); ok && len(e.v) > 0 {
			return vals{{o, path, true}}
		}
		return nil
	}
	if e, rest, ok := find(m, path); ok {
		if rest == "" && !e.agg {
			return e.v
		}
		var out vals
		for _, r := range e.v {
			if r.copy {
				p := r.along(rest)
				switch {
				case p.obj.outer():
					// What it held when it was copied: what had been stored
					// there by then was copied cell by cell.
					out = union(out, held(p))
				case t.enter(p):
					out = union(out, s.contentOn(t, p.obj, p.path, false))
				}
			}
		}
		return out
	}
	if o.outer() {
		return held(ref{o, path, false})
	}
	return nil
}

// held is the reference that the location r outside of the function held when
// that was entered.
func held(r ref) vals {
	if strings.HasSuffix(r.path, accesspath.Any) || strings.HasSuffix(r.path, accesspath.Reach) {
		return vals{{r.obj, r.path, false}}
	}
	return vals{{r.obj, accesspath.Join(r.path, accesspath.Deref), false}}
}

func hasBelow(m map[string]entry, path string) bool {
	for p, e := range m {
		if len(e.v) == 0 {
			continue
		}
		if _, ok := accesspath.Below(p, path); ok {
			return true
		}
	}
	return false
}

// links are the structs outside of local memory that the struct r is a copy
// of, as far as nothing was stored into the copy.
func (s *state) links(r ref) []ref {
	var t trail
	return s.linksOn(&t, r)
}

func (s *state) linksOn(t *trail, r ref) []ref {
	if r.obj.kind == kindCache {
		return []ref{{r.obj, r.path, true}}
	}
	if e, rest, ok := find(s.objs[r.obj], r.path); ok {
		var out []ref
		for _, l := range e.v {
			if l.copy {
				l = l.along(rest)
				if l.obj.outer() {
					out = append(out, l)
				} else if t.enter(l) {
					out = append(out, s.linksOn(t, l)...)
				}
			}
		}
		return out
	}
	if r.obj.outer() {
		return []ref{{r.obj, r.path, true}}
	}
	return nil
}

// store puts v at the location at. A strong store replaces what was there.
func (s *state) store(at ref, v vals, agg, strong bool) {
	if at.obj.kind == kindCache {
		return // what is written to the cache is a finding, not knowledge
	}
	if strings.HasSuffix(at.path, accesspath.Any) || strings.HasSuffix(at.path, accesspath.Reach) {
		return
	}
	if accesspath.Plural(at.path) {
		strong = false
	}
	// Gather first: v may refer to what is overwritten.
	put := map[string]entry{}
	if agg {
		var base []ref
		for _, r := range v {
			if !r.copy {
				continue
			}
			base = append(base, s.links(r)...)
		}
		put[""] = entry{newVals(base), true}
		for _, r := range v {
			if !r.copy || r.obj.kind == kindCache {
				continue
			}
			cells := s.objs[r.obj]
			for _, p := range slices.Sorted(maps.Keys(cells)) {
				rest, ok := accesspath.Below(p, r.path)
				if !ok || rest == "" || len(put) >= maxCells || strings.Count(at.path, "/")+strings.Count(rest, "/") > maxCellSteps {
					continue
				}
				e := cells[p]
				w := e.v
				for _, o := range v {
					if o != r && o.copy {
						q := o.along(rest)
						w = union(w, s.content(q.obj, q.path, e.agg))
					}
				}
				put[rest] = entry{union(put[rest].v, w), e.agg}
			}
		}
	} else {
		put[""] = entry{v, false}
	}
	empty := true
	for _, e := range put {
		if len(e.v) > 0 {
			empty = false
		}
	}
	if !strong {
		if empty {
			return
		}
		keys := slices.Sorted(maps.Keys(put))
		old := make([]vals, len(keys))
		for i, k := range keys {
			old[i] = s.content(at.obj, at.path+k, put[k].agg)
			if put[k].agg {
				old[i] = nil
				for _, l := range s.links(ref{at.obj, at.path + k, true}) {
					old[i] = union(old[i], vals{l})
				}
			}
		}
		m := s.own(at.obj)
		for i, k := range keys {
			if _, ok := m[at.path+k]; !ok && len(m) >= 2*maxCells {
				continue
			}
			m[at.path+k] = entry{union(old[i], put[k].v), put[k].agg}
		}
		return
	}
	m := s.objs[at.obj]
	if empty && !at.obj.outer() {
		// Nothing to remember, unless a cell above or here says otherwise.
		if _, _, ok := find(m, at.path); !ok && !hasBelow(m, at.path) {
			return
		}
	}
	m = s.own(at.obj)
	for p := range m {
		if _, ok := accesspath.Below(p, at.path); ok {
			delete(m, p)
		}
	}
	for k, e := range put {
		m[at.path+k] = e
	}
}

// merge returns what holds after either s or t.
func merge(s, t *state) *state {
	out := s.clone()
	for o, tm := range t.objs {
		sm := s.objs[o]
		if sameCells(sm, tm) {
			continue
		}
		m := map[string]entry{}
		for p, e := range tm {
			m[p] = entry{union(e.v, s.at(o, p, e.agg)), e.agg}
		}
		for p, e := range sm {
			if f, ok := tm[p]; ok {
				m[p] = entry{union(e.v, f.v), e.agg || f.agg}
			} else {
				m[p] = entry{union(e.v, t.at(o, p, e.agg)), e.agg}
			}
		}
		out.objs[o] = m
		out.shared[o] = false
	}
	for o, sm := range s.objs {
		if _, ok := t.objs[o]; ok || !o.outer() {
			continue
		}
		m := make(map[string]entry, len(sm))
		for p, e := range sm {
			m[p] = entry{union(e.v, t.at(o, p, e.agg)), e.agg}
		}
		out.objs[o] = m
		out.shared[o] = false
	}
	return out
}

// at is what the cell (o, p) holds, for merging with a state that names it.
func (s *state) at(o *object, p string, agg bool) vals {
	if !agg {
		return s.content(o, p, false)
	}
	return newVals(s.links(ref{o, p, true}))
}

func sameCells(a, b map[string]entry) bool {
	return maps.EqualFunc(a, b, func(x, y entry) bool { return x.agg == y.agg && equalVals(x.v, y.v) })
}

func equalStates(a, b *state) bool {
	return maps.EqualFunc(a.objs, b.objs, sameCells)
}
