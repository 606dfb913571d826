package heap

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// The laws are tested on states that are well-typed, see the documentation of
// the package. Their objects have these types:
//
//	type T struct { A *T; B U; L []*T }
//	type U struct { C *T }
//
// $0 and $1 refer to a T, new5, new6 and new7 are Ts, new8 is memory of a slice
// of *T, and cache9 is a T of the cache.
type kind string

const (
	pointer kind = "*T"
	slice   kind = "[]*T"
	structT kind = "T"
	structU kind = "U"
)

func (k kind) agg() bool { return k == structT || k == structU }

// A typed is a place in local memory or that of a caller, and its type.
type typed struct {
	place string
	kind  kind
}

// places are all the places that are stored to.
func places() (out []typed) {
	ofT := func(p string) {
		out = append(out, typed{p, structT}, typed{p + "/A", pointer}, typed{p + "/B", structU}, typed{p + "/B/C", pointer}, typed{p + "/L", slice})
	}
	for _, root := range []string{"$0", "$0/A/*", "$1", "new5", "new6"} {
		ofT(root)
	}
	return append(out, typed{"$0/L/*/[]", pointer}, typed{"new8/[]", pointer})
}

// contents are what can be at places of a type.
var contents = map[kind][]string{
	pointer: {"new5", "new6", "$0/A/*", "$1", "$0/L/*/[]/*", "cache9"},
	slice:   {"new8", "$0/L/*", "cache9/."},
	structT: {"=new5", "=new6", "=new7", "=$0", "=$1", "=$0/A/*", "=cache9"},
	structU: {"=new5/B", "=new6/B", "=$0/B", "=$1/B", "=$0/A/*/B", "=cache9/."},
}

// randomState is what memory holds after some stores.
func (w world) randomState(r *rand.Rand) *State {
	s := NewState()
	all := places()
	for range r.IntN(8) {
		at := all[r.IntN(len(all))]
		var v Values
		for range r.IntN(3) {
			v = Union(v, w.values(contents[at.kind][r.IntN(len(contents[at.kind]))]))
		}
		s.Store(w.ref(at.place), v, at.kind.agg(), r.IntN(3) > 0)
	}
	return s
}

// overflows reports whether a set of s is as large as it may be: then something
// was left out, and the laws do not hold.
func overflows(states ...*State) bool {
	for _, s := range states {
		for _, cells := range s.Objs {
			for _, c := range cells {
				if len(c.Values) >= maxRefs {
					return true
				}
			}
		}
	}
	return false
}

// contains reports whether all of w is in v.
func contains(v, w Values) bool {
	return !slices.ContainsFunc(w, func(r Ref) bool { return !slices.Contains(v, r) })
}

// TestLaws: merging random states is commutative, associative and idempotent, and keeps
// what either holds.
func TestLaws(t *testing.T) {
	w := newWorld()
	tried := 0
	for seed := range uint64(4000) {
		r := rand.New(rand.NewPCG(seed, 1))
		s, u, v := w.randomState(r), w.randomState(r), w.randomState(r)
		before := s.String() + u.String()
		su := Merge(s, u)
		if s.String()+u.String() != before {
			t.Fatalf("seed %d: Merge changes what it merges", seed)
		}
		left, right := Merge(su, v), Merge(s, Merge(u, v))
		if overflows(left, right) {
			continue
		}
		tried++
		check := func(law string, a, b *State) {
			if a.String() != b.String() || !EqualStates(a, b) {
				t.Fatalf("seed %d: merge is not %s:\n%s\n%s\nof\n%s\n%s\n%s", seed, law, a, b, s, u, v)
			}
		}
		check("commutative", su, Merge(u, s))
		check("idempotent", Merge(s, s), s)
		check("associative", left, right)
		check("absorbing", Merge(su, s), su)

		// What a place holds after either is what it holds after one of them:
		// so the sets only grow, and by no more than they must.
		for _, p := range places() {
			at := w.ref(p.place)
			got := su.At(at.Obj, at.Path, p.kind.agg())
			want := Union(s.At(at.Obj, at.Path, p.kind.agg()), u.At(at.Obj, at.Path, p.kind.agg()))
			if !Equal(got, want) {
				t.Fatalf("seed %d: %s holds %v after\n%s\nor\n%s\nwant %v", seed, p.place, got, s, u, want)
			}
		}
	}
	if tried < 3000 {
		t.Errorf("only %d states are small enough to tell", tried)
	}
}

// A store that is not strong only adds: to its place, and to no other.
func TestWeakStoreGrows(t *testing.T) {
	w := newWorld()
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 2))
		before := w.randomState(r)
		after := before.Clone()
		all := places()
		at := all[r.IntN(len(all))]
		v := w.values(contents[at.kind][r.IntN(len(contents[at.kind]))])
		after.Store(w.ref(at.place), v, at.kind.agg(), false)
		if overflows(after) {
			continue
		}
		for _, p := range all {
			x := w.ref(p.place)
			a, b := before.At(x.Obj, x.Path, p.kind.agg()), after.At(x.Obj, x.Path, p.kind.agg())
			if !contains(b, a) {
				t.Fatalf("seed %d: %s held %v, and after the store of %v to %s %v, in\n%s\n%s", seed, p.place, a, v, at.place, b, before, after)
			}
		}
	}
}

// On states that are not well-typed, here a place that holds a reference in one
// and a struct in the other, the order of merging shows.
func TestIllTyped(t *testing.T) {
	w := newWorld()
	s := w.run(NewState(), "$0/A = new5")
	u := w.run(NewState(), "$0/A = copy =$1")
	v := NewState()
	if a, b := Merge(Merge(s, u), v), Merge(Merge(s, v), u); a.String() == b.String() {
		t.Errorf("the precondition is not needed: %s", a)
	}
}
