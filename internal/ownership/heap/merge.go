package heap

import "maps"

// Merge returns what holds after either s or t, which it does not change. For its
// laws see the documentation of the package.
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

func sameCells(a, b map[string]Cell) bool {
	return maps.EqualFunc(a, b, func(x, y Cell) bool { return x.Agg == y.Agg && Equal(x.Values, y.Values) })
}

// EqualStates reports whether a and b have the same cells.
func EqualStates(a, b *State) bool {
	return maps.EqualFunc(a.Objs, b.Objs, sameCells)
}
