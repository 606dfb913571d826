package apiobjects

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A Part is what of an object the API server stores by one endpoint, or by a rule of its own.
type Part int

const (
	// Metadata are labels, annotations, finalizers and owner references.
	Metadata Part = iota
	// Spec is all else that the main endpoint stores: a spec, or the data of a ConfigMap.
	Spec
	// Status is the field Status.
	Status
	partCount
)

// Parts are all parts.
var Parts = []Part{Metadata, Spec, Status}

// PartAt is the part of an object in which path lies; ok is false for the whole object, for fields
// that say which object it is, and for unexported ones.
func PartAt(path string) (part Part, ok bool) {
	for field := range strings.SplitSeq(path, ".") {
		if r, _ := utf8.DecodeRuneInString(field); unicode.IsLower(r) {
			return 0, false // it is not encoded
		}
	}
	first, rest, _ := strings.Cut(path, ".")
	switch first {
	case "", "TypeMeta":
		return 0, false
	case kube.StatusField:
		return Status, true
	case kube.MetadataField:
		field, _, _ := strings.Cut(rest, ".")
		return Metadata, field == "" || kube.StoredMetadata(field)
	}
	return Spec, true
}

// HasStatus reports whether path is the status of an object, or all of the object.
func HasStatus(path string) bool { return path == "" || path == kube.StatusField }

// Certainty says whether something happened.
type Certainty uint8

const (
	No Certainty = iota
	Maybe
	Surely
)

// A Change is the last change of a part of an object that was not sent yet.
type Change struct {
	// At is the instruction that makes it, nil if there is none; First is that of the first
	// change of the part.
	At, First ssa.Instruction
	// Path is what is set: "Status.Phase".
	Path string
	sure bool
}

// Certainty says whether there is a change.
func (c Change) Certainty() Certainty {
	switch {
	case c.At == nil:
		return No
	case c.sure:
		return Surely
	}
	return Maybe
}

// IsDefault reports whether c is not meant to be stored: it clears a field, or sets one where a test has
// found it empty, or an element of a slice or map, as defaults are set that are used in memory.
func (c Change) IsDefault() bool {
	st, ok := c.At.(*ssa.Store)
	if !ok {
		return false
	}
	_, ok = st.Addr.(*ssa.FieldAddr)
	constant, is := st.Val.(*ssa.Const)
	return !ok || is && constant.Value == nil || c.FillsIn()
}

// FillsIn reports whether c sets a field where a test has found it empty.
func (c Change) FillsIn() bool {
	st, ok := c.At.(*ssa.Store)
	if !ok {
		return false
	}
	field, ok := st.Addr.(*ssa.FieldAddr)
	for b := st.Block(); ok && b.Idom() != nil; b = b.Idom() {
		test := ssaquery.Test(b.Idom())
		if test != nil && len(b.Preds) == 1 && testsEmpty(test.Cond, field) {
			return true
		}
	}
	return false
}

// Clears reports whether c sets a field to its zero value, as a base is given what the API server does not have.
func (c Change) Clears() bool {
	st, ok := c.At.(*ssa.Store)
	return ok && IsZero(st.Val)
}

// IsZero reports whether v is the zero value of its type.
func IsZero(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && (c.Value == nil || slices.Contains([]string{"false", "0", `""`}, c.Value.ExactString()))
}

// testsEmpty reports whether cond compares the field at addr, or its length, with a constant.
func testsEmpty(cond ssa.Value, addr *ssa.FieldAddr) bool {
	cmp, ok := cond.(*ssa.BinOp)
	if !ok {
		return false
	}
	for _, sides := range [][2]ssa.Value{{cmp.X, cmp.Y}, {cmp.Y, cmp.X}} {
		x := sides[0]
		if _, constant := sides[1].(*ssa.Const); !constant {
			continue
		}
		if call, ok := x.(*ssa.Call); ok && ssaquery.IsLen(call) {
			x = call.Call.Args[0]
		}
		if load, ok := x.(*ssa.UnOp); ok && ssaquery.SamePlace(load.X, addr) {
			return true
		}
	}
	return false
}
