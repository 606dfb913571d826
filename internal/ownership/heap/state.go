package heap

import (
	"maps"
	"slices"
	"strings"

	"github.com/k8slint/k8slint/internal/ownership/accesspath"
)

// An Cell is what a cell, a location that something was stored to, holds.
type Cell struct {
	Values Values
	// agg tells that the cell holds a struct or array: v are then the
	// structs that it is a copy of, as far as cells below do not say else.
	Agg bool
}

// Caps on what is remembered of an object: the cells that a copy of a struct
// takes over, in order of their paths, and the length of those. Structs that
// are copied into their own containers would grow for ever.
const (
	maxCells     = 40
	maxCellSteps = 8
)

// A State is what memory holds at a program point: only what differs from what
// memory held when the function was entered. Cells of an object's paths are
// few, so they are kept per object.
type State struct {
	Objs   map[*Object]map[string]Cell
	shared map[*Object]bool // the inner map belongs to another state too
}

func NewState() *State {
	return &State{Objs: map[*Object]map[string]Cell{}, shared: map[*Object]bool{}}
}

func (s *State) Clone() *State {
	c := &State{Objs: maps.Clone(s.Objs), shared: make(map[*Object]bool, len(s.Objs))}
	for o := range s.Objs {
		s.shared[o] = true
		c.shared[o] = true
	}
	return c
}

// Writable returns the cells of o for writing.
func (s *State) Writable(o *Object) map[string]Cell {
	m := s.Objs[o]
	switch {
	case m == nil:
		m = map[string]Cell{}
	case s.shared[o]:
		m = maps.Clone(m)
	default:
		return m
	}
	s.Objs[o] = m
	s.shared[o] = false
	return m
}

// Forget drops all that is known of o.
func (s *State) Forget(o *Object) { delete(s.Objs, o) }

// Empty drops all that is known of the local location r and what lies in it.
func (s *State) Empty(r Ref) {
	m := s.Writable(r.Obj)
	for p := range m {
		if _, ok := accesspath.Below(p, r.Path); ok {
			delete(m, p)
		}
	}
}

// KeepReachable forgets the local objects that neither roots nor memory of the
// caller lead to.
func (s *State) KeepReachable(roots Values) {
	keep := map[*Object]bool{}
	var visit func(o *Object)
	visit = func(o *Object) {
		if keep[o] {
			return
		}
		keep[o] = true
		for _, e := range s.Objs[o] {
			for _, r := range e.Values {
				visit(r.Obj)
			}
		}
	}
	for _, r := range roots {
		visit(r.Obj)
	}
	for o := range s.Objs {
		if o.Outer() {
			visit(o)
		}
	}
	for o := range s.Objs {
		if !keep[o] {
			s.Forget(o)
		}
	}
}

// Find returns the entry of the longest prefix of path, and the rest.
func Find(m map[string]Cell, path string) (e Cell, rest string, ok bool) {
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
			return Cell{}, "", false
		}
		p = q
	}
}

// Content is what the location (o, path) holds: a reference, or (agg) the
// struct that lies there.
func (s *State) Content(o *Object, path string, agg bool) Values {
	var t trail
	return s.contentOn(&t, o, path, agg)
}

// A trail is what a look-up went through: copies of copies form a graph, of
// which each place is looked at once, and no more than maxTrail of them.
type trail struct{ seen []Ref }

const maxTrail = 64

// enter reports whether r is new on the trail.
func (t *trail) enter(r Ref) bool {
	if len(t.seen) >= maxTrail || slices.Contains(t.seen, r) {
		return false
	}
	t.seen = append(t.seen, r)
	return true
}

func (s *State) contentOn(t *trail, o *Object, path string, agg bool) Values {
	if o.Kind == Cached {
		if path == tombstoneCell && !agg {
			return Values{{o, tombstoneObj, false}}
		}
		return Values{{o, Interior, agg}}
	}
	m := s.Objs[o]
	if agg {
		if o.Outer() || HasBelow(m, path) {
			return Values{{o, path, true}}
		}
		if e, _, ok := Find(m, path); ok && len(e.Values) > 0 {
			return Values{{o, path, true}}
		}
		return nil
	}
	if e, rest, ok := Find(m, path); ok {
		if rest == "" && !e.Agg {
			return e.Values
		}
		var out Values
		for _, r := range e.Values {
			if r.Copy {
				p := r.Along(rest)
				switch {
				case p.Obj.Outer():
					// What it held when it was copied: what had been stored
					// there by then was copied cell by cell.
					out = Union(out, held(p))
				case t.enter(p):
					out = Union(out, s.contentOn(t, p.Obj, p.Path, false))
				}
			}
		}
		return out
	}
	if o.Outer() {
		return held(Ref{o, path, false})
	}
	return nil
}

// held is the reference that the location r outside of the function held when
// that was entered.
func held(r Ref) Values {
	if strings.HasSuffix(r.Path, accesspath.Any) || strings.HasSuffix(r.Path, accesspath.Reach) {
		return Values{{r.Obj, r.Path, false}}
	}
	return Values{{r.Obj, accesspath.Join(r.Path, accesspath.Deref), false}}
}

func HasBelow(m map[string]Cell, path string) bool {
	for p, e := range m {
		if len(e.Values) == 0 {
			continue
		}
		if _, ok := accesspath.Below(p, path); ok {
			return true
		}
	}
	return false
}

