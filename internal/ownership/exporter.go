package ownership

import (
	"go/token"
	"maps"
	"slices"

	"github.com/k8slint/k8slint/internal/effect"
	"github.com/k8slint/k8slint/internal/effect/accesspath"
	"github.com/k8slint/k8slint/internal/ownership/heap"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// An exporter translates refs into terms of the caller.
type exporter struct {
	a     *memory
	st    *heap.State
	objs  map[*heap.Object]int
	queue []*heap.Object
	orig  map[*heap.Object]int
	calls map[*heap.Object]int // kindResult objects: their call effect

	origins []effect.Origin
	heap    []effect.Cell
	// closed leaves out what only the function's caller could know.
	closed bool
	// inside is set while what fresh objects hold is translated: a caller finds there
	// again what it puts into their containers.
	inside bool
}

func (x *exporter) refs(v heap.Values) []effect.Ref {
	var out []effect.Ref
	for _, r := range v {
		if e, ok := x.ref(r); ok {
			out = append(out, e)
		}
	}
	return out
}

func (x *exporter) ref(r heap.Ref) (effect.Ref, bool) {
	switch o := r.Obj; o.Kind {
	case heap.Param:
		return effect.Ref{Base: effect.Param, Idx: o.Index, Path: r.Path, Copy: r.Copy}, !x.closed
	case heap.Captured:
		return effect.Ref{Base: effect.Captured, Idx: o.Index, Path: r.Path, Copy: r.Copy}, !x.closed
	case heap.Returned:
		n, ok := x.calls[o]
		return effect.Ref{Base: effect.Returned, Idx: n, Path: r.Path, Copy: r.Copy}, ok && !x.closed
	case heap.Cached:
		if x.closed && r.Managed() {
			return effect.Ref{}, false // what is called by key is not followed that far
		}
		n, ok := x.orig[o]
		if !ok {
			n = len(x.origins)
			x.orig[o] = n
			or := *o.Origin
			or.Typ = o.Type
			or.SetPos(token.NoPos)
			x.origins = append(x.origins, or)
		}
		return effect.Ref{Base: effect.Cache, Idx: n, Path: r.Path, Copy: r.Copy}, true
	case heap.Func:
		n := -1
		if len(x.st.Objs[o]) > 0 {
			n = x.number(o)
		}
		e := effect.Ref{Base: effect.Func, Idx: n, Func: o.External}.OfFunction(o.Fn)
		if o.Fn != nil {
			e.Func = ssaquery.ValueKey(o.Fn)
		}
		return e, e.Function() != nil || e.Func != ""
	case heap.Local:
		if !x.interesting(o, r.Path, 0) && !(x.inside && o.Container) {
			return effect.Ref{}, false
		}
		return effect.Ref{Base: effect.Fresh, Idx: x.number(o), Path: r.Path, Copy: r.Copy}, true
	}
	return effect.Ref{}, false
}

// maxInteresting bounds how deep in memory interesting looks. No finding is lost: what lies
// deeper counts as interesting.
const maxInteresting = 3

// interesting reports whether local memory leads to anything that a caller
// could care about.
func (x *exporter) interesting(o *heap.Object, path string, depth int) bool {
	if depth > maxInteresting {
		return true
	}
	for _, e := range x.st.Objs[o] {
		for _, r := range e.Values {
			if r.Obj.Kind != heap.Local || r.Obj.Container || r.Obj != o && x.interesting(r.Obj, r.Path, depth+1) {
				return true
			}
		}
	}
	return false
}

func (x *exporter) number(o *heap.Object) int {
	n, ok := x.objs[o]
	if !ok {
		n = len(x.objs)
		x.objs[o] = n
		x.queue = append(x.queue, o)
	}
	return n
}

// flush exports what the fresh objects met so far hold.
func (x *exporter) flush() {
	x.inside = true
	defer func() { x.inside = false }()
	for i := 0; i < len(x.queue); i++ {
		o := x.queue[i]
		n := x.objs[o]
		m := x.st.Objs[o]
		for _, p := range slices.Sorted(maps.Keys(m)) {
			refs := x.refs(m[p].Values)
			if len(refs) == 0 && !overrides(m, p) {
				continue
			}
			if len(x.heap) >= maxHeap {
				x.a.e.log.In(x.a.fn, "gives away too many objects; callers see only the first")
				return
			}
			x.heap = append(x.heap, effect.Cell{Obj: n, Path: p, Vals: refs, Agg: m[p].Agg})
		}
	}
}

// bind makes the result objects of the pending call c refer to effect i.
func (x *exporter) bind(c pendingCall, i int) {
	if o, ok := x.a.objs.Lookup(heap.Key{Kind: heap.Returned, Site: c.site.inst, Context: c.context}); ok {
		x.calls[o] = i
	}
}

func newExporter(a *memory, st *heap.State) *exporter {
	return &exporter{a: a, st: st, objs: map[*heap.Object]int{}, orig: map[*heap.Object]int{}, calls: map[*heap.Object]int{}}
}

// overrides reports whether the cell p says of a part that it is not what the
// struct around it was copied from.
func overrides(m map[string]heap.Cell, p string) bool {
	q, ok := accesspath.Parent(p)
	if !ok {
		return false
	}
	e, _, ok := heap.Find(m, q)
	return ok && len(e.Values) > 0
}
