package heap

import (
	"slices"

	"github.com/k8slint/k8slint/internal/effect/accesspath"
)

// Find returns the cell of m with the longest prefix of path, and the rest of that.
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
// struct that lies there. Where a struct is known to lie, that is what it holds,
// by value, whatever was asked for.
func (s *State) Content(o *Object, path string, agg bool) Values {
	t := trail{cut: s.cut}
	return s.contentOn(&t, o, path, agg)
}

// A trail is what a look-up went through: copies of copies form a graph, of
// which each place is looked at once, and no more than maxTrail of them.
type trail struct {
	seen []Ref
	cut  *bool // of the state
}

const maxTrail = 64

// enter reports whether r is new on the trail.
func (t *trail) enter(r Ref) bool {
	if slices.Contains(t.seen, r) {
		return false
	}
	if len(t.seen) >= maxTrail {
		*t.cut = true
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
				case rest == "" && e.Agg:
					// A struct lies there, which refers to nothing: asked by a
					// function that knows it as a type parameter, or by one for
					// another type, behind the same interface.
					out = Union(out, Values{p})
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
	if accesspath.Vague(r.Path) {
		return Values{{r.Obj, r.Path, false}}
	}
	return Values{{r.Obj, accesspath.Join(r.Path, accesspath.Deref), false}}
}

// HasBelow reports whether m says of path, or of a place below it, that it holds
// something.
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

// At is what a cell (o, p) would hold that says what s knows: for merging with a
// state that has one.
func (s *State) At(o *Object, p string, agg bool) Values {
	if !agg {
		return s.Content(o, p, false)
	}
	return NewValues(s.Links(Ref{o, p, true}))
}

// Links are the structs outside of local memory that the struct r is a copy
// of, as far as nothing was stored into the copy.
func (s *State) Links(r Ref) []Ref {
	t := trail{cut: s.cut}
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
