package ownership

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/effect/accesspath"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ownership/heap"
	"github.com/k8slint/k8slint/internal/pathcond"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A memory is what registers and memory hold while a function is executed.
type memory struct {
	e    *environment
	fn   *ssa.Function
	env  map[ssa.Value]heap.Values
	tup  map[ssa.Value][]heap.Values
	objs *heap.Objects
	st   *heap.State
	// paths tells which paths lead to a write.
	paths *pathcond.Paths
	// scratch is where sets are gathered.
	scratch []heap.Ref
}

// local is the memory that site makes.
func (a *memory) local(site ssa.Instruction) *heap.Object {
	return a.objs.Of(heap.Key{Kind: heap.Local, Site: site})
}

// signature is a cheap measure of the register values that b defines; the sets
// grow, so that an equal size means no change.
func (a *memory) signature(b *ssa.BasicBlock) int {
	n := 0
	for _, instr := range b.Instrs {
		if v, ok := instr.(ssa.Value); ok {
			n += len(a.env[v])
			for _, t := range a.tup[v] {
				n += len(t)
			}
		}
	}
	return n
}

// value is what v may be here.
func (a *memory) value(v ssa.Value) heap.Values {
	switch v := v.(type) {
	case *ssa.Const, *ssa.Builtin, *ssa.Global:
		return nil
	case *ssa.Parameter:
		if !a.e.types.hasRefs(v.Type()) {
			return nil
		}
		return a.given(v, heap.Param, slices.Index(a.fn.Params, v))
	case *ssa.FreeVar:
		return a.given(v, heap.Captured, slices.Index(a.fn.FreeVars, v))
	case *ssa.Function:
		return heap.Values{{Obj: a.funcObject(v, v), Path: "", Copy: false}}
	}
	return a.env[v]
}

// given is the value of v, which is number i of the parameters or captured variables,
// as kind says.
func (a *memory) given(v ssa.Value, kind heap.Kind, i int) heap.Values {
	set, ok := a.env[v]
	if !ok && i >= 0 {
		set = heap.Values{{Obj: a.objs.Of(heap.Key{Kind: kind, Index: i}), Path: "", Copy: ssaquery.IsAggregate(v.Type())}}
		a.env[v] = set
	}
	return set
}

// funcObject is the function value fn, made at site.
func (a *memory) funcObject(fn *ssa.Function, site any) *heap.Object {
	o := a.objs.Of(heap.Key{Kind: heap.Func, Site: site})
	o.Fn = fn
	return o
}

// load reads a value of type t at the addresses (or, for a copy, inside the
// structs) v.
func (a *memory) load(v heap.Values, t types.Type) heap.Values {
	if len(v) == 0 || !a.e.types.hasRefs(t) {
		return nil
	}
	agg := ssaquery.IsAggregate(t)
	var out heap.Values
	if agg {
		v = a.typed(v, t)
	}
	for _, r := range v {
		out = heap.Union(out, a.st.Content(r.Obj, r.Path, agg))
	}
	return out
}

// typed is v, whose objects are of type t, or pointers to it. What a generic function
// took from the cache has no type there:
//
//	func get[T any](ix cache.Indexer) T { o, _, _ := ix.GetByKey("a/b"); return o.(T) }
func (a *memory) typed(v heap.Values, t types.Type) heap.Values {
	unknown := func(r heap.Ref) bool { return r.IsRoot() && r.Type() == "" }
	if !slices.ContainsFunc(v, unknown) {
		return v
	}
	typ := ssaquery.ConcreteType(t)
	if typ == "" || !kube.CanBeCached(t) && !kube.CanBeCached(types.NewPointer(t)) {
		return v
	}
	out := slices.Clone(v)
	for i, r := range out {
		if unknown(r) {
			out[i] = a.refine(r, typ)
		}
	}
	return heap.NewValues(out)
}

// setResults makes res the value of the call v. A result that nothing is known
// of becomes an object of its own, so that what is stored into it is found
// again.
func (a *memory) setResults(v *ssa.Call, res []heap.Values) {
	if t, ok := v.Type().(*types.Tuple); ok {
		out := make([]heap.Values, t.Len())
		for i := range out {
			if i < len(res) {
				out[i] = res[i]
			}
			out[i] = a.orFresh(v, i, out[i], t.At(i).Type())
		}
		a.tup[v] = out
		return
	}
	var r heap.Values
	if len(res) > 0 {
		r = res[0]
	}
	a.env[v] = a.orFresh(v, 0, r, v.Type())
}

func (a *memory) orFresh(site any, i int, v heap.Values, t types.Type) heap.Values {
	v = a.typed(v, t)
	if len(v) > 0 && ssaquery.IsAggregate(t) {
		return v.AsCopy() // of a generic function, which does not know that it is a struct
	}
	if len(v) > 0 || !a.e.types.hasRefs(t) {
		return v
	}
	if _, ok := t.Underlying().(*types.Signature); ok {
		return v
	}
	o := a.objs.Of(heap.Key{Kind: heap.Local, Role: heap.CallResult, Site: site, Index: i})
	if call, ok := site.(*ssa.Call); ok && makesStore(call) {
		o.Container = true
	}
	return heap.Values{{Obj: o, Path: "", Copy: ssaquery.IsAggregate(t)}}
}

