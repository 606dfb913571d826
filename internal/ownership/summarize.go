package ownership

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/k8slint/k8slint/internal/effect"
	"github.com/k8slint/k8slint/internal/effect/accesspath"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ownership/heap"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// typed adds to references to whole parameters what type these have: an object
// that a caller knows nothing more of is of that type behind them.
func (a *execution) typed(refs []effect.Ref) []effect.Ref {
	for i, r := range refs {
		if r.Base != effect.Param || r.Path != "" || r.Copy {
			continue
		}
		t := a.memory.fn.Params[r.Idx].Type()
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
		st = a.memory.st
	}
	if st == nil {
		st = heap.NewState()
	}
	x := newExporter(a.memory, st)

	s.Calls = a.calls(x) // first: results refer to them
	s.Results = a.results(x)
	s.Stores = a.stores(x)
	s.Writes = a.writes(x)
	s.Fields = a.fields(x)
	x.flush()
	s.Origins, s.Heap = x.origins, x.heap
	return s
}

// calls are the calls of functions that the caller knows.
func (a *execution) calls(x *exporter) []effect.Call {
	var out []effect.Call
	slices.SortStableFunc(a.record.out.calls, func(p, q pendingCall) int {
		return cmp.Or(cmp.Compare(p.site.pos, q.site.pos), heap.CompareContexts(p.context, q.context), cmp.Compare(p.key, q.key))
	})
	for _, c := range a.record.out.calls {
		if len(out) >= maxCalls {
			a.memory.e.log.In(a.memory.fn, "calls too many functions of its caller; only the first are followed")
			break
		}
		e := effect.Call{Key: c.key}
		weak := func() bool { return c.key == "" && (c.weak || ssaquery.Avoidable(c.site.inst.Block())) }
		if c.key == "" {
			t, ok := x.ref(c.callee)
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
			continue // an event, not an effect
		}
		if i := slices.IndexFunc(out, func(o effect.Call) bool { return effect.SameCall(o, e) }); i >= 0 {
			out[i].Weak = out[i].Weak && weak()
			x.bind(c, i)
			continue
		}
		e.Weak = weak()
		x.bind(c, len(out))
		out = append(out, e)
	}

	return out
}

// results are what the function returns.
func (a *execution) results(x *exporter) [][]effect.Ref {
	var out [][]effect.Ref
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
		out = append(out, refs)
	}

	return out
}

// stores are what the function leaves in memory of its caller.
func (a *execution) stores(x *exporter) []effect.Store {
	var out []effect.Store
	var outer []*heap.Object
	for o := range x.st.Objs {
		if o.Kind == heap.Param || o.Kind == heap.Captured {
			outer = append(outer, o)
		}
	}
	slices.SortFunc(outer, func(p, q *heap.Object) int { return cmp.Compare(p.ID, q.ID) })
	for _, o := range outer {
		m := x.st.Objs[o]
		for _, p := range slices.Sorted(maps.Keys(m)) {
			e := m[p]
			if !e.Agg && len(e.Values) == 1 && e.Values[0] == (heap.Ref{Obj: o, Path: p + accesspath.Deref, Copy: false}) {
				continue
			}
			if len(out) >= maxStores {
				a.memory.e.log.In(a.memory.fn, "stores too many values; callers see only the first")
				break
			}
			at, _ := x.ref(heap.Ref{Obj: o, Path: p, Copy: false})
			refs := x.refs(e.Values)
			if len(refs) == 0 && accesspath.Plural(p) {
				continue
			}
			out = append(out, effect.Store{At: at, Vals: refs, Agg: e.Agg})
		}
	}

	return out
}

