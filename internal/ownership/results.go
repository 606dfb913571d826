package ownership

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/effect"
	"github.com/k8slint/k8slint/internal/effect/accesspath"
	"github.com/k8slint/k8slint/internal/ownership/heap"
)

// A Finding is a write to the informer cache.
type Finding struct {
	// Fn is the function in which the object is first at risk, Pos the write
	// in it, or the call that leads to the write.
	Fn  *ssa.Function
	Pos token.Pos
	// Inst is the instruction at Pos, Site the one that brought the object
	// into Fn (nil for a parameter).
	Inst ssa.Instruction
	Site ssa.Instruction

	Origin *effect.Origin
	What   string       // what is written, as the author wrote it
	Posn   string       // where, as package/file.go:line
	Via    []effect.Hop // the calls that lead to the write, outermost first
	// Further are the other writes of the object that the program comes to
	// only past Pos, in order. They have no further ones themselves.
	Further []*Finding
	// Object are all places where a finding about this object can stand: Pos,
	// those of Further, and those of its other findings.
	Object []token.Pos
	// All are the places where this object is written, or handed to what
	// writes it, in the function that got it, in order.
	All []token.Pos
	// Within are all the places in Fn, if that is not the function that got
	// the object and the object is written nowhere else.
	Within []token.Pos
	// Many: other objects are written at Pos as well. Union are then the places of all of them, as All.
	Many  bool
	Union []token.Pos
	// Args are the numbers of the arguments that carry the object, for the
	// calls in All and Within; the receiver is 0, and less says that none does.
	Args map[token.Pos]int

	arg    int        // of the call at Pos; -1 if it is not known, or notArgument
	callee effect.Ref // what the callee writes, see effect.Site
	typ    string     // of the object, "" if unknown
	// top, topPos and topArg are Fn, Pos and arg as found, before the finding
	// moved into a function that is called.
	top    *ssa.Function
	topPos token.Pos
	topArg int
	calls  []ssa.Instruction // that it moved from, outermost first
	// Source is where the object came into the function that got it from
	// the cache: a call, or (Entry) the function that a framework calls
	// with it.
	Source token.Pos
	Entry  bool
	// registered tells that the write is one of a function of another package that a
	// framework calls.
	registered registration
}

// A registration is where a function of another package that a framework calls is
// registered.
type registration uint8

const (
	registeredHere  registration = iota + 1 // by an instruction of this package
	registeredBelow                         // in a package that this one imports
)

// Registers reports whether f stands where its package hands over the function of another
// package that writes, and not where that is called.
func (f *Finding) Registers() bool { return f.registered == registeredHere }

// Writes are the first write of f, which is f, and the further ones.
func (f *Finding) Writes() []*Finding { return append([]*Finding{f}, f.Further...) }

// Only is f without the writes that keep does not hold for, nil if none is left.
func (f *Finding) Only(keep func(w *Finding) bool) *Finding {
	var kept []*Finding
	for _, w := range f.Writes() {
		if keep(w) {
			kept = append(kept, w)
		}
	}
	switch len(kept) {
	case 0:
		return nil
	case 1 + len(f.Further):
		return f
	}
	first := *kept[0]
	first.Further = kept[1:]
	first.All, first.Args, first.Within, first.Object, first.Many, first.Union = f.All, f.Args, f.Within, f.Object, f.Many, f.Union
	return &first
}

// byField reports whether the object was found by what the program puts into a
// field, rather than by following it there.
func (f *Finding) byField() bool {
	return slices.ContainsFunc(f.Origin.Via, func(h effect.Hop) bool { return h.Field })
}

// A result is what the analysis of one function yields.
type result struct {
	sum      *effect.Summary
	findings []*Finding
	writes   []pendingWrite
	calls    []pendingCall
	fields   []fieldOut
	puts     []fieldPut
	events   []effect.KeyCall
	handlers []handlerFunc // the functions that it puts under keys
	converts []conversion
	methods  []handlerFunc // of the package's types, which a library calls
	kept     []KeptWrite

	// local are the parameters that functions write and get memory for
	// that is local to the caller.
	local      map[paramOf]bool
	spared     map[string]bool // the writes that some object does not come to, see guardHolds
	localNames map[string]bool // the same, for calls further down, by name and place of the write

	readsFn  map[*ssa.Function]bool
	readsKey map[string]bool
}

