package reconcile

import (
	"fmt"
	"go/token"
	"slices"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/apicalls"
	"github.com/k8slint/k8slint/internal/controlpath"
	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/ssaquery"
	"github.com/k8slint/k8slint/internal/wording"
)

// emptyObjects reports what fn sends although it was not found, so that it has no name.
func (r *reporter) emptyObjects(fn *ssa.Function) {
	touching := sync.OnceValue(func() map[ssa.Value][]ssa.Instruction { return touchingIn(fn) })
	for call := range ssaquery.Each[*ssa.Call](fn) {
		verb, object := r.clients.Does(&call.Call)
		a, ok := object.(*ssa.Alloc)
		if verb != kube.ReadInto || !ok || a.Parent() != fn || !kube.IsObject(a.Type()) || kube.IsUnstructured(a.Type()) || !untouched(a, call, touching()[a]) || stored(call) {
			continue
		}
		m := missing{clients: r.clients, object: a, read: call, err: call}
		controlpath.Walk{Holds: m.holds, Visit: m.visit}.Behind(call)
		if m.sent == nil {
			continue
		}
		at := m.sent
		if len(*call.Referrers()) == 0 {
			at = call // its error is dropped
		}
		r.ReportOnce(report.Finding{Pos: ssaquery.Position(at), Category: emptyObject,
			Message: wording.Fit(wording.Max, func(l wording.Level) string {
				kind := l.Name(ssaquery.Named(a.Type()).Obj().Name())
				if at == call {
					return fmt.Sprintf("if this fails, the %s has no name when it is sent below; return the error", kind)
				}
				return fmt.Sprintf("the %s has no name here if Get did not find it, and then this fails; return, or test the error first", kind)
			}),
			Trace: []report.Step{{Pos: ssaquery.Position(call), Text: "the object may not be found"}},
		})
	}
}

// untouched reports whether the object is as it was made when control comes to the call that reads it.
// The instructions that touch the object are given.
func untouched(a *ssa.Alloc, read *ssa.Call, touching []ssa.Instruction) bool {
	order := ssaquery.NewOrder()
	for _, i := range touching {
		if i == read {
			continue
		}
		switch i := i.(type) {
		case *ssa.MakeClosure:
			return false
		case *ssa.Store:
			if i.Addr == a && isZero(i.Val) {
				continue
			}
		}
		if order.Dominates(i, read) {
			return false
		}
		if !i.Block().Dominates(read.Block()) && !read.Block().Dominates(i.Block()) && ssaquery.RunsAfter(i, read) && !ssaquery.InLoop(a.Block()) {
			return false
		}
	}
	return true
}

// touches reports whether i may change the object, or gives it away.
func touches(i ssa.Instruction, object ssa.Value) bool {
	return slices.ContainsFunc(operands(i), func(v ssa.Value) bool { return apicalls.Object(v) == object })
}

// touchingIn are the instructions of fn by the objects that they touch, in their order.
func touchingIn(fn *ssa.Function) map[ssa.Value][]ssa.Instruction {
	out := map[ssa.Value][]ssa.Instruction{}
	for i := range ssaquery.Instructions(fn) {
		for _, v := range operands(i) {
			o := apicalls.Object(v)
			if at := out[o]; len(at) == 0 || at[len(at)-1] != i {
				out[o] = append(at, i)
			}
		}
	}
	return out
}

// operands are the values by which i can change objects, or give them away.
func operands(i ssa.Instruction) []ssa.Value {
	switch i := i.(type) {
	case *ssa.Store:
		return []ssa.Value{i.Addr, i.Val}
	case *ssa.MakeClosure:
		return i.Bindings
	case ssa.CallInstruction:
		return append([]ssa.Value{i.Common().Value}, i.Common().Args...)
	}
	return nil
}

// missing is the hypothesis that a Get has not found what it was to read.
type missing struct {
	clients apicalls.Helpers
	object  *ssa.Alloc
	read    *ssa.Call
	err     ssa.Value
	sent    ssa.Instruction
}

func (m *missing) holds(p *controlpath.Path, cond ssa.Value) controlpath.Truth {
	v, isNil := p.NilTest(cond)
	if v == m.err && v != nil {
		return controlpath.Of(!isNil)
	}
	for _, c := range []ssa.Value{v, cond} {
		call, ok := c.(*ssa.Call)
		if !ok || !slices.ContainsFunc(call.Call.Args, func(a ssa.Value) bool { return p.Value(a) == m.err }) {
			continue
		}
		fn := ssaquery.Called(&call.Call)
		switch {
		case fn == nil:
			return controlpath.Stop
		case c == v && kube.IgnoresNotFound(fn):
			return controlpath.Of(isNil)
		case c == v && kube.IgnoresError(fn):
			return controlpath.Of(!isNil)
		case kube.SaysNotFound(fn.Name()):
			return controlpath.True
		case kube.ExcusesError(fn):
			return controlpath.False
		}
		return controlpath.Stop
	}
	if flow.Any(cond, flow.MadeOf, func(v ssa.Value) bool { return v == m.err || apicalls.Object(v) == m.object || m.remembers(v) }) {
		return controlpath.Stop
	}
	return controlpath.Unknown
}

