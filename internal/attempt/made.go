package attempt

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/apiobjects"
	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// This file says what objects have that literals made: in a list that the package has filled, or in a function of another
// package.

// madeBefore is what is pending of the i-th argument of a call, an object. One that nobody has read since has the spec that all
// literals set of which it may be one; where states are joined, even if it may have been changed in some.
func madeBefore(pr *Program, h *heap, c *callee, i int, joined bool) *apiobjects.Pending {
	p, o := h.pending(c.arg(i).obj), h.objs.at(c.arg(i).obj)
	v := ssaquery.InInterface(c.regs[i+c.offset])
	if h.losses == nil || o.Source != Given && o.Source != Built || types.IsInterface(v.Type()) {
		return p
	}
	if changed := p.Certainty("Spec"); changed == apiobjects.Surely || changed == apiobjects.Maybe && !joined {
		return p
	}
	if _, here := v.(*ssa.Alloc); here {
		return p
	}
	if set, field := setIn(pr, v, apiobjects.Spec); set != nil {
		return p.Changed(field, true, set)
	}
	return p
}

// setIn is the instruction that sets the part, or a field that stands for it, of the object v, or makes it with that;
// nil if it may be without.
func setIn(pr *Program, v ssa.Value, part apiobjects.Part) (set ssa.Instruction, field string) {
	for o := range flow.Origins(v, func(v ssa.Value) []ssa.Value { return filledFrom(pr, v) }) {
		if isEmptyList(o) {
			continue
		}
		switch o := o.(type) {
		case *ssa.Alloc:
			set, field = partSet(o, part, "")
		case *ssa.Call:
			if set = o; part == apiobjects.Spec {
				field = madeBy(pr, o)
			}
		default:
			return nil, ""
		}
		if field == "" {
			return nil, ""
		}
	}
	return set, field
}

// madeBy is the field that the function of another package which call calls sets of the object that it makes, "" if
// that is not known.
func madeBy(pr *Program, call *ssa.Call) string {
	return pr.others.of(ssaquery.Called(&call.Call)).Makes
}

// makesFact is the field that fn sets of each object that it returns, for other packages.
func makesFact(pr *Program, fn *ssa.Function) (makes string) {
	res := fn.Signature.Results()
	if res.Len() == 0 || !kube.IsObject(res.At(0).Type()) || types.IsInterface(res.At(0).Type()) {
		return ""
	}
	for _, ret := range ssaquery.Returns(fn) {
		v := ret.Results[0]
		if ssaquery.IsNil(v) {
			continue
		}
		set, field := setIn(pr, v, apiobjects.Spec)
		if set == nil || makes != "" && makes != field {
			return ""
		}
		makes = field
	}
	return makes
}

// isEmptyList reports whether the list v has no elements when it is made.
func isEmptyList(v ssa.Value) bool {
	_, made := v.(*ssa.MakeSlice)
	return made || apiobjects.IsEmptySlice(v)
}

// filledFrom are the values that the element or list v may be or have, none if that is not known.
func filledFrom(pr *Program, v ssa.Value) []ssa.Value {
	switch v := v.(type) {
	case *ssa.Phi:
		return v.Edges
	case *ssa.UnOp:
		if x, ok := v.X.(*ssa.Alloc); ok && !kube.IsObject(x.Type()) {
			return ssaquery.StoredIn(x)
		}
		return []ssa.Value{v.X}
	case *ssa.Alloc:
		if kube.IsObject(v.Type()) {
			return ssaquery.StoredIn(v) // of an object by value
		}
	case *ssa.IndexAddr:
		return []ssa.Value{v.X}
	case *ssa.Slice:
		return ssaquery.Gathered(v)
	case *ssa.Extract:
		if v.Index == 0 {
			return []ssa.Value{v.Tuple}
		}
	case *ssa.Call:
		if b, ok := v.Call.Value.(*ssa.Builtin); ok && b.Name() == "append" {
			return v.Call.Args
		}
		own := v.Call.StaticCallee()
		if own == nil || own.Pkg != pr.pkg || own.Signature.Results().Len() == 0 {
			return nil
		}
		var out []ssa.Value
		for _, ret := range ssaquery.Returns(own) {
			out = append(out, ret.Results[0])
		}
		return out
	}
	return nil
}

// partSet is the instruction that sets the part of the object at addr, or something in it, and the field; field is that
// in which addr lies.
func partSet(addr ssa.Value, part apiobjects.Part, field string) (ssa.Instruction, string) {
	for _, r := range *addr.Referrers() {
		switch r := r.(type) {
		case *ssa.MakeInterface:
			if call := decoding(r); call != nil && part == apiobjects.Spec && hasField(ssaquery.Deref(addr.Type()), "Spec") {
				return call, "Spec"
			}
		case *ssa.FieldAddr:
			in := field
			if in == "" {
				in = ssaquery.FieldName(r.X, r.Field)
			}
			if p, ok := apiobjects.PartAt(in); ok && p == part {
				if set, _ := partSet(r, part, in); set != nil {
					return set, in
				}
			}
		case *ssa.Store:
			if r.Addr == addr && field != "" && !apiobjects.IsZero(r.Val) {
				return r, field
			}
		}
	}
	return nil, ""
}

// decoding is the call that decodes a manifest into v, nil if there is none.
func decoding(v *ssa.MakeInterface) *ssa.Call {
	for _, r := range *v.Referrers() {
		call, ok := r.(*ssa.Call)
		if !ok {
			continue
		}
		fn := target(&call.Call).fn
		if fn == nil {
			continue
		}
		if _, into, ok := kube.Content(fn); ok && into >= 0 && !call.Call.IsInvoke() && call.Call.Args[into] == v {
			return call
		}
	}
	return nil
}
