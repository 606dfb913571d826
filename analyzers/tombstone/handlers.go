package tombstone

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssabuild"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// handlers lists the delete handlers of the package, in source order.
func (p *program) handlers() []handler {
	var out []handler
	for _, f := range p.funcs {
		if m, ok := f.Object().(*types.Func); ok && kube.IsDeletionHandler(m) {
			out = append(out, handler{obj: f.Params[1], what: "OnDelete method"})
		}
	}
	for _, slot := range p.slots() {
		h := slot.handler
		for v := range flow.Origins(slot.fn, p.given(func(call ssa.Value) bool { return !p.filtered(call) })) {
			if _, none := v.(*ssa.Parameter); none {
				continue // no call counts
			}
			if h.obj = p.object(v); h.obj != nil {
				out = append(out, h)
			}
		}
	}
	return out
}

// findSlots finds the places of the package where functions become delete handlers, in
// source order.
func (p *program) findSlots() []slot {
	var out []slot
	for instr := range ssaquery.Instructions(p.funcs...) {
		switch instr := instr.(type) {
		case *ssa.Store:
			if s, ok := p.slotIn(instr); ok {
				out = append(out, s)
			}
		case ssa.CallInstruction:
			out = append(out, p.slotsAt(instr)...)
		}
	}
	return out
}

// slotIn is the slot that st fills, a field of one of client-go's handler structs.
func (p *program) slotIn(st *ssa.Store) (slot, bool) {
	fa, ok := st.Addr.(*ssa.FieldAddr)
	if !ok || ssabuild.InTest(p.pass.Fset, st.Pos()) { // a test's variable, set by init
		return slot{}, false
	}
	s := slot{handler{what: handlerWord, in: fa.X}, st.Val}
	switch kube.DeletionField(ssaquery.Named(fa.X.Type()), ssaquery.FieldName(fa.X, fa.Field)) {
	case kube.HandlesDeletion:
		return s, !p.filtered(fa.X)
	case kube.FiltersDeletion:
		s.what, s.filter = filterWord, true
		return s, true
	}
	return slot{}, false
}

// What messages call handlers that are no methods.
const (
	handlerWord = "delete handler"
	filterWord  = "filter function"
)

// slotsAt are the slots that the call c of a function of another package fills.
func (p *program) slotsAt(c ssa.CallInstruction) []slot {
	common := c.Common()
	f := ssaquery.Called(common)
	if f == nil || f.Pkg() == nil || f.Pkg() == p.pass.Pkg || !kube.TakesFunction(f.Signature()) || ssabuild.InTest(p.pass.Fset, c.Pos()) {
		return nil
	}
	var out []slot
	does, _ := fact.Of[Does](p.pass, f)
	for _, m := range does.Handlers {
		if int(m.Param) >= len(common.Args) {
			continue
		}
		h := handler{what: handlerWord, filter: m.Filter}
		if h.filter {
			h.what = filterWord
		}
		if call, ok := c.(*ssa.Call); ok {
			h.in = call
			// What is an error, or is not used, has been registered.
			if f.Signature().Results().Len() > 0 && kube.IsHandler(ssaquery.ResultType(call.Type(), 0)) && !p.straight(call) {
				continue
			}
		}
		out = append(out, slot{h, common.Args[m.Param]})
	}
	return out
}

// given says what the package gives for a parameter of a function, where the results of the calls count.
func (p *program) given(counts func(call ssa.Value) bool) flow.Step {
	return func(v ssa.Value) (args []ssa.Value) {
		switch v := v.(type) {
		case *ssa.ChangeType:
			return []ssa.Value{v.X}
		case *ssa.Parameter:
			for _, a := range p.points().Args(v) {
				if call := a.Call.Value(); call == nil || counts(call) {
					args = append(args, a.Value)
				}
			}
		}
		return args
	}
}

// object is the last parameter, that for the object, of the one function of
// the package that v is; nil if it is not known, or one of several.
func (p *program) object(v ssa.Value) *ssa.Parameter {
	fns := p.points().FuncsOf(v)
	if len(fns) != 1 || len(fns[0].Params) == 0 {
		return nil
	}
	return fns[0].Params[len(fns[0].Params)-1]
}

// filtered reports whether the handlers value at x, or which x is, is the Handler of a
// FilteringResourceEventHandler whose FilterFunc only lets objects of some type
// through: no tombstone gets past it.
func (p *program) filtered(x ssa.Value) bool {
	return slices.ContainsFunc(filters(x), p.typeFilter)
}

// filters are the addresses of the structs that hold the handlers value at x, or which
// x is, behind a filter.
func filters(x ssa.Value) []ssa.Value {
	var out []ssa.Value
	for u := range (flow.Walk{Along: flow.Converted | flow.Loaded | flow.Kept}).Uses(x) {
		if st, ok := u.At.(*ssa.Store); ok && st.Val == u.Of {
			if to, ok := st.Addr.(*ssa.FieldAddr); ok && kube.IsFiltering(ssaquery.Named(to.X.Type())) {
				out = append(out, to.X)
			}
		}
	}
	return out
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
				obj := p.object(st.Val)
				if obj == nil {
					return true // not seen: it may
				}
				t := trailOf(p, obj)
				return len(t.asserts) > 0 && !t.handled
			}
		}
	}
	return false
}

// straight reports whether the handlers value v, or that at v, is only returned or
// registered as it is: no filter and no other handler around it decides what it gets.
// It is not known of one in a struct that others hold.
func (p *program) straight(v ssa.Value) bool {
	switch v.(type) {
	case nil:
		return true
	case *ssa.Alloc, *ssa.Call:
	default:
		return false
	}
	along := flow.Walk{Along: flow.Converted | flow.Merged | flow.Loaded | flow.Kept, Callees: p.points().Callees}
	return along.Only(v, func(u flow.Use) bool {
		switch at := u.At.(type) {
		case *ssa.Return, *ssa.BinOp:
			return true
		case ssa.CallInstruction:
			m := ssaquery.Target(at.Common())
			return m != nil && kube.RegistersHandler(m)
		}
		return false
	})
}