// remembers reports whether v reads a variable that only some ways from the Get set, such as where it found the object.
func (m *missing) remembers(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	a, ok := ssaquery.Root(load.X).(*ssa.Alloc)
	if !ok || a == m.object {
		return false
	}
	for st := range ssaquery.Each[*ssa.Store](load.Parent()) {
		if ssaquery.SamePlace(st.Addr, load.X) && ssaquery.RunsAfter(m.read, st) && !st.Block().Dominates(load.Block()) {
			return true
		}
	}
	return false
}

// visit goes on as long as the object keeps its empty name.
func (m *missing) visit(_ *controlpath.Path, i ssa.Instruction) bool {
	if m.sent != nil {
		return false
	}
	switch i := i.(type) {
	case *ssa.Store:
		if apicalls.Object(i.Addr) != m.object {
			return true
		}
		return !mayName(i.Addr)
	case *ssa.Call:
		if slices.ContainsFunc(i.Call.Args, m.isError) && !saysError(&i.Call) {
			return false // it may end the function, as an assertion of a test does
		}
		if !touches(i, m.object) {
			return true
		}
		return m.call(&i.Call, i)
	}
	return !touches(i, m.object)
}

// isError reports whether v is the error, or a value that holds it.
func (m *missing) isError(v ssa.Value) bool { return apicalls.Object(v) == m.err }

// saysError reports whether c only tests, wraps or logs the error that it is given.
func saysError(c *ssa.CallCommon) bool {
	fn, recv := apicalls.Target(c)
	return fn != nil && (kube.ExcusesError(fn) || kube.IgnoresError(fn) || kube.IsForLog(fn) || recv == nil && kube.IsLogCall(fn.Name()))
}

func (m *missing) call(c *ssa.CallCommon, i ssa.Instruction) bool {
	fn, _ := apicalls.Target(c)
	if fn == nil {
		return false
	}
	if object, ok := m.sends(c); ok && object == m.object || m.sendsFirst(c) {
		m.sent = i
		return false
	} else if ok {
		return false
	}
	return kube.IsDeepCopy(fn) || kube.DiffPatch(fn) || kube.FinalizerCallOf(fn) != kube.NoFinalizer || kube.IsForLog(fn) || leavesName(c, m.object)
}

// sendsFirst reports whether c calls a function of the package that, without a test, updates or deletes the object that it
// is given.
func (m *missing) sendsFirst(c *ssa.CallCommon) bool {
	f := c.StaticCallee()
	if f == nil || len(f.Blocks) == 0 {
		return false
	}
	for n, arg := range c.Args {
		if apicalls.Object(arg) != m.object {
			continue
		}
		for _, i := range f.Blocks[0].Instrs {
			if !touches(i, f.Params[n]) {
				continue
			}
			call, ok := i.(*ssa.Call)
			if !ok {
				return false
			}
			got, ok := m.sends(&call.Call)
			return ok && got == f.Params[n]
		}
	}
	return false
}

// sends is the object that c updates, patches or deletes.
func (m *missing) sends(c *ssa.CallCommon) (object ssa.Value, ok bool) {
	if verb, object := m.clients.Does(c); apicalls.Sends(verb) {
		return object, true
	}
	deleted := apicalls.Deleted(c)
	return deleted, deleted != nil
}

// mayName reports whether a store to the address may set the name of the object that it lies in.
func mayName(addr ssa.Value) bool {
	for {
		f, ok := addr.(*ssa.FieldAddr)
		if !ok {
			return true // the object as a whole, or what a pointer in it leads to
		}
		name := ssaquery.FieldName(f.X, f.Field)
		if !kube.IsObjectMeta(ssaquery.Deref(f.Type())) && name != "Name" && name != "GenerateName" {
			return false
		}
		addr = f.X
	}
}

// leavesName reports whether c calls a function with a body that sets other fields of the object, and
// gives it to nobody.
func leavesName(c *ssa.CallCommon, object ssa.Value) bool {
	fn := c.StaticCallee()
	if fn == nil || len(fn.Blocks) == 0 {
		return false
	}
	for n, arg := range c.Args {
		if apicalls.Object(arg) != object {
			continue
		}
		for i := range ssaquery.Instructions(fn) {
			if !touches(i, fn.Params[n]) {
				continue
			}
			if st, ok := i.(*ssa.Store); !ok || apicalls.Object(st.Addr) != fn.Params[n] || mayName(st.Addr) {
				return false
			}
		}
	}
	return true
}