// writes are the writes to memory of the caller, by place.
func (a *execution) writes(x *exporter) []effect.Write {
	if len(a.record.out.writes) == 0 {
		return nil
	}
	out := make([]effect.Write, 0, len(a.record.out.writes))
	for _, w := range a.record.out.writes {
		at, ok := x.ref(w.at)
		if !ok {
			continue
		}
		if at.Guard = w.w.At.Guard; a.setsGuarded(at.Guard) {
			at.Guard = effect.Guard{}
		}
		w.w.At = at
		out = append(out, w.w)
	}
	compare := func(p, q effect.Write) int {
		return cmp.Or(cmp.Compare(p.At.Base, q.At.Base), cmp.Compare(p.At.Idx, q.At.Idx), cmp.Compare(p.At.Path, q.At.Path),
			cmp.Compare(p.At.Guard.Param, q.At.Guard.Param), cmp.Compare(p.At.Guard.Val, q.At.Guard.Val), effect.CompareBool(p.At.Guard.Eq, q.At.Guard.Eq), cmp.Compare(p.At.Guard.Path, q.At.Guard.Path),
			cmp.Compare(p.Site().Pos, q.Site().Pos), cmp.Compare(len(p.Via), len(q.Via)), cmp.Compare(p.Posn, q.Posn))
	}
	if len(out) == 1 {
		return out
	}
	slices.SortStableFunc(out, compare)
	out, cut := trimWrites(out, compare)
	if cut {
		a.memory.e.log.In(a.memory.fn, "writes too many places; callers see only the first")
	}
	return out
}

// setsGuarded reports whether the function itself writes what g is a condition on, so
// that it says nothing of what the caller had there.
func (a *execution) setsGuarded(g effect.Guard) bool {
	return g.Path != "" && slices.ContainsFunc(a.record.out.writes, func(w pendingWrite) bool {
		if w.at.Obj.Kind != heap.Param || w.at.Obj.Index != g.Param-1 {
			return false
		}
		_, below := accesspath.Below(w.at.Path, g.Path)
		_, above := accesspath.Below(g.Path, w.at.Path)
		return below || above || accesspath.Vague(w.at.Path)
	})
}

// trimWrites keeps of sorted writes the first at each site, and then, while there
// is room, some more of each call that leads to several; cut tells that there was no
// room for all sites.
func trimWrites(ws []effect.Write, compare func(p, q effect.Write) int) (out []effect.Write, cut bool) {
	sameSite := func(p, q effect.Write) bool { return p.At == q.At && p.Site().Pos == q.Site().Pos }
	out, cut = effect.TrimWrites(slices.CompactFunc(slices.Clone(ws), sameSite), perPlace, maxWrites)
	firsts := out
	for _, first := range firsts {
		n := 0
		i, _ := slices.BinarySearchFunc(ws, first, compare)
		for last := first; i < len(ws) && sameSite(first, ws[i]); i++ {
			if w := ws[i]; w.Posn != last.Posn && n < perCall && len(out) < maxWrites {
				out = append(out, w)
				last = w
				n++
			}
		}
	}
	slices.SortStableFunc(out, compare)
	return out, cut
}

// fields are the stores of memory of the caller into fields of structs.
func (a *execution) fields(x *exporter) []effect.FieldStore {
	var out []effect.FieldStore
	slices.SortStableFunc(a.record.out.fields, func(p, q fieldOut) int {
		return cmp.Or(effect.CompareBool(strings.HasSuffix(p.at, calledStep), strings.HasSuffix(q.at, calledStep)),
			cmp.Compare(p.key, q.key), cmp.Compare(p.at, q.at), heap.CompareRefs(p.v, q.v))
	})
	for _, f := range a.record.out.fields {
		if len(out) == maxFields {
			a.memory.e.log.In(a.memory.fn, "sets too many fields; callers see only the first")
			break
		}
		if r, ok := x.ref(f.v); ok {
			e := effect.FieldStore{Key: f.key, At: f.at, Val: r}.AtSite(effect.Site{Pos: f.site.pos, Inst: f.site.inst, Arg: -1})
			if !slices.ContainsFunc(out, func(o effect.FieldStore) bool { return o.Key == e.Key && o.At == e.At && o.Val == e.Val }) {
				out = append(out, e)
			}
		}
	}
	return out
}
