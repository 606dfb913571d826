package attempt

import (
	"go/constant"
	"go/token"
	"go/types"
	"maps"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/apicalls"
	"github.com/k8slint/k8slint/internal/controlpath"
	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/kube"
)

// A reconciler asks more than once whether an object is being deleted, and does one thing or
// the other: the answer stays the same until the object is read again.

// deletionPath is where an object says that it is being deleted.
const deletionPath = kube.MetadataField + "." + kube.DeletionTimestampField

// What a value of kind deletion is, in text.
const (
	timestamp = ""          // the deletionTimestamp itself
	isZero    = "zero"      // whether it is not set
	isSet     = "set"       // whether it is
	onlyZero  = "only zero" // a predicate that is true only if it is not set
	onlySet   = "only set"
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

// askedOnly is the answer of a predicate that is true only if the deletionTimestamp v is set, or only if it is not.
func (h *heap) askedOnly(v value, deleted bool) (value, bool) {
	v.text = onlyZero
	if deleted {
		v.text = onlySet
	}
	is, known := h.deleted[v.obj]
	if known && is != deleted {
		return falseValue, true
	}
	return v, !known
}

// told notes the answer to v. It reports false if that contradicts what is known.
func (h *heap) told(v value, is bool) bool {
	switch v.text {
	case onlyZero, onlySet:
		if !is {
			return true
		}
		if v.text == onlySet {
			v.text = isSet
		} else {
			v.text = isZero
		}
	}
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

// knowDeleted adds to h what is known of the deletion of other objects.
func (h *heap) knowDeleted(others map[int]bool) {
	if len(others) > 0 {
		all := maps.Clone(others)
		maps.Copy(all, h.deleted)
		h.deleted = all
	}
}

// opposite is the answer to the opposite question; that of a predicate says nothing.
func (v value) opposite() value {
	if v.text == onlyZero || v.text == onlySet {
		return value{}
	}
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

// trueOf lists the objects of which fn, a predicate, can be true only if they are not being deleted, or only if they are.
func trueOf(fn *ssa.Function) (alive, deleted []fact.Param) {
	res := fn.Signature.Results()
	if res.Len() != 1 || !types.Identical(res.At(0).Type().Underlying(), types.Typ[types.Bool]) || len(fn.Blocks) == 0 {
		return nil, nil
	}
	for i, p := range fn.Params {
		if !kube.IsObject(p.Type()) {
			continue
		}
		switch ofAlive, ofDeleted := canBeTrue(fn, p, false), canBeTrue(fn, p, true); {
		case ofAlive && !ofDeleted:
			alive = append(alive, fact.Param(i))
		case ofDeleted && !ofAlive:
			deleted = append(deleted, fact.Param(i))
		}
	}
	return alive, deleted
}

// canBeTrue reports whether fn may return true where the object that it is given as p is being deleted, or is not.
func canBeTrue(fn *ssa.Function, p *ssa.Parameter, deleted bool) bool {
	holds := func(_ *controlpath.Path, cond ssa.Value) controlpath.Truth {
		if of, deleting := apicalls.DeletionTest(cond); of != nil && apicalls.Object(of) == ssa.Value(p) {
			return controlpath.Of(deleting == deleted)
		}
		return controlpath.Unknown
	}
	may := false
	controlpath.Walk{Holds: holds, Visit: func(p *controlpath.Path, i ssa.Instruction) bool {
		if ret, ok := i.(*ssa.Return); ok {
			v := p.Value(ret.Results[0])
			c, isConst := v.(*ssa.Const)
			may = may || !(isConst && !constant.BoolVal(c.Value)) && holds(p, v) != controlpath.False
		}
		return true
	}}.From(fn)
	return may
}
