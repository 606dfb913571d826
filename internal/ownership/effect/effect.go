package effect

import (
	"cmp"
	"fmt"
	"go/token"
	"reflect"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ownership/accesspath"
)

// OfCopies is c, whose elements are structs.
func (c Cell) OfCopies() Cell {
	vals := make([]Ref, len(c.Vals))
	for i, r := range c.Vals {
		r.Path, r.Copy = strings.TrimSuffix(r.Path, accesspath.Deref), true
		vals[i] = r
	}
	c.Vals, c.Agg = vals, true
	return c
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

func AddHop(h Hop, via []Hop) []Hop {
	out := make([]Hop, 0, len(via)+1)
	out = append(out, h)
	out = append(out, via...)
	if len(out) > MaxVia {
		out = out[:MaxVia]
	}
	return out
}

func CompareKeyCalls(a, b KeyCall) int {
	return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(fmt.Sprint(a.Origins, a.Args), fmt.Sprint(b.Origins, b.Args)))
}

func CompareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// A KeyCall says that functions known by Key are called with cached memory.
type KeyCall struct {
	Key     string
	Args    [][]Ref
	Origins []Origin
	Heap    []Cell

	Local bool // within the package under analysis
}

// FromTable reports whether kc is a row of the tables: what the Kubernetes libraries
// do.
func (kc *KeyCall) FromTable() bool {
	for _, o := range kc.Origins {
		if o.Posn != "" {
			return false
		}
	}
	return len(kc.Origins) > 0
}

// A Guard is a condition on a parameter under which an effect happens:
//
//	if key == "" { return labels }  // the alias is returned only for ""
//	if copy { obj = obj.DeepCopy() } // and written in place for false
//
// Where the argument is a constant, the call decides. The zero Guard always
// holds.
type Guard struct {
	Param int    // number of the parameter, receiver first, plus one
	Val   string // the constant that it is compared with
	Eq    bool   // whether it is equal
}

// Holds reports whether g can hold at a call.
func (g Guard) Holds(c *ssa.CallCommon) bool {
	if g.Param == 0 || c == nil {
		return true
	}
	i := g.Param - 1
	if c.IsInvoke() {
		i--
	}
	if i < 0 || i >= len(c.Args) {
		return true
	}
	k, ok := c.Args[i].(*ssa.Const)
	if !ok || k.Value == nil {
		return true
	}
	return (k.Value.ExactString() == g.Val) == g.Eq
}

// A Managed read is one through the client of a controller-runtime manager. It
// copies what it reads, unless the cache options of the manager turn deep
// copies off, which the program that makes the manager knows, and the package
// that reads does not. Such reads are followed like any other, apart from
// them: what they lead to is told in Result.Conditional.
type Managed struct {
	// Type is the type of the objects read, as package path and name, "" if
	// it is not known.
	Type string
	// Client is the field (or variable) that holds the client, "" if it is
	// neither.
	Client string
	// Given says that the client is one that the function was given, so that
	// it may be none of a manager.
	Given bool
}

// OnlyManaged reports whether all that s says of its results is that they are
// the cache's under some manager.
func (s *Summary) OnlyManaged() bool {
	cells := map[int][]Ref{}
	for _, c := range s.Heap {
		cells[c.Obj] = append(cells[c.Obj], c.Vals...)
	}
	seen := map[int]bool{}
	var managed func(r Ref) bool
	managed = func(r Ref) bool {
		switch r.Base {
		case Cache:
			return s.Origins[r.Idx].Managed != nil
		case Fresh:
			if !seen[r.Idx] {
				seen[r.Idx] = true
				for _, v := range cells[r.Idx] {
					if !managed(v) {
						return false
					}
				}
			}
			return true
		}
		return false
	}
	for _, refs := range s.Results {
		for _, r := range refs {
			if !managed(r) {
				return false
			}
		}
	}
	return true
}

// TrimWrites keeps the first perPlace writes of each place, and at most max.
func TrimWrites(ws []Write, perPlace, max int) []Write {
	var out []Write
	n := 0
	for i, w := range ws {
		if i > 0 && w.At == ws[i-1].At {
			n++
		} else {
			n = 0
		}
		if n < perPlace && len(out) < max {
			out = append(out, w)
		}
	}
	return out
}

func SameCall(a, b Call) bool {
	return a.Key == b.Key && a.Target == b.Target && reflect.DeepEqual(a.Args, b.Args)
}

func Equal(a, b *Summary) bool {
	if a == nil || b == nil {
		return a == b
	}
	return reflect.DeepEqual(a, b)
}

// FromTable reports whether w comes from a row of the tables: then it stands where
// the call stands.
func (w *Write) FromTable() bool { return w.Posn == "" }

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

// Pos is where o came into the function that is analysed; other packages are
// not told.
func (o *Origin) Pos() token.Pos { return o.pos }

// SetPos sets what Pos returns.
func (o *Origin) SetPos(pos token.Pos) { o.pos = pos }

// Through is o, handed on by the call h.
func (o *Origin) Through(h Hop) *Origin {
	c := *o
	c.Via = AddHop(h, o.Via)
	return &c
}

// Bases of a Ref.
const (
	Param    = 'p' // parameter Idx, the receiver first
	Captured = 'f' // captured variable Idx
	Cache    = 'c' // Origins[Idx]
	Fresh    = 'l' // fresh object Idx, described by Heap
	Func     = 'F' // the function Func
	Returned = 'r' // what call effect Idx returned
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

// Function is the function behind a baseFunc of the package that is analysed, nil
// if it is one of another package.
func (r Ref) Function() *ssa.Function { return r.fn }

// OfFunction is r, which stands for fn.
func (r Ref) OfFunction(fn *ssa.Function) Ref {
	r.fn = fn
	return r
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

	site Site
}

// A Site is where a write stands in the function that is analysed. It is not
// part of what other packages are told.
type Site struct {
	Pos  token.Pos // the write, or the call that leads to it
	Inst ssa.Instruction
	// Through is the operand of Inst that the write goes through, nil if that
	// is not one.
	Through ssa.Value
	// Arg is the number of the argument of the call at Pos that carries the
	// object, the receiver being 0; -1 if there is no such call.
	Arg int
}

// Site is where w stands in the function that is analysed.
func (w *Write) Site() Site { return w.site }

// AtSite is w, which stands at s.
func (w Write) AtSite(s Site) Write {
	w.site = s
	return w
}

// A Call says that a function calls a function that it was given (Target), or
// one that is known only by Key: a method of an interface, a function kept in
// a struct field, a value of a named function type.
type Call struct {
	Target Ref
	Key    string
	Args   [][]Ref
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

func (s *Summary) AllWrites() []Write {
	if s == nil {
		return nil
	}
	return s.Writes
}

// MaxVia bounds the calls that a way names.
const MaxVia = 6
