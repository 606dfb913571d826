package ownership

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ownership/accesspath"
	"github.com/k8slint/k8slint/internal/ownership/effect"
)

// write records that memory at the addresses v is written by inst.
func (a *execution) write(v vals, inst ssa.Instruction, what string, pos token.Pos) {
	if !a.collect || len(v) == 0 {
		return
	}
	if !pos.IsValid() {
		pos = nearPos(inst)
	}
	if _, call := inst.(ssa.CallInstruction); call {
	} else if x := a.e.source.assigned(pos); x != nil {
		pos = x.Pos()
		if s := text(x); s != "" {
			what = s
		}
	}
	a.writeAt(v, effect.Write{What: what, Posn: a.e.posn(pos)}.AtSite(effect.Site{Pos: pos, Inst: inst, Arg: -1}), callSite{inst: inst, pos: pos})
}

func (a *execution) writeAt(v vals, w effect.Write, site callSite) {
	for _, r := range v {
		if r.copy {
			continue
		}
		switch {
		case r.obj.kind == kindCache:
			a.found(r, w, site)
		case r.obj.outer():
			if site.entry == nil && a.feasible(r.obj, w) {
				w.At.Guard = a.guardAt(w.Site().Inst.Block())
				a.out.writes = append(a.out.writes, pendingWrite{r, w})
			}
		}
	}
}

// found records a write to the cache.
func (a *execution) found(r ref, w effect.Write, site callSite) {
	if site.entry == nil && !a.feasible(r.obj, w) {
		return
	}
	f := &Finding{
		Fn:     a.fn,
		Origin: r.obj.origin,
		Site:   r.obj.site,
		What:   w.What,
		Posn:   w.Posn,
		Via:    w.Via,
		Pos:    w.Site().Pos,
		arg:    w.Site().Arg,
		Inst:   w.Site().Inst,
		Source: r.obj.origin.Pos(),
	}
	if site.entry != nil {
		f.Fn = site.entry
		f.Site = nil
		f.Entry = true
	}
	a.out.findings = append(a.out.findings, f)
}

// apply executes a call of a function with summary s; self is the closure
// object, name how a reader calls the function.
func (a *execution) apply(site callSite, s *effect.Summary, args []vals, self *object, name string) []vals {
	if s == nil {
		return nil
	}
	a.depth++
	defer func() { a.depth-- }()
	if a.depth > maxDepth {
		return nil
	}
	if a.depth > 1 {
		if a.nested++; a.nested > maxNested {
			a.e.capped(a.fn, "callbacks of callbacks beyond a number are left out")
			return nil
		}
	}
	in := &application{a: a, site: site, s: s, args: args, self: self, name: name}

	in.writes(false)

	// Calls of functions that it was given, in order: later references may
	// be to their results.
	for i := range s.Calls {
		c := &s.Calls[i]
		cargs := make([]vals, len(c.Args))
		for j, refs := range c.Args {
			cargs[j] = in.resolveAll(refs)
		}
		sub := site
		sub.sub = site.sub*16 + i + 1
		if c.Key != "" {
			a.keyCall(sub, c.Key, cargs)
			in.called = append(in.called, nil)
			continue
		}
		var res []vals
		for j, r := range in.resolve(c.Target) {
			switch {
			case r.obj.kind == kindFunc:
				to := sub
				if to.entry == nil && s.HandsOut(c) && r.obj.fn != nil {
					// A handler that is registered, a callback that gets an
					// object of the cache: it is wrong inside.
					to.entry = r.obj.fn
				}
				res = unionResults(res, a.callFunc(to, r.obj, cargs))
			case r.obj.outer():
				if a.collect && site.entry == nil {
					n := sub.sub*16 + j
					a.out.calls = append(a.out.calls, pendingCall{target: r, args: cargs, site: sub, n: n})
				}
				o := a.object(objKey{kind: kindResult, site: site.inst, sub: sub.sub*16 + j})
				res = unionResults(res, []vals{{{o, "/0" + accesspath.Deref, false}}, {{o, "/1" + accesspath.Deref, false}}})
			}
		}
		in.called = append(in.called, res)
	}

	in.writes(true)

	// What it leaves behind: resolved before anything is changed.
	type effect struct {
		at     vals
		v      vals
		agg    bool
		strong bool
	}
	var effects []effect
	for _, st := range s.Stores {
		at := in.resolve(st.At)
		in.into = argument(site.common, st.At)
		effects = append(effects, effect{at, in.resolveAll(st.Vals), st.Agg, !st.Weak && len(at) == 1})
		in.into = nil
	}
	for _, c := range s.Heap {
		if c.Elems && site.common != nil && a.e.structElems(site.common.Signature()) {
			c = c.OfCopies()
		}
		o := in.fresh(c.Obj)
		effects = append(effects, effect{vals{{o, c.Path, false}}, in.resolveAll(c.Vals), c.Agg, !accesspath.Plural(c.Path)})
	}
	var results []vals
	for _, refs := range s.Results {
		results = append(results, in.resolveAll(refs))
	}
	for i := range s.Fields {
		f := &s.Fields[i]
		a.putField(f.Key, f.At, in.resolve(f.Val))
	}
	for _, e := range effects {
		for _, r := range e.at {
			if !r.copy {
				a.st.store(r, e.v, e.agg, e.strong)
			}
		}
	}
	return results
}