// assert narrows v to the values that a type assertion to t lets through.
func (a *memory) assert(site *ssa.TypeAssert, v heap.Values, t types.Type) heap.Values {
	if len(v) == 0 || !a.e.types.hasRefs(t) {
		return nil
	}
	if types.IsInterface(t) {
		return a.ruledOut(site.Block(), site.X, v)
	}
	agg := ssaquery.IsAggregate(t)
	dyn := ssaquery.ConcreteType(t)
	_, pointer := t.Underlying().(*types.Pointer)
	var out []heap.Ref
	for _, r := range v {
		switch {
		case r.IsRoot() && (dyn != "" || !pointer) && !kube.CanBeCached(t):
			// An informer holds Kubernetes objects: this is a store that
			// somebody fills with other values, or something beside the objects.
			continue
		case r.IsRoot() && dyn != "":
			if r.Type() != "" && ssaquery.DifferentTypes(r.Type(), dyn) {
				continue // a *Service is never a *Pod
			}
			if r.Type() == "" {
				r = a.refine(r, dyn)
			}
			r.Copy = agg
		case r.Obj.Kind == heap.Local:
			if r.Copy != agg {
				continue
			}
		case r.Obj.Outer() && dyn != "":
			if is, ok := accesspath.IsType(accesspath.Last(r.Path)); ok && ssaquery.DifferentTypes(is, dyn) || accesspath.RulesOut(r.Path, dyn) {
				continue
			}
			r.Path = accesspath.CutNot(r.Path)
			r = asserted(r, dyn)
			r.Copy = agg
		default:
			r.Copy = agg
		}
		out = append(out, r)
	}
	return heap.NewValues(out)
}

// asserted is r, memory of the caller, known to be of the type typ. An assertion on the
// way to r, which typ agrees with, has said so already.
func asserted(r heap.Ref, typ string) heap.Ref {
	if _, ok := accesspath.IsType(accesspath.Last(r.Path)); ok {
		return r
	}
	return r.Step(accesspath.Is(typ))
}

// notOfType are the values of v that may have another dynamic type than typ.
func (a *memory) notOfType(v heap.Values, typ string) heap.Values {
	var out []heap.Ref
	for _, r := range v {
		switch {
		case r.IsRoot() && (r.Type() == typ || r.Type() == "" && typ == kube.Unstructured):
			continue // an object of unknown type is unstructured most often, see live
		case r.Obj.Kind == heap.Param && r.Path == "" && ssaquery.ConcreteType(a.fn.Params[r.Obj.Index].Type()) != "":
			if ssaquery.ConcreteType(a.fn.Params[r.Obj.Index].Type()) == typ {
				continue
			}
		case r.Obj.Outer() && !accesspath.RulesOut(r.Path, typ):
			is, ok := accesspath.IsType(accesspath.Last(r.Path))
			if ok && is == typ {
				continue
			}
			if !ok {
				r = r.Step(accesspath.IsNot(typ))
			}
		}
		out = append(out, r)
	}
	return heap.NewValues(out)
}

// maxRuledOut bounds the types besides Unstructured that a path rules out: a converter
// copies one or two kinds of objects. A switch with more cases only tells types apart. No
// finding is lost: less is ruled out.
const maxRuledOut = 2

// ruledOut are the values v of x in the block b, without those that assertions of
// concrete types would have taken away which have failed on the way:
//
//	switch t := o.(type) {
//	case *unstructured.Unstructured:
//		return t.DeepCopy()
//	case client.Object:
//		return t // o, if it is not unstructured
//	}
func (a *memory) ruledOut(b *ssa.BasicBlock, x ssa.Value, v heap.Values) heap.Values {
	if ci, ok := x.(*ssa.ChangeInterface); ok {
		x = ci.X
	}
	if !types.IsInterface(x.Type()) {
		return v
	}
	n := 0
	for _, c := range a.paths.At(b) {
		ta := pathcond.Failed(c)
		if ta == nil || ta.X != x || !kube.CanBeCached(ta.AssertedType) || kube.IsTombstone(ta.AssertedType) {
			continue
		}
		typ := ssaquery.ConcreteType(ta.AssertedType)
		if typ != kube.Unstructured {
			n++
		}
		if typ == "" || n > maxRuledOut {
			continue
		}
		v = a.notOfType(v, typ)
	}
	return v
}

// refine is the cached root r, known to be of type typ.
func (a *memory) refine(r heap.Ref, typ string) heap.Ref {
	o := a.objs.Of(heap.Key{Kind: heap.Cached, Site: r.Obj, Type: typ})
	o.Origin, o.Site = r.Obj.Origin, r.Obj.Site
	return heap.Ref{Obj: o, Path: "", Copy: r.Copy}
}

// putElem stores v as an element of the containers c.
func (a *memory) putElem(c, v heap.Values, t types.Type) {
	if len(v) == 0 || !a.e.types.hasRefs(t) {
		return
	}
	for _, r := range c.Step(accesspath.Elem) {
		a.st.Store(r, v, ssaquery.IsAggregate(t), false)
	}
}

// allLocal reports whether nothing of v is memory of others, as far as is known.
func allLocal(v heap.Values) bool {
	return !slices.ContainsFunc(v, func(r heap.Ref) bool { return r.Obj.Kind != heap.Local && !r.Managed() })
}

// structElems reports whether the function's result is a container of structs
// with references in them.
func (a *memory) structElems(sig *types.Signature) bool {
	if sig.Results().Len() == 0 {
		return false
	}
	t, ok := sig.Results().At(0).Type().Underlying().(interface{ Elem() types.Type })
	return ok && ssaquery.IsAggregate(t.Elem()) && a.e.types.hasRefs(t.Elem())
}

// takeElem reads an element of the containers c, of type t.
func (a *memory) takeElem(c heap.Values, t types.Type) heap.Values {
	return a.load(c.Step(accesspath.Elem), t)
}
