package ownerref

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/apicalls"
	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/ssaquery"
	"github.com/k8slint/k8slint/internal/wiring"
	"github.com/k8slint/k8slint/internal/wording"
)

// This file finds objects that the package makes without an owner reference, in the namespace of the object whose
// controller owns their kind.

// An owning is the Owns of a kind by the controller of a type.
type owning struct {
	owner types.Type
	watch wiring.Watch
}

// A maker looks at the objects that a package makes.
type maker struct {
	*flow.Package
	pass *analysis.Pass
	owns map[*types.Named]owning
}

// owned adds what c owns and does not watch in another way.
func (m *maker) owned(c *wiring.Controller, owner types.Type) {
	for _, w := range c.Watches {
		if w.How != kube.BuilderOwns || w.Type == nil || owner == nil || watchesToo(c, w.Type) {
			continue
		}
		if kind := ssaquery.Named(w.Type); kind != nil {
			m.owns[kind] = owning{owner, w}
		}
	}
}

func watchesToo(c *wiring.Controller, t types.Type) bool {
	return slices.ContainsFunc(c.Watches, func(w wiring.Watch) bool {
		return w.How != kube.BuilderOwns && w.Type != nil && types.Identical(w.Type, t)
	})
}

// report reports what the functions fns write.
func (m *maker) report(fns []*ssa.Function, rep *report.Reporter) {
	for i := range ssaquery.Instructions(fns...) {
		v, ok := i.(ssa.Value)
		if !ok {
			continue
		}
		o, ok := m.owns[ssaquery.Named(v.Type())]
		if !ok {
			continue
		}
		if made := m.made(v, o.owner); made.fresh && made.near && made.write != nil && !made.returned && !deletes(fns, o.owner) {
			rep.ReportOnce(report.Finding{Pos: ssaquery.Position(made.write), Category: neverOwned, Message: wording.Fit(wording.Max, func(l wording.Level) string {
				return fmt.Sprintf("this %s has no owner reference, so its events never enqueue a %[2]s, and it stays when the %[2]s is deleted; call SetControllerReference",
					l.Name(typeName(v.Type())), l.Name(typeName(o.owner)))
			}), Trace: []report.Step{{Pos: o.watch.Name.Pos(), Text: "the controller owns the kind"}}})
		}
	}
}

// deletes reports whether fns delete objects of the type owner: what is made then may be meant to stay.
func deletes(fns []*ssa.Function, owner types.Type) bool {
	for call := range ssaquery.Each[ssa.CallInstruction](fns...) {
		if v := apicalls.Deleted(call.Common()); v != nil && types.Identical(ssaquery.Deref(v.Type()), ssaquery.Deref(owner)) {
			return true
		}
	}
	return false
}

// A making is what becomes of a new object.
type making struct {
	// fresh: nothing can give it an owner.
	fresh bool
	// near: it lies in the namespace of the owner.
	near bool
	// read: it may be another one, read from the server, which has its owner.
	read     bool
	returned bool
	// write is a call that sends it.
	write ssa.CallInstruction
	// seen is the metadata that was looked at.
	seen map[ssa.Value]bool
}

// made is what becomes of v, if the function makes it, or calls a function of the package for it that does.
func (m *maker) made(v ssa.Value, owner types.Type) making {
	var out making
	switch x := v.(type) {
	case *ssa.Alloc:
		out.fresh = true
	case *ssa.Call:
		out = m.result(x, 0, owner)
	case *ssa.Extract:
		if call, ok := x.Tuple.(*ssa.Call); ok {
			out = m.result(call, x.Index, owner)
		}
	}
	if !out.fresh {
		return making{}
	}
	along := flow.Walk{Along: flow.Converted | flow.Kept, Callees: m.Callees}
	for u := range along.Uses(v) {
		if !m.use(&out, u, owner) {
			return making{}
		}
	}
	return out
}

// result is what is made in the function of the package that call runs, and returned as its i-th result only.
func (m *maker) result(call *ssa.Call, i int, owner types.Type) making {
	f := m.Callee(&call.Call)
	if f == nil || f == call.Parent() {
		return making{}
	}
	out := making{fresh: true}
	for _, ret := range ssaquery.Returns(f) {
		v := ret.Results[i]
		if ssaquery.IsNil(v) {
			continue
		}
		if _, ok := v.(*ssa.Alloc); !ok {
			return making{}
		}
		made := m.made(v, owner)
		out.fresh, out.near = out.fresh && made.fresh && made.write == nil, out.near || made.near
	}
	return out
}

