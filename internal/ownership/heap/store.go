package heap

import (
	"maps"
	"slices"

	"github.com/k8slint/k8slint/internal/effect/accesspath"
)

// Caps on what is remembered of an object: the cells that a copy of a struct
// takes over, in order of their paths, and the steps of those. Structs that are
// copied into their own containers would grow forever. A store that does not
// replace what is there adds no cell to an object that has maxObjectCells.
const (
	maxCells       = 40
	maxCellSteps   = 8
	maxObjectCells = 2 * maxCells
)

// Store puts v at the location at: a reference, or (agg) a copy of the structs
// v. A strong store replaces what was there; another leaves it as a further
// possibility, as does every store to a location that stands for many.
func (s *State) Store(at Ref, v Values, agg, strong bool) {
	if at.Obj.Kind == Cached {
		return // what is written to the cache is a finding, not knowledge
	}
	if accesspath.Vague(at.Path) {
		return
	}
	// Gather first: v may refer to what is overwritten.
	put := map[string]Cell{"": {v, false}}
	if agg {
		put = s.copied(v, at.Path)
	}
	if strong && !accesspath.Plural(at.Path) {
		s.replace(at, put)
	} else {
		s.add(at, put)
	}
}

// copied are the cells of a struct at the path to that is a copy of one of v, by
// their paths in it: what v are copies of themselves, and what was stored into
// them since.
func (s *State) copied(v Values, to string) map[string]Cell {
	var links []Ref
	for _, r := range v {
		if r.Copy {
			links = append(links, s.Links(r)...)
		}
	}
	put := map[string]Cell{"": {NewValues(links), true}}
	for _, r := range v {
		if !r.Copy || r.Obj.Kind == Cached {
			continue
		}
		cells := s.Objs[r.Obj]
		for _, p := range slices.Sorted(maps.Keys(cells)) {
			rest, ok := accesspath.Below(p, r.Path)
			if !ok || rest == "" {
				continue
			}
			if len(put) >= maxCells || accesspath.Len(to)+accesspath.Len(rest) > maxCellSteps {
				*s.cut = true
				continue
			}
			e := cells[p]
			w := e.Values
			for _, other := range v {
				if other != r && other.Copy {
					q := other.Along(rest)
					w = Union(w, s.Content(q.Obj, q.Path, e.Agg))
				}
			}
			put[rest] = Cell{Union(put[rest].Values, w), e.Agg}
		}
	}
	return put
}

// add adds put to what lies at at.
func (s *State) add(at Ref, put map[string]Cell) {
	if nothing(put) {
		return
	}
	// Look first: what is added changes what is there.
	old := make(map[string]Values, len(put))
	for p, c := range put {
		old[p] = s.At(at.Obj, at.Path+p, c.Agg)
	}
	m := s.Writable(at.Obj)
	for _, p := range slices.Sorted(maps.Keys(put)) {
		if _, ok := m[at.Path+p]; !ok && len(m) >= maxObjectCells {
			*s.cut = true
			continue
		}
		m[at.Path+p] = Cell{Union(old[p], put[p].Values), put[p].Agg}
	}
}

// replace makes put what lies at at.
func (s *State) replace(at Ref, put map[string]Cell) {
	if nothing(put) && !at.Obj.Outer() {
		// Nothing to remember, unless a cell above or here says otherwise.
		m := s.Objs[at.Obj]
		if _, _, ok := Find(m, at.Path); !ok && !HasBelow(m, at.Path) {
			return
		}
	}
	s.Empty(at)
	m := s.Writable(at.Obj)
	for p, c := range put {
		m[at.Path+p] = c
	}
}

// nothing reports whether no cell of put holds anything.
func nothing(put map[string]Cell) bool {
	for _, c := range put {
		if len(c.Values) > 0 {
			return false
		}
	}
	return true
}