// structElems reports whether the function's result is a container of structs
// with references in them.
func (e *engine) structElems(sig *types.Signature) bool {
	if sig.Results().Len() == 0 {
		return false
	}
	t, ok := sig.Results().At(0).Type().Underlying().(interface{ Elem() types.Type })
	return ok && isAgg(t.Elem()) && e.types.hasRefs(t.Elem())
}

// allOwn reports whether nothing of v is memory of others, as far as is known.
func allOwn(v vals) bool {
	for _, r := range v {
		if r.obj.kind != kindLocal && !r.managed() {
			return false
		}
	}
	return true
}

// argument is the argument of the call c that at is a place in.
func argument(c *ssa.CallCommon, at effect.Ref) ssa.Value {
	if c == nil || at.Base != effect.Param {
		return nil
	}
	i := at.Idx
	if c.IsInvoke() {
		if i == 0 {
			return c.Value
		}
		i--
	}
	if i < len(c.Args) {
		return c.Args[i]
	}
	return nil
}

// argumentNumber is the number of that argument as the author counts, the
// receiver being 0; -1 if it is none.
func argumentNumber(c *ssa.CallCommon, at effect.Ref) int {
	if argument(c, at) == nil {
		return -1
	}
	if c.IsInvoke() || c.Signature().Recv() != nil {
		return at.Idx
	}
	return at.Idx + 1
}

// An application is the state of apply.
type application struct {
	a      *execution
	site   callSite
	s      *effect.Summary
	args   []vals
	self   *object
	name   string
	called [][]vals
	// into is the argument that what is resolved is stored in, nil if that
	// is not one.
	into ssa.Value
}

// writes records the writes of the callee: those to what calls returned
// (results), which are known once the calls have been made, or all others.
func (in *application) writes(results bool) {
	a, s, site := in.a, in.s, in.site
	if !a.collect {
		return
	}
	for i := range s.Writes {
		w := &s.Writes[i]
		if (w.At.Base == effect.Result) != results {
			continue
		}
		v := in.resolve(w.At)
		if allOwn(v) {
			// The functions on the way are also called with what is no
			// cache's.
			for _, h := range w.Via {
				a.out.ownedNames[h.Func+" "+w.Posn] = true
			}
		}
		if len(v) == 0 {
			continue
		}
		nw := effect.Write{What: w.What, Posn: w.Posn}
		at := effect.Site{Pos: site.pos, Inst: site.inst, Through: argument(site.common, w.At), Arg: argumentNumber(site.common, w.At)}
		if (site.entry != nil || site.inner) && w.Site().Pos.IsValid() {
			at, nw.Via = w.Site(), w.Via
			at.Through = nil
		} else {
			if !at.Pos.IsValid() {
				at.Pos = nearPos(site.inst)
			}
			if w.FromTable() {
				nw.What = a.e.callText(at.Pos, w.What)
			}
			if !w.FromTable() {
				nw.Via = effect.AddHop(effect.Hop{Func: in.name, Posn: a.e.posn(at.Pos)}, w.Via)
			} else {
				nw.Posn = a.e.posn(at.Pos)
			}
		}
		a.writeAt(v, nw.AtSite(at), site)
	}
}

func (in *application) resolveAll(refs []effect.Ref) vals {
	var v vals
	for _, r := range refs {
		v = union(v, in.resolve(r))
	}
	return v
}

// fresh is the object number n that the callee makes.
func (in *application) fresh(n int) *object {
	return in.a.local(in.site.inst, 1000+in.site.sub*64+n)
}