// Links are the structs outside of local memory that the struct r is a copy
// of, as far as nothing was stored into the copy.
func (s *State) Links(r Ref) []Ref {
	var t trail
	return s.linksOn(&t, r)
}

func (s *State) linksOn(t *trail, r Ref) []Ref {
	if r.Obj.Kind == Cached {
		return []Ref{{r.Obj, r.Path, true}}
	}
	if e, rest, ok := Find(s.Objs[r.Obj], r.Path); ok {
		var out []Ref
		for _, l := range e.Values {
			if l.Copy {
				l = l.Along(rest)
				if l.Obj.Outer() {
					out = append(out, l)
				} else if t.enter(l) {
					out = append(out, s.linksOn(t, l)...)
				}
			}
		}
		return out
	}
	if r.Obj.Outer() {
		return []Ref{{r.Obj, r.Path, true}}
	}
	return nil
}

// Store puts v at the location at. A strong store replaces what was there.
func (s *State) Store(at Ref, v Values, agg, strong bool) {
	if at.Obj.Kind == Cached {
		return // what is written to the cache is a finding, not knowledge
	}
	if strings.HasSuffix(at.Path, accesspath.Any) || strings.HasSuffix(at.Path, accesspath.Reach) {
		return
	}
	if accesspath.Plural(at.Path) {
		strong = false
	}
	// Gather first: v may refer to what is overwritten.
	put := map[string]Cell{}
	if agg {
		var base []Ref
		for _, r := range v {
			if !r.Copy {
				continue
			}
			base = append(base, s.Links(r)...)
		}
		put[""] = Cell{NewValues(base), true}
		for _, r := range v {
			if !r.Copy || r.Obj.Kind == Cached {
				continue
			}
			cells := s.Objs[r.Obj]
			for _, p := range slices.Sorted(maps.Keys(cells)) {
				rest, ok := accesspath.Below(p, r.Path)
				if !ok || rest == "" || len(put) >= maxCells || strings.Count(at.Path, "/")+strings.Count(rest, "/") > maxCellSteps {
					continue
				}
				e := cells[p]
				w := e.Values
				for _, o := range v {
					if o != r && o.Copy {
						q := o.Along(rest)
						w = Union(w, s.Content(q.Obj, q.Path, e.Agg))
					}
				}
				put[rest] = Cell{Union(put[rest].Values, w), e.Agg}
			}
		}
	} else {
		put[""] = Cell{v, false}
	}
	empty := true
	for _, e := range put {
		if len(e.Values) > 0 {
			empty = false
		}
	}
	if !strong {
		if empty {
			return
		}
		keys := slices.Sorted(maps.Keys(put))
		old := make([]Values, len(keys))
		for i, k := range keys {
			old[i] = s.Content(at.Obj, at.Path+k, put[k].Agg)
			if put[k].Agg {
				old[i] = nil
				for _, l := range s.Links(Ref{at.Obj, at.Path + k, true}) {
					old[i] = Union(old[i], Values{l})
				}
			}
		}
		m := s.Writable(at.Obj)
		for i, k := range keys {
			if _, ok := m[at.Path+k]; !ok && len(m) >= 2*maxCells {
				continue
			}
			m[at.Path+k] = Cell{Union(old[i], put[k].Values), put[k].Agg}
		}
		return
	}
	m := s.Objs[at.Obj]
	if empty && !at.Obj.Outer() {
		// Nothing to remember, unless a cell above or here says otherwise.
		if _, _, ok := Find(m, at.Path); !ok && !HasBelow(m, at.Path) {
			return
		}
	}
	m = s.Writable(at.Obj)
	for p := range m {
		if _, ok := accesspath.Below(p, at.Path); ok {
			delete(m, p)
		}
	}
	for k, e := range put {
		m[at.Path+k] = e
	}
}

// Merge returns what holds after either s or t.
func Merge(s, t *State) *State {
	out := s.Clone()
	for o, tm := range t.Objs {
		sm := s.Objs[o]
		if sameCells(sm, tm) {
			continue
		}
		m := map[string]Cell{}
		for p, e := range tm {
			m[p] = Cell{Union(e.Values, s.At(o, p, e.Agg)), e.Agg}
		}
		for p, e := range sm {
			if f, ok := tm[p]; ok {
				m[p] = Cell{Union(e.Values, f.Values), e.Agg || f.Agg}
			} else {
				m[p] = Cell{Union(e.Values, t.At(o, p, e.Agg)), e.Agg}
			}
		}
		out.Objs[o] = m
		out.shared[o] = false
	}
	for o, sm := range s.Objs {
		if _, ok := t.Objs[o]; ok || !o.Outer() {
			continue
		}
		m := make(map[string]Cell, len(sm))
		for p, e := range sm {
			m[p] = Cell{Union(e.Values, t.At(o, p, e.Agg)), e.Agg}
		}
		out.Objs[o] = m
		out.shared[o] = false
	}
	return out
}

// At is what the cell (o, p) holds, for merging with a state that names it.
func (s *State) At(o *Object, p string, agg bool) Values {
	if !agg {
		return s.Content(o, p, false)
	}
	return NewValues(s.Links(Ref{o, p, true}))
}

func sameCells(a, b map[string]Cell) bool {
	return maps.EqualFunc(a, b, func(x, y Cell) bool { return x.Agg == y.Agg && Equal(x.Values, y.Values) })
}

func EqualStates(a, b *State) bool {
	return maps.EqualFunc(a.Objs, b.Objs, sameCells)
}
