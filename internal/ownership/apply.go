package ownership

import (
	"cmp"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/effect"
	"github.com/k8slint/k8slint/internal/effect/accesspath"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ownership/heap"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// apply executes a call of a function with summary s; self is the closure
// object, name how a reader calls the function.
func (a *caller) apply(site callSite, s *effect.Summary, args []heap.Values, self *heap.Object, name string) []heap.Values {
	return a.applyEffect(&application{a: a, site: site, s: s, args: args, self: self, name: name})
}

// applyEffect executes the call that in describes.
func (a *caller) applyEffect(in *application) []heap.Values {
	s := in.s
	if s == nil {
		return nil
	}
	if a.record.tooDeep() {
		return nil
	}
	a.record.depth++
	defer func() { a.record.depth-- }()
	if a.record.depth > 1 {
		if a.nested++; a.nested > maxNested {
			a.memory.e.log.In(a.memory.fn, "too many nested callbacks; only the first are followed")
			return nil
		}
	}
	in.kept = in.callee != nil && in.callee.Pkg() != nil && in.callee.Pkg() != a.memory.e.pass.Pkg
	in.recordWrites(false)
	// In order: later references may be to what earlier calls returned.
	for i := range s.Calls {
		before := a.memory.st
		if s.Calls[i].Weak {
			a.memory.st = before.Clone()
		}
		in.called = append(in.called, in.call(i))
		if s.Calls[i].Weak {
			a.memory.st = heap.Merge(before, a.memory.st)
		}
	}
	in.recordWrites(true)

	// What it leaves behind is resolved before anything is changed.
	left := in.leaves()
	var results []heap.Values
	for _, refs := range s.Results {
		results = append(results, in.resolveAll(refs))
	}
	for i := range s.Fields {
		f := &s.Fields[i]
		if f.Val.Base == effect.Captured && in.self == nil {
			continue
		}
		site, v := in.site.within(f.Site()), in.resolve(f.Val)
		if at, ok := strings.CutSuffix(f.At, calledStep); ok {
			a.record.keepFuncs(site, f.Key, at, v)
		} else {
			a.record.putField(site, f.Key, f.At, v)
		}
	}
	for _, e := range left {
		for _, r := range e.at {
			if !r.Copy {
				a.memory.st.Store(r, e.v, e.agg, e.strong)
			}
		}
	}
	return results
}

// An application is the state of apply.
type application struct {
	a      *caller
	site   callSite
	s      *effect.Summary
	args   []heap.Values
	self   *heap.Object
	name   string
	callee *types.Func // nil for a function value
	called [][]heap.Values
	// kept tells that the callee does not know all that lies in fields.
	kept bool
	// hands is set while what is resolved is handed to a function that the callee
	// was given.
	hands bool
	// into is the argument that what is resolved is stored in, nil if that
	// is not one.
	into ssa.Value
	// over are the places of arguments that the callee replaces; nil if it was not
	// asked yet.
	over []replacement
	// filling are the function literals whose captured variables are being resolved.
	filling []int
}

// recordWrites records the writes of the callee: those to what calls returned
// (results), which are known once the calls have been made, or all others.
func (in *application) recordWrites(results bool) {
	a, s, site := in.a, in.s, in.site
	if !a.record.collect {
		return
	}
	for i := range s.Writes {
		w := &s.Writes[i]
		if (w.At.Base == effect.Returned) != results {
			continue
		}
		v := in.resolve(w.At)
		if !in.guardHolds(w.At.Guard) {
			a.record.out.spared[w.Posn] = true
			continue
		}
		if allLocal(v) {
			// The functions on the way are also called with what is no
			// cache's.
			for _, h := range w.Via {
				a.record.out.localNames[h.Func+" "+w.Posn] = true
			}
		}
		if len(v) == 0 {
			a.record.noteKept(site, in.callee, in.name, in.args, w)
			continue
		}
		nw := effect.Write{What: w.What, Posn: w.Posn, At: effect.Ref{Guard: in.handedOn(w.At.Guard)}}
		at := effect.Site{Pos: site.pos, Inst: site.inst, Callee: w.At, Through: argument(site.common, w.At), Arg: site.argument(w.At)}
		if (site.entry != nil || site.inner) && w.Site().Pos.IsValid() {
			at, nw.Via = w.Site(), w.Via
			at.Through = nil
		} else {
			if !at.Pos.IsValid() {
				at.Pos = ssaquery.Position(site.inst)
			}
			if w.FromTable() {
				nw.What = a.memory.e.callText(at.Pos, w.What)
				if w.What == kube.SetGroupVersionKind && (kindQuery{a.memory, v}).missing(site.inst) {
					nw.What = effect.Kindless.Of(nw.What)
				}
			}
			if !w.FromTable() {
				nw.Via = effect.AddHop(effect.Hop{Func: in.name, Posn: a.memory.e.posn(at.Pos)}, w.Via)
			} else {
				nw.Posn = a.memory.e.posn(at.Pos)
			}
		}
		a.record.writeAt(v, nw.AtSite(at), site)
	}
}

// guardHolds reports whether the condition g on a field of an argument can hold at the
// call.
func (in *application) guardHolds(g effect.Guard) bool {
	arg := in.guarded(g)
	if g.Path == "" || arg == nil {
		return true
	}
	var user ssa.Instruction = in.site.inst
	if box, ok := arg.(*ssa.MakeInterface); ok {
		if slices.ContainsFunc(*box.Referrers(), func(r ssa.Instruction) bool { return r != user }) {
			return true
		}
		arg, user = box.X, box
	}
	val := in.a.memory.e.deps.madeWith(arg, user, accesspath.Last(g.Path)[1:])
	return val == "" || (val == g.Val) == g.Eq
}

// handedOn is the condition g where it is on a parameter that the caller hands on: it decides for the
// caller's callers, too.
func (in *application) handedOn(g effect.Guard) effect.Guard {
	p, ok := in.guarded(g).(*ssa.Parameter)
	if !ok {
		return effect.Guard{}
	}
	if g.Param = slices.Index(in.a.memory.fn.Params, p) + 1; g.Param == 0 {
		return effect.Guard{}
	}
	return g
}

// guarded is the argument that the condition g is on, nil if that is not known.
func (in *application) guarded(g effect.Guard) ssa.Value {
	c := in.site.common
	if g.Param == 0 || c == nil || in.a.record.depth > 1 {
		return nil
	}
	arg := argument(c, effect.Ref{Base: effect.Param, Idx: g.Param - 1})
	param := paramType(in.callee, g.Param-1)
	if arg == nil || param == nil || !types.Identical(arg.Type(), param) {
		return nil
	}
	return arg
}

// call executes call i of the effect, of a function that the callee was given,
// and returns its results.
func (in *application) call(i int) []heap.Values {
	a, site := in.a, in.site
	c := &in.s.Calls[i]
	args := make([]heap.Values, len(c.Args))
	in.hands = true
	for j, refs := range c.Args {
		if c.Key != "" {
			refs = in.notYetGiven(c.Key, refs)
		}
		in.fill(refs)
		args[j] = in.resolveAll(refs)
	}
	in.hands = false
	sub := site
	sub.context = a.memory.objs.Within(site.context, heap.Step{Kind: heap.Effect, Index: i})
	if c.Key != "" {
		if in.given(c) {
			return nil
		}
		known := a.pendingMethod(sub, c.Key, args, in.name)
		a.record.keyCall(sub, c.Key, args, known)
		return nil
	}
	var res []heap.Values
	for j, r := range in.resolve(c.Target) {
		context := a.memory.objs.Within(sub.context, heap.Step{Kind: heap.Target, Index: j})
		switch {
		case r.Obj.Kind == heap.Func:
			to := sub
			if to.entry == nil && in.s.HandsOut(c) && r.Obj.Fn != nil {
				// A handler that is registered, a callback that gets an
				// object of the cache: it is wrong inside.
				to.entry = r.Obj.Fn
			}
			res = unionResults(res, a.callFunc(a.toTarget(to, j), r.Obj, args))
		case r.Obj.Outer():
			if a.record.collect && a.record.tells(site) {
				a.record.out.calls = append(a.record.out.calls, pendingCall{callee: r, args: args, site: sub, context: context, weak: c.Weak})
			} else if handed, any := onlyCached(args); a.record.collect && a.record.later && any {
				a.record.out.calls = append(a.record.out.calls, pendingCall{callee: r, args: handed, site: sub, context: context, weak: true})
			}
			a.callKept(sub, r, args)
			o := a.memory.objs.Of(heap.Key{Kind: heap.Returned, Site: site.inst, Context: context})
			res = unionResults(res, []heap.Values{{{Obj: o, Path: accesspath.OfResult(0), Copy: false}}, {{Obj: o, Path: accesspath.OfResult(1), Copy: false}}})
		}
	}
	return res
}

// notYetGiven are refs without the objects of the cache that another package is seen to
// give to the functions known by key: those functions get them where they are registered.
func (in *application) notYetGiven(key string, refs []effect.Ref) []effect.Ref {
	given := func(o *effect.Origin) bool {
		return slices.ContainsFunc(in.a.memory.e.tables.calls[key], func(kc effect.KeyCall) bool {
			return kc.From() != "" && slices.ContainsFunc(kc.Origins, func(k effect.Origin) bool { return k.Posn == o.Posn && k.What == o.What })
		})
	}
	return slices.DeleteFunc(slices.Clone(refs), func(r effect.Ref) bool {
		return r.Base == effect.Cache && given(&in.s.Origins[r.Idx])
	})
}

// onlyCached are args without what is not the cache's; any reports whether something is.
func onlyCached(args []heap.Values) (cached []heap.Values, any bool) {
	for _, v := range args {
		v = slices.DeleteFunc(slices.Clone(v), func(r heap.Ref) bool { return r.Obj.Kind != heap.Cached || r.Managed() })
		any = any || len(v) > 0
		cached = append(cached, v)
	}
	return cached, any
}

// given reports whether the call c, known by a type or a field, is of a function that
// the caller handed over. Then it is known to be of that one.
func (in *application) given(c *effect.Call) bool {
	for i := range in.s.Calls {
		o := &in.s.Calls[i]
		if o.Key == "" && effect.SameCall(effect.Call{Target: o.Target, Args: c.Args}, *o) &&
			slices.ContainsFunc(in.resolve(o.Target), func(r heap.Ref) bool { return r.Obj.Kind == heap.Func }) {
			return true
		}
	}
	return false
}

// A deposit is a value that a callee leaves at a place.
type deposit struct {
	at, v       heap.Values
	agg, strong bool
}

// fill puts what they hold into the fresh objects of refs, which are handed to a
// function before the callee returns.
func (in *application) fill(refs []effect.Ref) {
	for _, r := range refs {
		if r.Base != effect.Fresh {
			continue
		}
		for _, c := range in.s.Heap {
			if c.Obj == r.Idx && !slices.ContainsFunc(c.Vals, func(v effect.Ref) bool { return v.Base == effect.Returned }) {
				in.a.memory.st.Store(heap.Ref{Obj: in.fresh(c.Obj), Path: c.Path}, in.resolveAll(c.Vals), c.Agg, false)
			}
		}
	}
}

// leaves is what the callee leaves behind, in the caller's memory and in the
// objects that it makes.
func (in *application) leaves() []deposit {
	var out []deposit
	for i := range in.s.Stores {
		st := &in.s.Stores[i]
		in.into = argument(in.site.common, st.At)
		at := in.resolve(st.At)
		out = append(out, deposit{at, in.possible(st.Vals), st.Agg, !st.Weak && len(at) == 1})
		in.into = nil
	}
	for _, c := range in.s.Heap {
		if c.Elems && in.site.common != nil && in.a.memory.structElems(in.site.common.Signature()) {
			c = c.OfCopies()
		}
		o := in.fresh(c.Obj)
		out = append(out, deposit{heap.Values{{Obj: o, Path: c.Path, Copy: false}}, in.possible(c.Vals), c.Agg, !accesspath.Plural(c.Path)})
	}
	return out
}

// possible is resolveAll for what the callee stores: a variable that is the cache's on
// one path and local on the other is what it can be at the call.
func (in *application) possible(refs []effect.Ref) heap.Values {
	b := in.site.inst.Block()
	if in.a.record.depth > 1 || in.site.common == nil || in.site.entry != nil || b == nil || b.Parent() != in.a.memory.fn {
		return in.resolveAll(refs)
	}
	all := in.args
	defer func() { in.args = all }()
	in.args = slices.Clone(all)
	for _, r := range refs {
		// What can be one thing only is that on each path.
		if v := argument(in.site.common, r); v != nil && r.Idx < len(all) && len(all[r.Idx]) > 1 {
			// An argument can have other paths than the variable: a receiver has its type.
			was, can := in.a.memory.value(v), in.a.memory.feasibleAt(b, v)
			in.args[r.Idx] = slices.DeleteFunc(slices.Clone(all[r.Idx]), func(x heap.Ref) bool {
				same := func(r heap.Ref) bool { return r.Obj == x.Obj }
				return slices.ContainsFunc(was, same) && !slices.ContainsFunc(can, same)
			})
		}
	}
	return in.resolveAll(refs)
}

func (in *application) resolveAll(refs []effect.Ref) heap.Values {
	var v heap.Values
	for _, r := range refs {
		v = heap.Union(v, in.resolve(r))
	}
	return v
}

// fresh is the object number n that the callee makes.
func (in *application) fresh(n int) *heap.Object {
	return in.a.memory.objs.Of(heap.Key{Kind: heap.Local, Role: heap.CalleeMade, Site: in.site.inst, Context: in.site.context, Index: n})
}

// resolve translates r into the caller's terms.
func (in *application) resolve(r effect.Ref) heap.Values {
	a := in.a
	if !a.memory.e.mayWork() {
		return nil
	}
	switch r.Base {
	case effect.Param:
		if r.Idx >= len(in.args) || !r.Guard.Holds(in.site.common) {
			return nil
		}
		if in.over == nil {
			in.over = append([]replacement{}, a.memory.replaces(in.s, in.args)...)
		}
		v := a.memory.walkBeside(in.over, r.Idx, in.args[r.Idx], r.Path, r.Copy)
		if in.kept && r.Path != "" && (len(v) == 0 || !allLocal(in.args[r.Idx])) {
			v = heap.Union(v, a.record.keptBelow(in.site, in.callee, r))
		}
		return v
	case effect.Captured:
		if in.self == nil {
			return nil
		}
		v := a.memory.st.Content(in.self, "/$"+strconv.Itoa(r.Idx), false)
		return a.memory.walk(v, r.Path, r.Copy)
	case effect.Cache:
		from := in.managed(&in.s.Origins[r.Idx])
		if from == nil || in.isGivenNil(from) {
			return nil
		}
		o := a.cacheObject(in.site, from, r.Idx, in.name)
		if in.hands && from.Posn == "" && in.site.common != nil {
			o.Origin.What = effect.Handed.Of(o.Origin.What)
		}
		return heap.Values{{Obj: o, Path: r.Path, Copy: r.Copy}}
	case effect.Fresh:
		return heap.Values{{Obj: in.fresh(r.Idx), Path: r.Path, Copy: r.Copy}}
	case effect.Func:
		key := heap.Key{Kind: heap.Func, Role: heap.CalleeFunc, Site: in.site.inst, Context: in.site.context, Index: r.Idx, Type: r.Func}
		if fn := r.Function(); fn != nil && fn.Prog == a.memory.e.prog { // not of a driver that hands on facts as they are
			key.Fn, key.Type = fn, ""
		}
		o := a.memory.objs.Of(key)
		o.Fn = key.Fn
		o.External = r.Func
		if r.Idx >= 0 && !slices.Contains(in.filling, r.Idx) { // a method value can be a field of its receiver
			in.filling = append(in.filling, r.Idx)
			for _, c := range in.s.Heap {
				if c.Obj == r.Idx {
					a.memory.st.Store(heap.Ref{Obj: o, Path: c.Path, Copy: false}, in.resolveAll(c.Vals), c.Agg, true)
				}
			}
			in.filling = in.filling[:len(in.filling)-1]
		}
		return whole(o)
	case effect.Returned:
		n, rest, ok := accesspath.CutResult(r.Path)
		if !ok || r.Idx >= len(in.called) || n >= len(in.called[r.Idx]) {
			return nil
		}
		return a.memory.walk(in.called[r.Idx][n], rest, r.Copy)
	}
	return nil
}

// cacheObject is the cache's memory that a call brings into this function.
func (a *caller) cacheObject(site callSite, from *effect.Origin, n int, name string) *heap.Object {
	k := heap.Key{Kind: heap.Cached, Role: heap.CalleeRead, Site: site.inst, Context: site.context, Index: n, Type: from.Typ}
	if from.Managed != nil {
		k.Managed = true
		k.Type = from.Managed.Type
	}
	o := a.memory.objs.Of(k)
	if o.Origin == nil {
		o.Type = from.Typ
		or := *from
		or.Lister = a.parameterRead(site, from)
		if or.Posn == "" {
			// A row of the tables: the read of the cache stands here.
			pos := site.pos
			if !pos.IsValid() {
				pos = ssaquery.Position(site.inst)
			}
			or.Posn = a.memory.e.posn(pos)
			if site.common != nil {
				or.What = ssaquery.CalleeName(site.common)
				if c := a.memory.e.source.Call(pos); c != nil {
					if s := ssaquery.Text(c.Fun); s != "" {
						or.What = s
					}
				}
				if or.Typ == "" {
					or.Typ = cmp.Or(resultType(site.common.Signature()), a.memory.e.stores.objectType(site.common))
				}
				o.Type = or.Typ
			}
		} else if name != "" {
			or.Via = effect.AddHop(effect.Hop{Func: name, Posn: a.memory.e.posn(site.pos)}, or.Via)
		}
		or.SetPos(site.pos)
		o.Origin = &or
		o.Site = site.inst
		rank(o)
	}
	return o
}

// isGivenNil reports whether o is a read of an argument that is nil: a helper that can do
// without a lister asks the API server if it is given none.
func (in *application) isGivenNil(o *effect.Origin) bool {
	if o.Lister == 0 {
		return false
	}
	arg := argument(in.site.common, effect.Ref{Base: effect.Param, Idx: o.Lister - 1})
	return arg != nil && ssaquery.IsNil(arg)
}

// parameterRead is the number of the parameter of this function that the call at site
// reads, counted from 1: its receiver, or its argument that a callee reads; 0 if that is
// no parameter.
func (a *caller) parameterRead(site callSite, o *effect.Origin) int {
	at := 0
	if o.Posn != "" {
		if o.Lister == 0 {
			return 0
		}
		at = o.Lister - 1
	}
	v := argument(site.common, effect.Ref{Base: effect.Param, Idx: at})
	if call, ok := v.(*ssa.Call); ok && call.Call.IsInvoke() {
		v = call.Call.Value // lister.Pods(namespace)
	}
	p, ok := v.(*ssa.Parameter)
	if !ok || p.Parent() != a.memory.fn {
		return 0
	}
	return slices.Index(a.memory.fn.Params, p) + 1
}

// managed is o as the caller knows it, where o is a read through a manager's client. The
// caller may give a helper the client, and what to read. It is nil if the client turns out
// to belong to no manager.
func (in *application) managed(o *effect.Origin) *effect.Origin {
	if o.Managed == nil || in.site.common == nil || o.Managed.Type != "" && !o.Managed.Given {
		return o
	}
	m := *o.Managed
	if mi, ok := in.into.(*ssa.MakeInterface); ok && m.Type == "" {
		m.Type = readType(mi.X.Type(), true)
		if m.Type == "" {
			m.Type = readType(mi.X.Type(), false)
		}
	}
	if m.Given {
		for _, arg := range in.site.common.Args {
			if !kube.IsClient(arg.Type()) {
				continue
			}
			proof := in.a.memory.e.clients.client(arg)
			if proof == clientOther {
				return nil
			}
			m.Client, m.Given = clientKey(arg), proof == clientGiven
			break
		}
	}
	if m == *o.Managed {
		return o
	}
	c := *o
	c.Managed = &m
	return &c
}
