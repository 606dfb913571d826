package heap

import (
	"cmp"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/effect"
	"github.com/k8slint/k8slint/internal/effect/accesspath"
	"github.com/k8slint/k8slint/internal/kube"
)

// A Kind says where an object comes from.
type Kind uint8

const (
	Local    Kind = iota // made in this function, or by a callee for it
	Param                // what parameter Index refers to, or holds by value
	Captured             // the captured variable Index
	Returned             // what a call of a function parameter returned
	Cached               // the informer cache
	Func                 // a function value
)

// An Object is memory that the function under analysis can tell apart.
type Object struct {
	// ID is the order of creation within the execution of a function, Rank what
	// comes before it: where a set of references overflows, those of a higher
	// rank go first.
	ID   int
	Rank Rank
	Kind Kind
	// Index is the number of the parameter or captured variable, or of the
	// result of the call (Returned).
	Index int
	// Origin is where an object of the cache was read.
	Origin *effect.Origin
	// Type is the dynamic type of an object of the cache as a whole, or of local
	// memory that was put into an interface; "" if unknown.
	Type string
	// Site is the instruction that brought an object of the cache into the
	// function, if one did.
	Site ssa.Instruction
	// Fn is the function behind a function value, if it is one of the package;
	// External the key of one of another package.
	Fn       *ssa.Function
	External string
	// Container tells that it is a map, channel or store that the function made, in
	// which objects can be found again.
	Container bool
}

// Outer reports whether the memory existed before the function was called, so
// that what it holds is known only by name.
func (o *Object) Outer() bool {
	return o.Kind == Param || o.Kind == Captured || o.Kind == Returned
}

// A Ref is a location, as an address or (copy) as the struct that lies there
// taken by value.
type Ref struct {
	Obj  *Object
	Path string
	Copy bool
}

// Paths in the cache say only this much: an object as a whole has the empty path,
// everything in it is Interior. A tombstone is an object whose field Obj
// (tombstoneCell) refers to a further one, of unknown type (tombstoneObj).
const (
	Interior      = "/."
	tombstoneCell = "/" + kube.TombstoneField
	tombstoneObj  = "/obj"
)

// IsRoot reports whether r is a whole cached object rather than a part of one.
func (r Ref) IsRoot() bool {
	return r.Obj.Kind == Cached && (r.Path == "" || r.Path == tombstoneObj)
}

// Type is the dynamic type of an object of the cache as a whole, "" if unknown.
func (r Ref) Type() string {
	if r.Path == "" {
		return r.Obj.Type
	}
	return ""
}

// Step moves r along one step that is not a dereference.
func (r Ref) Step(s string) Ref {
	if r.Obj.Kind == Cached {
		if accesspath.IsTypeStep(s) {
			return r
		}
		if r.Type() == kube.Tombstone && s == tombstoneCell {
			return Ref{r.Obj, tombstoneCell, r.Copy}
		}
		return Ref{r.Obj, Interior, r.Copy}
	}
	if accesspath.IsTypeStep(s) && strings.HasSuffix(r.Path, s) {
		return r
	}
	return Ref{r.Obj, accesspath.Join(r.Path, s), r.Copy}
}

// Along moves r along a path of such steps.
func (r Ref) Along(path string) Ref {
	for s := range accesspath.Steps(path) {
		r = r.Step(s)
	}
	return r
}

// CompareRefs orders references: by rank and age of their objects, then by path, a
// place before the struct that lies there.
func CompareRefs(a, b Ref) int {
	if c := cmp.Or(cmp.Compare(a.Obj.Rank, b.Obj.Rank), cmp.Compare(a.Obj.ID, b.Obj.ID)); c != 0 {
		return c
	}
	if c := cmp.Compare(a.Path, b.Path); c != 0 {
		return c
	}
	switch {
	case a.Copy == b.Copy:
		return 0
	case a.Copy:
		return 1
	}
	return -1
}

// Managed reports whether r is memory of the cache under some manager only.
func (r Ref) Managed() bool { return r.Obj.Kind == Cached && r.Obj.Origin.Managed != nil }

// A Rank says how much it would hurt to forget an object.
type Rank uint8

const (
	rankOthers  Rank = iota // memory of the caller, and of the cache
	rankLocal               // memory of the function, function values
	rankManaged             // memory of the cache under some manager only
)

// ForgetFirst makes o one of those that go first where a set overflows.
func (o *Object) ForgetFirst() { o.Rank = rankManaged }
