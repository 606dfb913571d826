package ownership

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/effect"
	"github.com/k8slint/k8slint/internal/effect/accesspath"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ownership/heap"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// Queues, concurrent maps and atomic values keep what they are given, and hand
// it out elsewhere. They are like containers, whose elements are known by the
// field that the container lies in.

// callBox executes a call of a method of such a type; ok is false for other calls.
func callBox(a *caller, site callSite, m *types.Func, args []heap.Values) (res []heap.Values, ok bool) {
	b, ok := kube.BoxMethod(m)
	if !ok || site.common == nil || len(args) == 0 || b.Put >= len(args) {
		return nil, false
	}
	recv, params := ssaquery.Operands(site.common)
	if recv == nil {
		return nil, false
	}
	key := boxField(recv)
	if b.Put > 0 && b.Put-1 < len(params) {
		if b.One && !b.Take && len(args[0]) == 1 && args[0][0].Obj.Kind == heap.Local {
			a.memory.st.Empty(args[0][0].Step(accesspath.Elem))
		}
		val := params[b.Put-1]
		a.memory.putElem(args[0], args[b.Put], val.Type())
		if key != "" {
			a.record.putFieldValue(site, key, accesspath.Deref+accesspath.Elem, args[b.Put], val)
		}
	}
	if !b.Take && !b.Each {
		return nil, true
	}
	t := types.Universe.Lookup("any").Type()
	if b.Take {
		t = m.Signature().Results().At(0).Type()
		if c, ok := site.inst.(*ssa.Call); ok {
			t = ssaquery.ResultType(c.Type(), 0)
		}
	}
	v := a.memory.takeElem(args[0], t)
	if key != "" {
		v = heap.Union(v, a.memory.takeElem(a.record.fieldContent(site.inst, key, types.NewSlice(t)), t))
	}
	if b.Each && len(args) > 1 {
		for i, r := range args[1] {
			if r.Obj.Kind == heap.Func {
				sub := site
				sub.context = a.memory.objs.Within(site.context, heap.Step{Kind: heap.Argument, Index: 1, Choice: i})
				in := []heap.Values{nil, v}
				if b.First {
					in = []heap.Values{v, nil}
				}
				a.callFunc(sub, r.Obj, in)
			}
		}
	}
	if !b.Take {
		return nil, true
	}
	return []heap.Values{v}, true
}

// boxField is the key of the field or variable that the box lies in, by value or by
// reference.
func boxField(v ssa.Value) string {
	if key := placeKey(v); key != "" {
		return key
	}
	return containerField(v)
}

// collected is the new slice of what the iterators v run over.
func collected(a *caller, site callSite, v heap.Values) heap.Values {
	var elems heap.Values
	for _, r := range v {
		if r.Obj.Kind != heap.Func || r.Obj.External != effect.Iterator {
			continue
		}
		for _, c := range a.memory.st.Content(r.Obj, "/$0", false) {
			elems = heap.Union(elems, a.memory.st.Content(c.Obj, c.Step(accesspath.Elem).Path, false))
		}
	}
	if len(elems) == 0 {
		return nil
	}
	o := a.memory.objs.Of(heap.Key{Kind: heap.Local, Role: heap.Collected, Site: site.inst, Context: site.context})
	a.memory.st.Store(heap.Ref{Obj: o, Path: accesspath.Elem, Copy: false}, elems, false, false)
	return whole(o)
}