// resolve translates r into the caller's terms.
func (in *application) resolve(r effect.Ref) vals {
	a := in.a
	if !a.e.mayWork() {
		return nil
	}
	switch r.Base {
	case effect.Param:
		if r.Idx >= len(in.args) || !r.Guard.Holds(in.site.common) {
			return nil
		}
		return a.walk(in.args[r.Idx], r.Path, r.Copy)
	case effect.Captured:
		if in.self == nil {
			return nil
		}
		v := a.st.content(in.self, "/$"+itoa(r.Idx), false)
		return a.walk(v, r.Path, r.Copy)
	case effect.Cache:
		from := in.managed(&in.s.Origins[r.Idx])
		if from == nil {
			return nil
		}
		o := a.cacheObject(in.site, from, r.Idx, in.name)
		return vals{{o, r.Path, r.Copy}}
	case effect.Fresh:
		return vals{{in.fresh(r.Idx), r.Path, r.Copy}}
	case effect.Func:
		o := a.object(objKey{kind: kindFunc, site: in.site.inst, sub: in.site.sub*64 + r.Idx, typ: r.Func})
		if fn := r.Function(); fn != nil && fn.Prog == a.e.prog { // not of a driver that hands on facts as they are
			o = a.object(objKey{kind: kindFunc, site: funcSite{in.site.inst, fn}, sub: in.site.sub*64 + r.Idx})
			o.fn = fn
		}
		o.ext = r.Func
		for _, c := range in.s.Heap {
			if c.Obj == r.Idx && r.Idx >= 0 {
				a.st.store(ref{o, c.Path, false}, in.resolveAll(c.Vals), c.Agg, true)
			}
		}
		return vals{{o, "", false}}
	case effect.Result:
		if r.Idx >= len(in.called) || len(r.Path) < 2 {
			return nil
		}
		n := int(r.Path[1] - '0')
		res := in.called[r.Idx]
		if n >= len(res) {
			return nil
		}
		return a.walk(res[n], r.Path[2+len(accesspath.Deref):], r.Copy)
	}
	return nil
}

type funcSite struct {
	inst ssa.Instruction
	fn   *ssa.Function
}

// walk follows path from the values v.
func (a *execution) walk(v vals, path string, asCopy bool) vals {
	for s := range accesspath.Steps(path) {
		if len(v) == 0 {
			return nil
		}
		switch s {
		case accesspath.Deref:
			var next vals
			for _, r := range v {
				next = union(next, a.st.content(r.obj, r.path, false))
			}
			v = next
		case accesspath.Unstructured:
			v = a.live(v, "")
		case accesspath.Reach:
			v = a.anything(v, 0)
		case accesspath.Any:
			// Of memory of our own it is not known which part is meant.
			var next []ref
			for _, r := range v {
				switch {
				case r.obj.kind == kindCache:
					next = append(next, ref{r.obj, interior, false})
				case r.obj.outer():
					next = append(next, ref{r.obj, accesspath.Join(r.path, accesspath.Any), false})
				}
			}
			v = newVals(next)
		default:
			if typ, ok := accesspath.IsType(s); ok {
				v = a.ofType(v, typ)
				continue
			}
			if field, ok := strings.CutPrefix(s, accesspath.Live); ok {
				v = a.live(v, field)
				continue
			}
			v = v.step(s)
		}
	}
	if asCopy {
		return v.asCopy()
	}
	return v
}

// ofType are the values of v that may have the dynamic type typ.
func (a *execution) ofType(v vals, typ string) vals {
	var out []ref
	for _, r := range v {
		switch {
		case r.isRoot() && r.typ() == "":
			r = a.refine(r, typ)
		case r.isRoot() && r.typ() != typ:
			continue
		case r.obj.kind == kindParam && r.path == "":
			if own := dynType(a.fn.Params[r.obj.idx].Type()); own != "" {
				if own != typ {
					continue
				}
			} else {
				r = r.step(accesspath.Is(typ))
			}
		case r.obj.outer():
			if is, ok := accesspath.IsType(accesspath.Last(r.path)); ok && is != typ {
				continue
			}
			r = r.step(accesspath.Is(typ))
		}
		out = append(out, r)
	}
	return newVals(out)
}

