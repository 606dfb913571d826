package ownership

import (
	"cmp"
	"go/token"
	"maps"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ownership/accesspath"
	"github.com/k8slint/k8slint/internal/ownership/effect"
	"github.com/k8slint/k8slint/internal/ownership/heap"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A Finding is a write to the informer cache.
type Finding struct {
	// Fn is the function in which the object is first at risk, Pos the write
	// in it, or the call that leads to the write.
	Fn  *ssa.Function
	Pos token.Pos
	// Inst is the instruction at Pos, Site the one that brought the object
	// into Fn (nil for a parameter).
	Inst ssa.Instruction
	Site ssa.Instruction

	Origin *effect.Origin
	What   string       // what is written, as the author wrote it
	Posn   string       // where, as package/file.go:line
	Via    []effect.Hop // the calls that lead to the write, outermost first
	// More is the number of further places in Fn where this object is
	// written.
	More int
	// All are the places where this object is written, or handed to what
	// writes it, in the function that got it, in order.
	All []token.Pos
	// Within are all the places in Fn, if that is not the function that got
	// the object and the object is written nowhere else.
	Within []token.Pos
	// Many: other objects are written at Pos as well.
	Many bool
	// Args are the numbers of the arguments that carry the object, for the
	// calls in All and Within; the receiver is 0.
	Args map[token.Pos]int

	arg int // of the call at Pos; -1 if it is none
	// top, topPos and topArg are Fn, Pos and arg as found, before the finding
	// moved into a function that is called.
	top    *ssa.Function
	topPos token.Pos
	topArg int
	// way are the positions that it moved from, outermost first.
	way []token.Pos
	// Source is where the object came into the function that got it from
	// the cache: a call, or (Entry) the function that a framework calls
	// with it.
	Source token.Pos
	Entry  bool
}

// byField reports whether the object was found by what the program puts into a
// field, rather than by following it there.
func (f *Finding) byField() bool {
	for _, h := range f.Origin.Via {
		if h.Field {
			return true
		}
	}
	return false
}

// A result is what the analysis of one function yields.
type result struct {
	sum      *effect.Summary
	findings []*Finding
	writes   []pendingWrite
	calls    []pendingCall
	fields   []fieldOut
	puts     []fieldPut
	events   []effect.KeyCall
	funcs    []handlerFunc

	// owned are the parameters that functions write and get memory of the
	// caller's own for.
	owned      map[paramOf]bool
	ownedNames map[string]bool // the same, for calls further down, by name and place of the write

	readsFn  map[*ssa.Function]bool
	readsKey map[string]bool
}

type pendingWrite struct {
	at heap.Ref
	w  effect.Write
}

type pendingCall struct {
	target heap.Ref
	key    string
	args   []heap.Values
	site   callSite
	// context tells apart the calls of this kind at the site.
	context *heap.Context
}

type fieldOut struct {
	key, at string
	v       heap.Ref
}

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
}

func newExporter(a *memory, st *heap.State) *exporter {
	return &exporter{a: a, st: st, objs: map[*heap.Object]int{}, orig: map[*heap.Object]int{}, calls: map[*heap.Object]int{}}
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
	case heap.Result:
		n, ok := x.calls[o]
		return effect.Ref{Base: effect.Result, Idx: n, Path: r.Path, Copy: r.Copy}, ok && !x.closed
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
		if !x.interesting(o, r.Path, 0) {
			return effect.Ref{}, false
		}
		return effect.Ref{Base: effect.Fresh, Idx: x.number(o), Path: r.Path, Copy: r.Copy}, true
	}
	return effect.Ref{}, false
}

