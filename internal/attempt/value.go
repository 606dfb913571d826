package attempt

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/apiobjects"
)

// Source says where the version of an object comes from.
type Source int

const (
	// Unknown: from a call that is not understood.
	Unknown Source = iota
	// Given: from a parameter, a field, a channel or an element.
	Given
	// Built: made here, without a version.
	Built
	// Live: read from the API server.
	Live
	// Cached: read from an informer's cache.
	Cached
	// Written: the answer of a write that went well.
	Written
	// Failed: the answer of a typed client's write that was refused, an empty
	// object.
	Failed
)

// sources are the names of sources.
var sources = []string{"unknown", "given", "built", "live", "cached", "written", "failed"}

func (s Source) String() string { return sources[s] }

// source is where r comes from, if it is no parameter.
func (r Return) source() Source { return Source(slices.Index(sources, r.Source)) }

// An Object is what is known of an object at one moment.
type Object struct {
	Source Source
	// Token names the version: equal tokens are equal versions.
	token int
	// Read is the call that it comes from, nil if there is none.
	Read ssa.CallInstruction
	// Root is the parameter or captured variable that it was given as, nil for others.
	Root ssa.Value
	// From is the value that it was first met as, of what is Given by an element, a
	// field or a type assertion, nil for others.
	From ssa.Value
	// Versioned: a test has shown that its resourceVersion is not empty.
	Versioned bool
	// Attempt is the number of the attempt that read it, 0 outside.
	Attempt int
	// Changed: its content may not be what was read. Edited: it is not. EditedInside:
	// what a map, a slice or a pointer in it leads to is not.
	Changed, Edited, EditedInside bool
	// Outside: it was changed before the retry.
	Outside bool
	// Lost is the read that replaced a change, nil if none did.
	Lost ssa.CallInstruction
	// InCache: it is the cache's own memory, not a copy.
	InCache bool
	// super is the write after which its version is old: a typed one, or one OfCopy, an object with the same version.
	super  ssa.CallInstruction
	OfCopy bool
	// replaced is the version that it had before the write by, which changed the stored object; 0 for others.
	replaced int
	by       ssa.CallInstruction
	// finalizer is the one that it was given last, or that was taken, and nothing else has changed its finalizers since.
	finalizer finalizer
	// pending is what of it is to be sent, nil where nothing is known of that.
	pending *apiobjects.Pending
}

// A finalizer is one that an object surely has, or surely has not.
type finalizer struct {
	id  int // of its text, or of what holds it; 0 for none
	has bool
}

// kind is what a value is.
type kind uint8

const (
	unknown      kind = iota
	literal           // text is the constant: a boolean, a whole number, "nil" or the empty string
	nonNil            // anything but nil
	pointer           // to the object obj, at path text
	data              // something read from an object, at path text, with its version
	address           // of the variable named text
	name              // it is not known what, but it is named text
	conflict          // the conflict; text is "same" or "new", where IsConflict does not see it
	fine              // the nil error of call
	function          // funcs[obj]
	list              // a slice of objects from src
	patch             // a patch with the version of obj, or of the patched object (-1)
	errText           // the text of the conflict
	status            // the Status of the conflict, or what is at path text in its error
	deletion          // of an object with the token obj: its deletionTimestamp, or by text whether that is set
	statusWriter      // what writes to the status endpoint
	record            // a struct of which records knows fields, up to the one numbered obj
	trying            // the function or, by text, the predicate that a function on trial is given
)

// A value is what a register or a variable holds. It is comparable.
type value struct {
	kind kind
	text string
	obj  int
	ver  *Object // of data: the object as it was, one for all that are the same
	call ssa.CallInstruction
	src  Source
}

var (
	nilValue   = value{kind: literal, text: "nil"}
	trueValue  = value{kind: literal, text: "true"}
	falseValue = value{kind: literal, text: "false"}
	emptyText  = value{kind: literal, text: `""`}
)

func boolValue(b bool) value {
	if b {
		return trueValue
	}
	return falseValue
}

// isNil reports whether v is nil, or is not; known is false where it may be
// either.
func (v value) isNil() (isNil, known bool) {
	switch v.kind {
	case literal:
		return v.text == "nil", true
	case fine:
		return true, true
	case nonNil, pointer, statusWriter, conflict, function, address, trying:
		return false, true
	}
	return false, false
}

// dropped reports whether what a register holds is dropped: unless that of the register
// makes a difference, all but what became of a write, and the version of an object.
func (v value) dropped(matters bool) bool {
	return !matters && v.kind != conflict && v.kind != fine && v.kind != data
}

// isPlain reports whether v says nothing of an object, of the conflict or of a variable.
func (v value) isPlain() bool {
	return slices.Contains([]kind{unknown, literal, nonNil, name, record}, v.kind)
}

// decidesNothing reports whether conditions on a value of type t have names of
// their own, so that it makes no difference which value lies in a variable: texts,
// numbers, slices, maps.
func decidesNothing(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Info()&types.IsBoolean == 0
	case *types.Slice, *types.Map:
		return true
	}
	return false
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}
