package tombstone

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssabuild"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A handler is a function that an informer calls with a deleted object.
type handler struct {
	obj    *ssa.Parameter
	what   string
	filter bool
	// in is the address of the struct that has it as a field, nil for methods.
	in ssa.Value
}

// handlers lists the delete handlers of the package, in source order.
func (p *program) handlers() []handler {
	var out []handler
	for _, f := range p.funcs {
		if m, ok := f.Object().(*types.Func); ok && kube.IsDeletionHandler(m) {
			out = append(out, handler{obj: f.Params[1], what: "OnDelete method"})
		}
		for _, b := range f.Blocks {
			for _, instr := range b.Instrs {
				if st, ok := instr.(*ssa.Store); ok {
					out = append(out, p.handlersIn(st)...)
				}
			}
		}
	}
	return out
}

// handlersIn are the functions that st makes handlers, by storing them in a field
// of one of client-go's handler structs.
func (p *program) handlersIn(st *ssa.Store) []handler {
	fa, ok := st.Addr.(*ssa.FieldAddr)
	if !ok || ssabuild.InTest(p.fset, st.Pos()) { // a test's variable, set by init
		return nil
	}
	h := handler{what: "delete handler", in: fa.X}
	switch kube.DeletionField(ssaquery.Named(fa.X.Type()), ssaquery.FieldName(fa.X, fa.Field)) {
	case kube.HandlesDeletion:
		if p.filtered(fa.X) {
			return nil
		}
	case kube.FiltersDeletion:
		h.what, h.filter = "filter function", true
	default:
		return nil
	}
	var out []handler
	for _, v := range p.given(st.Val, 0) {
		if h.obj = p.lastParam(v); h.obj != nil {
			out = append(out, h)
		}
	}
	return out
}

// maxGiven bounds the helpers that hand a handler on to the one that registers
// it.
const maxGiven = 3

// given is v, or what the callers in the package give for it if it is a
// parameter: each of that becomes a handler.
func (p *program) given(v ssa.Value, depth int) []ssa.Value {
	par, ok := v.(*ssa.Parameter)
	if !ok || depth > maxGiven {
		return []ssa.Value{v}
	}
	var out []ssa.Value
	for _, a := range p.points().Args(par) {
		out = append(out, p.given(a.Value, depth+1)...)
	}
	return out
}

// lastParam is the last parameter, that for the object, of the one function of
// the package that v is; nil if it is not known, or one of several.
func (p *program) lastParam(v ssa.Value) *ssa.Parameter {
	fns := p.points().FuncsOf(v)
	if len(fns) != 1 || len(fns[0].Params) == 0 {
		return nil
	}
	return fns[0].Params[len(fns[0].Params)-1]
}

// filtered reports whether the handlers value at x is the Handler of a
// FilteringResourceEventHandler whose FilterFunc only lets objects of some type
// through: no tombstone gets past it.
func (p *program) filtered(x ssa.Value) bool {
	a, ok := x.(*ssa.Alloc)
	if !ok {
		return false
	}
	values := []ssa.Value{a}
	for _, r := range *a.Referrers() {
		if u, ok := r.(*ssa.UnOp); ok {
			values = append(values, u)
		}
	}
	for _, v := range values {
		for _, r := range *v.Referrers() {
			mi, ok := r.(*ssa.MakeInterface)
			if !ok {
				continue
			}
			for _, r := range *mi.Referrers() {
				st, ok := r.(*ssa.Store)
				if !ok {
					continue
				}
				fa, ok := st.Addr.(*ssa.FieldAddr)
				if ok && p.typeFilter(fa.X) {
					return true
				}
			}
		}
	}
	return false
}

// typeFilter reports whether the filtering handler at x may assert the type of
// what its FilterFunc gets.
func (p *program) typeFilter(x ssa.Value) bool {
	n := ssaquery.Named(x.Type())
	if !kube.IsFiltering(n) {
		return false
	}
	for _, r := range *x.Referrers() {
		fa, ok := r.(*ssa.FieldAddr)
		if !ok || !kube.IsFilter(n, ssaquery.FieldName(fa.X, fa.Field)) {
			continue
		}
		for _, r := range *fa.Referrers() {
			if st, ok := r.(*ssa.Store); ok {
				obj := p.lastParam(st.Val)
				if obj == nil {
					return true // not seen: it may
				}
				t := p.trailOf(obj)
				return len(t.asserts) > 0 && !t.handled
			}
		}
	}
	return false
}