type pendingWrite struct {
	at heap.Ref
	w  effect.Write
}

type pendingCall struct {
	callee heap.Ref
	key    string
	args   []heap.Values
	site   callSite
	// context tells apart the calls of this kind at the site.
	context *heap.Context
	weak    bool // see effect.Call
}

type fieldOut struct {
	key, at string
	v       heap.Ref
	site    callSite
}

// Caps of a summary, each applied after sorting.
const (
	maxWrites = 64 // within the package
	perPlace  = 8  // writes of one place within the package
	perCall   = 3  // further ones of one place that a call leads to
	maxExport = 24 // of distinct places, for other packages
	maxStores = 32
	maxCalls  = 64
	maxFields = 24
	maxHeap   = 64
)

// argument is the argument of the call c that at is a place in.
func argument(c *ssa.CallCommon, at effect.Ref) ssa.Value {
	if c == nil || at.Base != effect.Param {
		return nil
	}
	i := at.Idx
	if c.IsInvoke() {
		if i == 0 {
			return c.Value
		}
		i--
	}
	if i < len(c.Args) {
		return c.Args[i]
	}
	return nil
}

// notArgument is the number for an object that no argument of the call carries.
const notArgument = -2

// argument is the number of the argument of the call at s that at is a place in, see
// argumentNumber.
func (s callSite) argument(at effect.Ref) int {
	if s.meets {
		return notArgument
	}
	return argumentNumber(s.common, at)
}

// argumentNumber is the number of that argument as the author counts, the receiver being
// 0; -1 if at is in no argument.
func argumentNumber(c *ssa.CallCommon, at effect.Ref) int {
	if argument(c, at) == nil {
		return -1
	}
	if c.IsInvoke() || c.Signature().Recv() != nil {
		return at.Idx
	}
	return at.Idx + 1
}

// A callSite is where a summary is applied.
type callSite struct {
	inst   ssa.Instruction
	pos    token.Pos
	common *ssa.CallCommon // nil for calls that the framework makes
	// meets tells that the call leads to one that hands over an object which it got by
	// itself.
	meets bool
	// entry is the function that a framework calls with cached arguments:
	// what it does wrong is reported inside it.
	entry *ssa.Function
	// registered tells that the function called is one of another package that a
	// framework calls.
	registered registration
	// inner tells that the function called is a literal inside the function
	// under analysis: what it does wrong is reported inside it too.
	inner bool
	// context tells apart the calls that inst leads to.
	context *heap.Context
}

// A paramOf is a parameter of a function, the receiver first.
type paramOf struct {
	fn  *ssa.Function
	idx int
}

// A fieldPut is a store into a field (Key), below it at At.
type fieldPut struct {
	Key, At string
	Origin  *effect.Origin // nil: something that is not the cache's
	Path    string         // of the cached ref
	Copy    bool
	from    string // the package that exports it, "" for the one that is analysed
	// parts are the places in a struct (Copy) that something else is put into as
	// well, sorted. Only what tables hold has them.
	parts []string
}

// A handlerFunc is a function kept under a key.
type handlerFunc struct {
	key string
	fn  *ssa.Function // nil: one of a dependency
}

// A conversion makes a value of the type t one of the interface type it.
type conversion struct{ t, it types.Type }

// below is the way from what p puts to the place path below the field.
func (p *fieldPut) below(path string) (string, bool) {
	at := p.At
	if !p.Copy {
		at += accesspath.Deref
	}
	rest, ok := accesspath.Below(path, at)
	for _, part := range p.parts {
		if _, in := accesspath.Below(rest, part); in {
			return "", false
		}
	}
	return rest, ok
}
