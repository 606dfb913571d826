package effect

import (
	"errors"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/effect/accesspath"
)

// A Summary says what a function does, in terms of its parameters, receiver
// first. It is what other packages know of the function.
type Summary struct {
	// Results are what each result may be. A result of which nothing is known,
	// or that is fresh, is empty; those at the end can be left out.
	Results [][]Ref
	// Origins are the reads of the cache that the rest refers to.
	Origins []Origin
	// Heap is what the fresh objects hold that the rest refers to.
	Heap []Cell
	// Stores are what is left in memory of the caller.
	Stores []Store
	// Writes are the writes to memory of the caller, whatever is written.
	Writes []Write
	// Calls are the calls of functions that it is given, in order.
	Calls []Call
	// Fields are what it puts into fields.
	Fields []FieldStore
}

// The bases of a Ref: what its path starts at.
const (
	Param    = 'p' // parameter Idx, the receiver first
	Captured = 'f' // captured variable Idx
	Cache    = 'c' // the object of the cache that Origins[Idx] describes
	Fresh    = 'l' // fresh object Idx, which Heap describes
	Func     = 'F' // the function value Func; its captured variables in fresh object Idx, if that is not -1
	Returned = 'r' // what Calls[Idx] returned; see accesspath.OfResult
)

// A Ref is a place in terms of a function's caller, or what that refers to.
type Ref struct {
	Base byte
	Idx  int
	Path string
	// Copy tells that it is the struct that lies there, by value.
	Copy bool
	// Func is the key of a function: its name across packages.
	Func string
	// Guard is what must hold of the arguments for a result or a write.
	Guard Guard

	fn *ssa.Function // behind a Func, within the package
}

// Function is the function behind a Func of the package that is analysed, nil
// if it is one of another package.
func (r Ref) Function() *ssa.Function { return r.fn }

// OfFunction is r, which stands for fn.
func (r Ref) OfFunction(fn *ssa.Function) Ref {
	r.fn = fn
	return r
}

// A Cell says what the place Path of the fresh object Obj holds.
type Cell struct {
	Obj  int
	Path string
	Vals []Ref
	// Agg tells that a struct lies there, a copy of one of Vals.
	Agg bool
	// Elems says that Vals are what the elements of a container refer to; of
	// elements that are structs, the cell holds copies.
	Elems bool
}

// OfCopies is c for a container whose elements are structs.
func (c Cell) OfCopies() Cell {
	vals := make([]Ref, len(c.Vals))
	for i, r := range c.Vals {
		r.Path, r.Copy = strings.TrimSuffix(r.Path, accesspath.Deref), true
		vals[i] = r
	}
	c.Vals, c.Agg = vals, true
	return c
}

// A Store says what a function leaves in memory of its caller.
type Store struct {
	At   Ref
	Vals []Ref
	// Agg tells that a struct lies there, a copy of one of Vals.
	Agg  bool
	Weak bool // what was there may still be there
}

// A Call says that a function calls a function that it was given (Target), or
// one that is known only by Key: a method of an interface, a function kept in
// a struct field, a value of a named function type.
type Call struct {
	Target Ref
	Key    string
	Args   [][]Ref
	Weak   bool // the function can return without it
}

// MayKeep reports whether what was at the place may still be there afterwards.
func (s *Store) MayKeep() bool {
	if s.Weak || accesspath.Plural(s.At.Path) {
		return true
	}
	was := s.At
	if was.Copy = s.Agg; !s.Agg {
		was.Path = accesspath.Join(was.Path, accesspath.Deref)
	}
	return slices.Contains(s.Vals, was)
}

// A FieldStore says that a function puts memory of its caller into a field of
// any struct of some type, or into a variable of a package.
type FieldStore struct {
	Key string // "a/b.T.field", or "var a/b.name"
	At  string // the path below the field
	Val Ref

	site Site
}

// Site is where f stands in the function that is analysed.
func (f *FieldStore) Site() Site { return f.site }

// AtSite is f, which stands at s.
func (f FieldStore) AtSite(s Site) FieldStore {
	f.site = s
	return f
}

// Empty reports whether s says nothing.
func (s *Summary) Empty() bool {
	if s == nil {
		return true
	}
	for _, r := range s.Results {
		if len(r) > 0 {
			return false
		}
	}
	return len(s.Stores)+len(s.Writes)+len(s.Calls)+len(s.Fields) == 0
}

// refs iterates over the places that s names.
func (s *Summary) refs() iter.Seq[Ref] {
	return func(yield func(Ref) bool) {
		var lists [][]Ref
		lists = append(lists, s.Results...)
		for _, c := range s.Heap {
			lists = append(lists, c.Vals)
		}
		for _, st := range s.Stores {
			lists = append(lists, []Ref{st.At}, st.Vals)
		}
		for _, w := range s.Writes {
			lists = append(lists, []Ref{w.At})
		}
		for _, c := range s.Calls {
			lists = append(append(lists, []Ref{c.Target}), c.Args...)
		}
		for _, f := range s.Fields {
			lists = append(lists, []Ref{f.Val})
		}
		for _, refs := range lists {
			if slices.ContainsFunc(refs, func(r Ref) bool { return !yield(r) }) {
				return
			}
		}
	}
}

// Fits tells what is wrong with s as the summary of a declared function with so many parameters, the receiver
// included, and results.
func (s *Summary) Fits(params, results int) error {
	if len(s.Results) > results {
		return fmt.Errorf("there is no result %d", len(s.Results)-1)
	}
	for r := range s.refs() {
		switch {
		case r.Base == Param && r.Idx >= params:
			return fmt.Errorf("there is no parameter $%d", r.Idx)
		case r.Base == Captured:
			return errors.New("a declared function captures nothing")
		case r.Guard.Param > params:
			return fmt.Errorf("there is no parameter $%d", r.Guard.Param-1)
		}
	}
	for _, o := range s.Origins {
		if o.Lister > params {
			return fmt.Errorf("there is no parameter $%d", o.Lister-1)
		}
	}
	return nil
}

// HandsOut reports whether the call c of s gives its function an object of the
// cache that the caller does not have.
func (s *Summary) HandsOut(c *Call) bool {
	for _, refs := range c.Args {
		for _, r := range refs {
			if r.Base == Cache && s.Origins[r.Idx].Managed == nil {
				return true
			}
		}
	}
	return false
}

// Equal reports whether a and b say the same, also what other packages do not get.
func Equal(a, b *Summary) bool {
	if a == nil || b == nil {
		return a == b
	}
	return reflect.DeepEqual(a, b)
}

// SameCall reports whether a and b are one call.
func SameCall(a, b Call) bool {
	return a.Key == b.Key && a.Target == b.Target && slices.EqualFunc(a.Args, b.Args, slices.Equal[[]Ref])
}

// CompareBool orders false before true.
func CompareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// AllWrites are the writes of s, which may be nil.
func (s *Summary) AllWrites() []Write {
	if s == nil {
		return nil
	}
	return s.Writes
}
