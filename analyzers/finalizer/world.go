package finalizer

import (
	"go/types"
	"slices"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/apicalls"
	"github.com/k8slint/k8slint/internal/controlpath"
	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A world is the hypothesis that an object is being deleted, or that it is not.
type world struct {
	reader *reader
	object ssa.Value
	// kept: the object is not being deleted.
	kept bool
	// read is the error of the call that read the object, which went well.
	read ssa.Value
	// removed is the call that has removed the finalizer; writes of the object behind it go well.
	removed ssa.Instruction
	// removals remove a finalizer of the object, and looking looks at its deletion.
	removals, looking func() []ssa.Instruction
	// after has what control comes to behind a removal.
	after func() map[ssa.Instruction]bool
}

// world is the one in which the object, of which read is the error, is being deleted. What a scan of fn tells
// is found once: many additions ask for it.
func (r *reader) world(fn *ssa.Function, object, read ssa.Value) world {
	w := world{reader: r, object: object, read: read}
	those := func(holds func(ssa.Instruction) bool) func() []ssa.Instruction {
		return sync.OnceValue(func() (is []ssa.Instruction) {
			for i := range ssaquery.Instructions(fn) {
				if holds(i) {
					is = append(is, i)
				}
			}
			return is
		})
	}
	w.removals = those(func(i ssa.Instruction) bool { return w.calls(i) == kube.RemovesFinalizer })
	w.looking = those(w.looks)
	w.after = sync.OnceValue(func() map[ssa.Instruction]bool {
		after := map[ssa.Instruction]bool{}
		for _, i := range w.removals() {
			w := w
			w.removed = i
			w.walk(func(_ *controlpath.Path, j ssa.Instruction) bool { after[j] = true; return true }).Behind(i)
		}
		return after
	})
	return w
}

func (w world) walk(visit func(p *controlpath.Path, i ssa.Instruction) bool) controlpath.Walk {
	return controlpath.Walk{Holds: w.holds, Visit: visit}
}

func (w world) holds(p *controlpath.Path, cond ssa.Value) controlpath.Truth {
	if deleting, ok := w.tests(cond); ok {
		return controlpath.Of(deleting != w.kept)
	}
	if call, ok := cond.(*ssa.Call); ok && call == w.removed {
		return controlpath.True
	}
	if v, isNil := p.NilTest(cond); v != nil {
		if w.read != nil && v == w.read {
			return controlpath.Of(isNil)
		}
		if i, ok := failing(v); ok {
			switch c := w.callee(i); {
			case c.Tests && i.(*ssa.Call).Call.Signature().Results().Len() > 1:
				return controlpath.Stop
			case c.Tests && !c.Passes && !w.kept:
				return controlpath.Of(!isNil)
			case c.Tests, w.removed != nil && w.sends(i):
				return controlpath.Of(isNil)
			}
		}
	}
	if w.concerns(cond) {
		return controlpath.Stop
	}
	return controlpath.Unknown
}

// failing is the call that returned the error v.
func failing(v ssa.Value) (ssa.Instruction, bool) {
	call := ssaquery.ResultOf(v)
	return call, call != nil && apicalls.Err(call) != nil
}

// tests reports whether cond compares the deletion timestamp of the object with nil, and
// whether it is true of an object that is being deleted.
func (w world) tests(cond ssa.Value) (deleting, ok bool) {
	of, deleting := apicalls.DeletionTest(cond)
	return deleting, of != nil && apicalls.Object(of) == w.object
}

// looks reports whether i asks, or may ask, whether the object is being deleted.
func (w world) looks(i ssa.Instruction) bool {
	v, ok := i.(ssa.Value)
	if !ok {
		return false
	}
	if of := apicalls.DeletionOf(v); of != nil {
		return w.same(of)
	}
	call, ok := i.(*ssa.Call)
	if !ok {
		return false
	}
	if w.reader.called(&call.Call) != nil {
		return w.callee(i).Tests
	}
	if apicalls.Deleted(&call.Call) != nil {
		return false
	}
	fn, recv := apicalls.Target(&call.Call)
	return fn != nil && kube.SaysDeletion(fn.Name()) && slices.ContainsFunc(append(apicalls.Args(&call.Call), recv), func(v ssa.Value) bool { return v != nil && w.same(v) })
}

// same reports whether v may be the object: what is read from another place is, if it is of its type.
func (w world) same(v ssa.Value) bool {
	v = apicalls.Object(v)
	t := v.Type()
	return v == w.object || types.IsInterface(t) && mayHaveFinalizers(t) || types.Identical(ssaquery.Deref(t), ssaquery.Deref(w.object.Type()))
}

// concerns reports whether cond depends on whether the object is being deleted.
func (w world) concerns(cond ssa.Value) bool {
	return flow.Any(cond, flow.MadeOf, func(v ssa.Value) bool {
		i, ok := v.(ssa.Instruction)
		return ok && w.looks(i)
	})
}

// does is what i does with a finalizer of the object. It adds none where one test decides whether to add or to
// remove it: an object that needs it while it is being deleted has it already.
func (w world) does(i ssa.Instruction) kube.FinalizerCall {
	d := w.calls(i)
	if d == kube.AddsFinalizer && w.followsState(i) {
		return kube.NoFinalizer
	}
	return d
}

func (w world) followsState(add ssa.Instruction) bool {
	from := add.Block().Idom()
	for _, i := range w.removals() {
		b := i.Block()
		d := b.Idom()
		for range 3 { // terms of the condition
			if d == nil || ssaquery.Test(d) == nil || w.concerns(ssaquery.Test(d).Cond) {
				break
			}
			if d == from && b != add.Block() && !ssaquery.LeadsOn(b, add.Block()) && !ssaquery.LeadsOn(add.Block(), b) {
				return true
			}
			d = d.Idom()
		}
	}
	return false
}

func (w world) calls(i ssa.Instruction) kube.FinalizerCall {
	switch c := w.callee(i); {
	case c.Adds:
		return kube.AddsFinalizer
	case c.Removes:
		return kube.RemovesFinalizer
	}
	switch i := i.(type) {
	case ssa.CallInstruction:
		fn, recv := apicalls.Target(i.Common())
		args := apicalls.Args(i.Common())
		switch {
		case fn == nil || len(args) == 0:
		case recv != nil && fn.Name() == "SetFinalizers" && apicalls.Object(recv) == w.object:
			return w.changed(args[0])
		case apicalls.Object(args[0]) == w.object:
			return kube.FinalizerCallOf(fn)
		}
	case *ssa.Store:
		if f, ok := i.Addr.(*ssa.FieldAddr); ok && ssaquery.FieldName(f.X, f.Field) == "Finalizers" && apicalls.Object(f.X) == w.object {
			return w.changed(i.Val)
		}
	}
	return kube.NoFinalizer
}

// changed is what becomes of the finalizers of the object if v, made of them, takes their place.
func (w world) changed(v ssa.Value) kube.FinalizerCall {
	call, ok := v.(*ssa.Call)
	if !ok || !slices.ContainsFunc(call.Call.Args, w.finalizers) {
		return kube.NoFinalizer
	}
	if b, ok := call.Call.Value.(*ssa.Builtin); ok {
		return kube.ChangesFinalizers(b.Name())
	}
	if fn := ssaquery.Called(&call.Call); fn != nil {
		return kube.ChangesFinalizers(fn.Name())
	}
	return kube.NoFinalizer
}

// finalizers reports whether v are the finalizers of the object.
func (w world) finalizers(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.UnOp:
		f, ok := x.X.(*ssa.FieldAddr)
		return ok && ssaquery.FieldName(f.X, f.Field) == "Finalizers" && apicalls.Object(f.X) == w.object
	case *ssa.Call:
		fn, recv := apicalls.Target(&x.Call)
		return fn != nil && recv != nil && fn.Name() == "GetFinalizers" && apicalls.Object(recv) == w.object
	}
	return false
}

// sends reports whether i sends the object to the API server, with its metadata.
func (w world) sends(i ssa.Instruction) bool {
	call, ok := i.(ssa.CallInstruction)
	if !ok {
		return false
	}
	if w.callee(i).Sends {
		return true
	}
	if fn, _ := apicalls.Target(call.Common()); fn != nil && kube.WritesSubResource(fn) {
		if _, builtIn := kube.KindOf(w.object.Type()); !builtIn {
			return false // the status endpoint of a custom kind leaves its metadata as it is
		}
	}
	if verb, obj := w.reader.helpers.Does(call.Common()); apicalls.Sends(verb) {
		return obj == w.object
	}
	fn, _ := apicalls.Target(call.Common())
	return fn != nil && kube.MayWrite(fn.Name()) && slices.ContainsFunc(apicalls.Args(call.Common()), func(v ssa.Value) bool { return apicalls.Object(v) == w.object })
}

// mayBeNil reports whether the error v that is returned at the end of the path may be nil.
func mayBeNil(p *controlpath.Path, v ssa.Value) bool {
	return !p.NotNil(p.Value(v))
}
