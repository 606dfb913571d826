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
	at ref
	w  effect.Write
}

type pendingCall struct {
	target ref
	key    string
	args   []vals
	site   callSite
	n      int
}

type fieldOut struct {
	key, at string
	v       ref
}

// An exporter translates refs into terms of the caller.
type exporter struct {
	a     *execution
	st    *state
	objs  map[*object]int
	queue []*object
	orig  map[*object]int
	calls map[*object]int // kindResult objects: their call effect

	origins []effect.Origin
	heap    []effect.Cell
	// closed leaves out what only the function's caller could know.
	closed bool
}

func newExporter(a *execution, st *state) *exporter {
	return &exporter{a: a, st: st, objs: map[*object]int{}, orig: map[*object]int{}, calls: map[*object]int{}}
}

func (x *exporter) refs(v vals) []effect.Ref {
	var out []effect.Ref
	for _, r := range v {
		if e, ok := x.ref(r); ok {
			out = append(out, e)
		}
	}
	return out
}

func (x *exporter) ref(r ref) (effect.Ref, bool) {
	switch o := r.obj; o.kind {
	case kindParam:
		return effect.Ref{Base: effect.Param, Idx: o.idx, Path: r.path, Copy: r.copy}, !x.closed
	case kindFree:
		return effect.Ref{Base: effect.Captured, Idx: o.idx, Path: r.path, Copy: r.copy}, !x.closed
	case kindResult:
		n, ok := x.calls[o]
		return effect.Ref{Base: effect.Result, Idx: n, Path: r.path, Copy: r.copy}, ok && !x.closed
	case kindCache:
		if x.closed && r.managed() {
			return effect.Ref{}, false // what is called by key is not followed that far
		}
		n, ok := x.orig[o]
		if !ok {
			n = len(x.origins)
			x.orig[o] = n
			or := *o.origin
			or.Typ = o.typ
			or.SetPos(token.NoPos)
			x.origins = append(x.origins, or)
		}
		return effect.Ref{Base: effect.Cache, Idx: n, Path: r.path, Copy: r.copy}, true
	case kindFunc:
		n := -1
		if len(x.st.objs[o]) > 0 {
			n = x.number(o)
		}
		e := effect.Ref{Base: effect.Func, Idx: n, Func: o.ext}.OfFunction(o.fn)
		if o.fn != nil {
			e.Func = valueKey(o.fn)
		}
		return e, e.Function() != nil || e.Func != ""
	case kindLocal:
		if !x.interesting(o, r.path, 0) {
			return effect.Ref{}, false
		}
		return effect.Ref{Base: effect.Fresh, Idx: x.number(o), Path: r.path, Copy: r.copy}, true
	}
	return effect.Ref{}, false
}

// interesting reports whether local memory leads to anything that a caller
// could care about.
func (x *exporter) interesting(o *object, path string, depth int) bool {
	if depth > 3 {
		return true
	}
	for _, e := range x.st.objs[o] {
		for _, r := range e.v {
			if r.obj.kind != kindLocal || r.obj != o && x.interesting(r.obj, r.path, depth+1) {
				return true
			}
		}
	}
	return false
}

func (x *exporter) number(o *object) int {
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
		m := x.st.objs[o]
		for _, p := range slices.Sorted(maps.Keys(m)) {
			refs := x.refs(m[p].v)
			if len(x.heap) >= maxHeap || len(refs) == 0 && !overrides(m, p) {
				continue
			}
			x.heap = append(x.heap, effect.Cell{Obj: n, Path: p, Vals: refs, Agg: m[p].agg})
		}
	}
}

// overrides reports whether the cell p says of a part that it is not what the
// struct around it was copied from.
func overrides(m map[string]entry, p string) bool {
	q, ok := accesspath.Parent(p)
	if !ok {
		return false
	}
	e, _, ok := find(m, q)
	return ok && len(e.v) > 0
}

// typed adds to references to whole parameters what type these have: an object
// that a caller knows nothing more of is of that type behind them.
func (a *execution) typed(refs []effect.Ref) []effect.Ref {
	for i, r := range refs {
		if r.Base != effect.Param || r.Path != "" || r.Copy {
			continue
		}
		t := a.fn.Params[r.Idx].Type()
		if typ := dynType(t); typ != "" && kube.CanBeCached(t) {
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
		st = newState()
	}
	x := newExporter(a, st)

	// Calls first: results refer to them.
	slices.SortStableFunc(a.out.calls, func(p, q pendingCall) int {
		return cmp.Or(cmp.Compare(p.site.pos, q.site.pos), cmp.Compare(p.n, q.n), cmp.Compare(p.key, q.key))
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
	var outer []*object
	for o := range st.objs {
		if o.kind == kindParam || o.kind == kindFree {
			outer = append(outer, o)
		}
	}
	slices.SortFunc(outer, func(p, q *object) int { return cmp.Compare(p.id, q.id) })
	for _, o := range outer {
		m := st.objs[o]
		for _, p := range slices.Sorted(maps.Keys(m)) {
			e := m[p]
			if !e.agg && len(e.v) == 1 && e.v[0] == (ref{o, p + accesspath.Deref, false}) || len(s.Stores) >= maxStores {
				continue
			}
			at, _ := x.ref(ref{o, p, false})
			refs := x.refs(e.v)
			if len(refs) == 0 && accesspath.Plural(p) {
				continue
			}
			s.Stores = append(s.Stores, effect.Store{At: at, Vals: refs, Agg: e.agg})
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
		return cmp.Or(cmp.Compare(p.key, q.key), cmp.Compare(p.at, q.at), compareRefs(p.v, q.v))
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
	if o, ok := x.a.objs[objKey{kind: kindResult, site: c.site.inst, sub: c.n}]; ok {
		x.calls[o] = i
	}
}

func itoa(i int) string { return strconv.Itoa(i) }