// interesting reports whether local memory leads to anything that a caller
// could care about.
func (x *exporter) interesting(o *heap.Object, path string, depth int) bool {
	if depth > 3 {
		return true
	}
	for _, e := range x.st.Objs[o] {
		for _, r := range e.Values {
			if r.Obj.Kind != heap.Local || r.Obj != o && x.interesting(r.Obj, r.Path, depth+1) {
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
	for i := 0; i < len(x.queue); i++ {
		o := x.queue[i]
		n := x.objs[o]
		m := x.st.Objs[o]
		for _, p := range slices.Sorted(maps.Keys(m)) {
			refs := x.refs(m[p].Values)
			if len(x.heap) >= maxHeap || len(refs) == 0 && !overrides(m, p) {
				continue
			}
			x.heap = append(x.heap, effect.Cell{Obj: n, Path: p, Vals: refs, Agg: m[p].Agg})
		}
	}
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

// typed adds to references to whole parameters what type these have: an object
// that a caller knows nothing more of is of that type behind them.
func (a *execution) typed(refs []effect.Ref) []effect.Ref {
	for i, r := range refs {
		if r.Base != effect.Param || r.Path != "" || r.Copy {
			continue
		}
		t := a.fn.Params[r.Idx].Type()
		if typ := ssaquery.ConcreteType(t); typ != "" && kube.CanBeCached(t) {
			refs[i].Path = accesspath.Is(typ)
		}
	}
	return refs
}

// summarize makes the summary of a function from what its analysis collected.
func (a *execution) summarize() *effect.Summary {
	s := &effect.Summary{}
	st := a.ret
	if st == nil {
		st = a.st
	}
	if st == nil {
		st = heap.NewState()
	}
	x := newExporter(a.memory, st)

	// Calls first: results refer to them.
	slices.SortStableFunc(a.out.calls, func(p, q pendingCall) int {
		return cmp.Or(cmp.Compare(p.site.pos, q.site.pos), heap.CompareContexts(p.context, q.context), cmp.Compare(p.key, q.key))
	})
	for _, c := range a.out.calls {
		if len(s.Calls) >= maxCalls {
			break
		}
		e := effect.Call{Key: c.key}
		if c.key == "" {
			t, ok := x.ref(c.target)
			if !ok {
				continue
			}
			e.Target = t
		}
		outer := false
		for _, v := range c.args {
			refs := a.typed(x.refs(v))
			for _, r := range refs {
				outer = outer || r.Base != effect.Cache && r.Base != effect.Func
			}
			e.Args = append(e.Args, refs)
		}
		if c.key != "" && !outer {
			continue // told as an event, not as an effect
		}
		if i := slices.IndexFunc(s.Calls, func(o effect.Call) bool { return effect.SameCall(o, e) }); i >= 0 {
			x.bind(c, i)
			continue
		}
		x.bind(c, len(s.Calls))
		s.Calls = append(s.Calls, e)
	}

	for i, v := range a.retVals {
		var refs []effect.Ref
		for _, r := range v {
			if e, ok := x.ref(r); ok {
				if e.Base == effect.Param {
					e.Guard = a.retGuards[i][r]
				}
				refs = append(refs, e)
			}
		}
		s.Results = append(s.Results, refs)
	}

	// What is left in memory of the caller.
	var outer []*heap.Object
	for o := range st.Objs {
		if o.Kind == heap.Param || o.Kind == heap.Captured {
			outer = append(outer, o)
		}
	}
	slices.SortFunc(outer, func(p, q *heap.Object) int { return cmp.Compare(p.ID, q.ID) })
	for _, o := range outer {
		m := st.Objs[o]
		for _, p := range slices.Sorted(maps.Keys(m)) {
			e := m[p]
			if !e.Agg && len(e.Values) == 1 && e.Values[0] == (heap.Ref{Obj: o, Path: p + accesspath.Deref, Copy: false}) || len(s.Stores) >= maxStores {
				continue
			}
			at, _ := x.ref(heap.Ref{Obj: o, Path: p, Copy: false})
			refs := x.refs(e.Values)
			if len(refs) == 0 && accesspath.Plural(p) {
				continue
			}
			s.Stores = append(s.Stores, effect.Store{At: at, Vals: refs, Agg: e.Agg})
		}
	}

	for _, w := range a.out.writes {
		at, ok := x.ref(w.at)
		if !ok {
			continue
		}
		at.Guard = w.w.At.Guard
		w.w.At = at
		s.Writes = append(s.Writes, w.w)
	}
	slices.SortStableFunc(s.Writes, func(p, q effect.Write) int {
		return cmp.Or(cmp.Compare(p.At.Base, q.At.Base), cmp.Compare(p.At.Idx, q.At.Idx), cmp.Compare(p.At.Path, q.At.Path),
			cmp.Compare(p.At.Guard.Param, q.At.Guard.Param), cmp.Compare(p.At.Guard.Val, q.At.Guard.Val), effect.CompareBool(p.At.Guard.Eq, q.At.Guard.Eq),
			cmp.Compare(p.Site().Pos, q.Site().Pos), cmp.Compare(len(p.Via), len(q.Via)), cmp.Compare(p.Posn, q.Posn))
	})
	s.Writes = slices.CompactFunc(s.Writes, func(p, q effect.Write) bool { return p.At == q.At && p.Site().Pos == q.Site().Pos })
	s.Writes = effect.TrimWrites(s.Writes, perPlace, maxWrites)

	slices.SortStableFunc(a.out.fields, func(p, q fieldOut) int {
		return cmp.Or(cmp.Compare(p.key, q.key), cmp.Compare(p.at, q.at), heap.CompareRefs(p.v, q.v))
	})
	for _, f := range a.out.fields {
		if r, ok := x.ref(f.v); ok && len(s.Fields) < maxFields {
			e := effect.FieldStore{Key: f.key, At: f.at, Val: r}
			if !slices.Contains(s.Fields, e) {
				s.Fields = append(s.Fields, e)
			}
		}
	}
	x.flush()
	s.Origins, s.Heap = x.origins, x.heap
	return s
}

// bind makes the result objects of the pending call c refer to effect i.
func (x *exporter) bind(c pendingCall, i int) {
	if o, ok := x.a.objs.Lookup(heap.Key{Kind: heap.Result, Site: c.site.inst, Context: c.context}); ok {
		x.calls[o] = i
	}
}

func itoa(i int) string { return strconv.Itoa(i) }
