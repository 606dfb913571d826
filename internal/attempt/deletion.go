package attempt

import (
	"go/token"
	"maps"

	"github.com/k8slint/k8slint/internal/kube"
)

// A reconciler asks more than once whether an object is being deleted, and does one thing or
// the other: the answer stays the same until the object is read again.

// deletionPath is where an object says that it is being deleted.
const deletionPath = kube.MetadataField + "." + kube.DeletionTimestampField

// What a value of kind deletion is, in text.
const (
	timestamp = ""     // the deletionTimestamp itself
	isZero    = "zero" // whether it is not set
	isSet     = "set"  // whether it is
)

// deletionOf is the deletionTimestamp of an object, which its copies have in common with it.
func (h *heap) deletionOf(obj int) value {
	return value{kind: deletion, obj: h.objs.at(obj).token}
}

// asked is the answer to whether the deletionTimestamp v is not set, or is it: a constant if
// that is known.
func (h *heap) asked(v value, what string) value {
	if deleted, known := h.deleted[v.obj]; known {
		return boolValue(deleted == (what == isSet))
	}
	v.text = what
	return v
}

// told notes the answer to v. It reports false if that contradicts what is known.
func (h *heap) told(v value, is bool) bool {
	deleted := is == (v.text == isSet)
	if before, known := h.deleted[v.obj]; known {
		return before == deleted
	}
	h.deleted = maps.Clone(h.deleted) // which other states share
	if h.deleted == nil {
		h.deleted = map[int]bool{}
	}
	h.deleted[v.obj] = deleted
	return true
}

// opposite is the answer to the opposite question.
func (v value) opposite() value {
	if v.text == isSet {
		v.text = isZero
	} else {
		v.text = isSet
	}
	return v
}

// comparesDeletion is a comparison of a deletionTimestamp with nil.
func (h *heap) comparesDeletion(x, y value, op token.Token) (value, bool) {
	if y.kind == deletion {
		x, y = y, x
	}
	if x.kind != deletion || x.text != timestamp || y != nilValue {
		return value{}, false
	}
	if op == token.EQL {
		return h.asked(x, isZero), true
	}
	return h.asked(x, isSet), true
}