// anything is all memory of others that can be reached from v.
func (a *execution) anything(v vals, depth int) vals {
	var out vals
	for _, r := range v {
		switch {
		case r.obj.kind == kindCache:
			out = union(out, vals{{r.obj, interior, false}})
		case r.obj.outer():
			out = union(out, vals{{r.obj, accesspath.Join(r.path, accesspath.Reach), false}})
		case r.obj.kind == kindLocal && depth < 3:
			for p, e := range a.st.objs[r.obj] {
				// Unstructured objects get a new map when they are decoded.
				if rest, ok := accesspath.Below(p, r.path); ok && rest != "/"+kube.ContentField {
					out = union(out, a.anything(e.v, depth+1))
				}
			}
		}
	}
	return out
}

// live is what an accessor hands out that returns the object's own memory for
// objects of one sort and a copy for others: GetLabels of metav1.Object is live
// for typed objects, whose field is Labels; ToUnstructured (no field) is live
// for unstructured ones.
func (a *execution) live(v vals, field string) vals {
	unstructured := field == ""
	step := accesspath.Live + field
	if unstructured {
		step = accesspath.Unstructured
	}
	var out []ref
	for _, r := range v {
		switch {
		case r.obj.kind == kindCache:
			// An object of unknown type comes from a generic lister or a
			// store: most often of a dynamic informer.
			is := r.isRoot() && (r.typ() == "" || r.typ() == kube.Unstructured)
			if is != unstructured {
				continue
			}
			out = append(out, ref{r.obj, interior, false})
		case r.obj.outer():
			out = append(out, ref{r.obj, accesspath.Join(r.path, step), false})
		case unstructured && a.copyOf(r) != typedObject:
			out = append(out, a.st.content(r.obj, accesspath.Join(r.path, "/"+kube.ContentField), false)...)
		case !unstructured && a.copyOf(r) == typedObject:
			out = append(out, a.st.content(r.obj, accesspath.Join(accesspath.Join(r.path, "/"+kube.MetadataField), "/"+field), false)...)
		}
	}
	return newVals(out)
}

// What a struct of our own is a copy of.
const (
	unknownObject = iota
	typedObject
	unstructuredObject
)

// copyOf tells what objects of the cache the struct at r is a copy of.
func (a *execution) copyOf(r ref) int {
	is := unknownObject
	for _, l := range a.st.links(r) {
		switch {
		case l.obj.kind != kindCache || l.obj.typ == "":
			return unknownObject
		case l.obj.typ == kube.Unstructured:
			return unstructuredObject
		}
		is = typedObject
	}
	return is
}

// cacheObject is the cache's memory that a call brings into this function.
func (a *execution) cacheObject(site callSite, from *effect.Origin, n int, name string) *object {
	k := objKey{kind: kindCache, site: site.inst, sub: site.sub*64 + n, typ: from.Typ}
	if from.Managed != nil {
		k.sub += 1 << 16
		k.typ = from.Managed.Type
	}
	o := a.object(k)
	if o.origin == nil {
		o.typ = from.Typ
		or := *from
		if or.Posn == "" {
			// A row of the tables: the read of the cache stands here.
			pos := site.pos
			if !pos.IsValid() {
				pos = nearPos(site.inst)
			}
			or.Posn = a.e.posn(pos)
			if site.common != nil {
				or.What = calleeName(site.common)
				if c := a.e.source.call(pos); c != nil {
					if s := text(c.Fun); s != "" {
						or.What = s
					}
				}
				if or.Typ == "" {
					or.Typ = resultType(site.common.Signature())
				}
				o.typ = or.Typ
			}
		} else if name != "" {
			or.Via = effect.AddHop(effect.Hop{Func: name, Posn: a.e.posn(site.pos)}, or.Via)
		}
		or.SetPos(site.pos)
		o.origin = &or
		o.site = site.inst
		a.last(o)
	}
	return o
}

// nearPos is the position of inst or, where it has none, of an instruction
// near it.
func nearPos(inst ssa.Instruction) token.Pos {
	if inst == nil {
		return token.NoPos
	}
	if p := inst.Pos(); p.IsValid() {
		return p
	}
	if s, ok := inst.(*ssa.Store); ok && s.Addr.Pos().IsValid() {
		return s.Addr.Pos()
	}
	instrs := inst.Block().Instrs
	at := 0
	for i, x := range instrs {
		if x == inst {
			at = i
		}
	}
	for i := at; i >= 0; i-- {
		if p := instrs[i].Pos(); p.IsValid() {
			return p
		}
	}
	for _, x := range instrs[at:] {
		if p := x.Pos(); p.IsValid() {
			return p
		}
	}
	return inst.Parent().Pos()
}
