package heap

import "slices"

// Values is a value: the set of references it may be, sorted. The empty set is a
// value that the analysis knows nothing of, or that is fresh.
type Values []Ref

// maxRefs bounds a set; of a larger one the first references are kept.
const maxRefs = 12

// Full reports whether v has as many references as a set gets, so that some may have
// been left out.
func (v Values) Full() bool { return len(v) == maxRefs }

// Union is what may be in a or in b. Neither is changed.
func Union(a, b Values) Values {
	if len(a) == 0 {
		return b
	}
	if len(b) == 0 {
		return a
	}
	out := make(Values, 0, len(a)+len(b))
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		switch c := CompareRefs(a[i], b[j]); {
		case c < 0:
			out = append(out, a[i])
			i++
		case c > 0:
			out = append(out, b[j])
			j++
		default:
			out = append(out, a[i])
			i++
			j++
		}
	}
	out = append(append(out, a[i:]...), b[j:]...)
	if len(out) > maxRefs {
		out = out[:maxRefs]
	}
	return out
}

// NewValues makes a set of refs, which it sorts.
func NewValues(refs []Ref) Values {
	slices.SortFunc(refs, CompareRefs)
	refs = slices.Compact(refs)
	if len(refs) > maxRefs {
		refs = refs[:maxRefs]
	}
	return refs
}

// Equal reports whether a and b are the same set.
func Equal(a, b Values) bool { return slices.Equal(a, b) }

// Map is what f makes of each reference.
func (v Values) Map(f func(Ref) Ref) Values {
	if len(v) == 0 {
		return nil
	}
	out := make([]Ref, len(v))
	for i, r := range v {
		out[i] = f(r)
	}
	return NewValues(out)
}

// Step moves each reference along one step that is not a dereference.
func (v Values) Step(s string) Values { return v.Map(func(r Ref) Ref { return r.Step(s) }) }

// AsCopy are the structs that lie at the locations v.
func (v Values) AsCopy() Values {
	return v.Map(func(r Ref) Ref { r.Copy = true; return r })
}
