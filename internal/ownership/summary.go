package ownership

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// A Hop is one step of the way from a call to the write it leads to, or from a
// call to the read of the cache behind it.
type Hop struct {
	Func  string // the function called (or field read), as a reader would write it
	Posn  string // where, as package/file.go:line
	Field bool   // Func is a field
}

// An Origin is a read of the informer cache.
type Origin struct {
	What string // "serviceLister.Get"
	Posn string // where, as package/file.go:line
	Typ  string // dynamic type of the object, "" if unknown
	Via  []Hop  // the getters it came through, outermost first
	// Managed says that this is a read of the cache's memory only under some
	// manager; nil if it always is.
	Managed *Managed

	pos token.Pos // where it came into the function under analysis
}

// through is o, handed on by the call h.
func (o *Origin) through(h Hop) *Origin {
	c := *o
	c.Via = addHop(h, o.Via)
	return &c
}

// Bases of a Ref.
const (
	baseParam  = 'p' // parameter Idx, the receiver first
	baseFree   = 'f' // captured variable Idx
	baseCache  = 'c' // Origins[Idx]
	baseFresh  = 'l' // fresh object Idx, described by Heap
	baseFunc   = 'F' // the function Func
	baseResult = 'r' // what call effect Idx returned
)

// A Ref is a ref in terms of a function's caller.
type Ref struct {
	Base byte
	Idx  int
	Path string
	Copy bool
	Func string
	// Guard is what must hold of the arguments for a result or a write.
	Guard Guard

	fn *ssa.Function // baseFunc, within the package
}

// A Cell says what a fresh object holds.
type Cell struct {
	Obj  int
	Path string
	Vals []Ref
	Agg  bool
	// Elems says that Vals are what the elements of a container refer to; of
	// elements that are structs, the cell holds copies.
	Elems bool
}

// A Store says what a function leaves in memory of its caller.
type Store struct {
	At   Ref
	Vals []Ref
	Agg  bool
	Weak bool // what was there may still be there
}

// A Write says that a function writes memory of its caller.
type Write struct {
	At   Ref
	What string // "Labels[...] =", "SetLabels": for the message
	Posn string // where the write itself stands
	Via  []Hop  // the calls that lead to it, outermost first

	pos  token.Pos // where in this function: the write, or the call
	inst ssa.Instruction
	// thru is the operand of inst that the write goes through, nil if that
	// is not one.
	thru ssa.Value
	// arg is the number of the argument of the call at pos that carries the
	// object, the receiver being 0; -1 if there is no such call.
	arg int
}

// A Call says that a function calls a function that it was given (Target), or
// one that is known only by Key: a method of an interface, a function kept in
// a struct field, a value of a named function type.
type Call struct {
	Target Ref
	Key    string
	Args   [][]Ref

	pos  token.Pos
	inst ssa.Instruction
}

// A FieldStore says that a function puts memory of its caller into a field of
// any struct of some type.
type FieldStore struct {
	Key string // type and field, see fieldKey
	At  string // below the field
	Val Ref
}

// A Summary says what a function does, in terms of its parameters, receiver
// first. It is what other packages know of the function.
type Summary struct {
	Results [][]Ref
	Origins []Origin
	Heap    []Cell
	Stores  []Store
	Writes  []Write
	Calls   []Call
	Fields  []FieldStore
}

// empty reports whether s says nothing.
func (s *Summary) empty() bool {
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

func (s *Summary) writes() []Write {
	if s == nil {
		return nil
	}
	return s.Writes
}

// Caps of a summary, each applied after sorting.
const (
	maxWrites = 64 // within the package
	perPlace  = 8  // writes of one place within the package
	maxExport = 24 // of distinct places, told to other packages
	maxStores = 32
	maxCalls  = 16
	maxFields = 24
	maxHeap   = 64
	maxVia    = 6
)
