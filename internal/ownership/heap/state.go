package heap

import (
	"maps"

	"github.com/k8slint/k8slint/internal/effect/accesspath"
)

// A Cell is what a place holds that something was stored to.
type Cell struct {
	Values Values
	// Agg tells that a struct or array lies there: Values are then the structs
	// that it is a copy of, as far as cells below do not say else.
	Agg bool
}

// A State is what memory holds at a program point: only what differs from what
// memory held when the function was entered. Cells of an object's paths are
// few, so they are kept per object.
//
// Objs is there to be read; what changes it is Store, Empty, Forget and Writable,
// as states share the cells of their objects.
type State struct {
	Objs   map[*Object]map[string]Cell
	shared map[*Object]bool // the inner map belongs to another state too
	cut    *bool            // see Cut; common to all states of a function
}

// NewState returns the memory at the entry of a function.
func NewState() *State {
	return &State{Objs: map[*Object]map[string]Cell{}, shared: map[*Object]bool{}, cut: new(bool)}
}

// Cut reports whether s, or a state that has to do with it by Clone or Merge, met a
// bound on what is remembered of an object.
func (s *State) Cut() bool { return *s.cut }

// Clone returns a state that holds the same. It is cheap: cells are copied when
// they are written.
func (s *State) Clone() *State {
	c := &State{Objs: maps.Clone(s.Objs), shared: make(map[*Object]bool, len(s.Objs)), cut: s.cut}
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