// use notes what a use makes of the object. It reports false if it may have an owner then.
func (m *maker) use(out *making, u flow.Use, owner types.Type) bool {
	switch at := u.At.(type) {
	case *ssa.BinOp:
		return true
	case *ssa.Return:
		out.returned = true
		return true
	case *ssa.FieldAddr:
		return ssaquery.FieldName(at.X, at.Field) != kube.MetadataField || m.metadata(out, at, owner)
	case *ssa.Store:
		array := ssaquery.GatheredInto(at)
		return array != nil && onlyLogged(array)
	case ssa.CallInstruction:
		return m.call(out, at, u.Of, owner)
	}
	return false
}

// metadata looks at what is done with the metadata at at.
func (m *maker) metadata(out *making, at ssa.Value, owner types.Type) bool {
	if out.seen[at] {
		return true // a variable that is copied back, or a function that calls itself
	}
	if out.seen == nil {
		out.seen = map[ssa.Value]bool{}
	}
	out.seen[at] = true
	for u := range (flow.Walk{}).Uses(at) {
		switch use := u.At.(type) {
		case *ssa.UnOp:
		case *ssa.Store:
			if use.Addr != at || !m.copied(out, use.Val, owner) {
				return false
			}
		case *ssa.FieldAddr:
			switch ssaquery.FieldName(use.X, use.Field) {
			case "OwnerReferences":
				return false
			case "Namespace":
				for s := range (flow.Walk{}).Uses(use) {
					if st, ok := s.At.(*ssa.Store); ok {
						out.near = out.near || isNamespaceOf(st.Val, owner)
					}
				}
			}
		case ssa.CallInstruction:
			if !m.call(out, use, at, owner) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// copied looks at the metadata v, which a variable or a function of the package has.
func (m *maker) copied(out *making, v ssa.Value, owner types.Type) bool {
	switch x := v.(type) {
	case *ssa.UnOp:
		a, ok := x.X.(*ssa.Alloc)
		return ok && m.metadata(out, a, owner)
	case *ssa.Call:
		f := m.Callee(&x.Call)
		return f != nil && !slices.ContainsFunc(ssaquery.Returns(f), func(ret *ssa.Return) bool {
			v, ok := ret.Results[0].(*ssa.UnOp)
			return !ok || !m.copied(out, v, owner)
		})
	}
	return false
}

// isNamespaceOf reports whether v is the namespace of an object of the type owner.
func isNamespaceOf(v ssa.Value, owner types.Type) bool {
	switch x := v.(type) {
	case *ssa.UnOp:
		if at, ok := x.X.(*ssa.FieldAddr); !ok || !kube.IsObjectMeta(ssaquery.Deref(at.X.Type())) {
			return false // that in the spec is another one
		}
		v = ssaquery.Root(x)
	case *ssa.Call:
		fn, recv := apicalls.Target(&x.Call)
		if fn == nil || recv == nil || fn.Name() != "GetNamespace" {
			return false
		}
		v = apicalls.Object(recv)
	}
	return types.Identical(ssaquery.Deref(v.Type()), ssaquery.Deref(owner))
}

// call notes a call that gets the object, or its metadata, as v.
func (m *maker) call(out *making, call ssa.CallInstruction, v ssa.Value, owner types.Type) bool {
	c := call.Common()
	fn, recv := apicalls.Target(c)
	if fn == nil || kube.SetsOwner(fn) != kube.NoOwner {
		return false
	}
	if recv == v { // a method of its own
		if fn.Name() == "SetNamespace" && len(apicalls.Args(c)) == 1 {
			out.near = out.near || isNamespaceOf(apicalls.Args(c)[0], owner)
		}
		return !strings.Contains(fn.Name(), "Owner") && !kube.IsDeepCopy(fn)
	}
	verb, _ := apicalls.Of(c)
	_, _, mutates := kube.Mutates(fn)
	switch {
	case verb == kube.ReadInto:
		out.read = true
		return out.write == nil
	case verb == kube.Create, mutates, !out.read && (verb == kube.Write || verb == kube.WriteInto):
		if out.write == nil {
			out.write = call
		}
		return true
	case kube.DeletesAny(fn), kube.Quiet(fn), kube.IsForLog(fn), kube.RecordsEvent(fn):
		return true
	}
	return kube.IsLogCall(fn.Name())
}

// onlyLogged reports whether the array of arguments is only given to functions that log.
func onlyLogged(array *ssa.Alloc) bool {
	for u := range (flow.Walk{Along: flow.Sliced}).Uses(array) {
		switch at := u.At.(type) {
		case *ssa.IndexAddr:
		case ssa.CallInstruction:
			if fn, _ := apicalls.Target(at.Common()); fn == nil || !kube.IsForLog(fn) && !kube.IsLogCall(fn.Name()) && !kube.Quiet(fn) {
				return false
			}
		default:
			return false
		}
	}
	return true
}
