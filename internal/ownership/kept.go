package ownership

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/effect"
	"github.com/k8slint/k8slint/internal/effect/accesspath"
	"github.com/k8slint/k8slint/internal/ownership/heap"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// What lies in fields is known to the packages above those who put it there. A
// function of a package below, that takes an object out of a queue of its own,
//
//	func (q *Queue) Take() any { return q.items[0] }
//
// does not know what that is. Its effect says from which field it is, so that the
// caller knows. A worker that the package below starts itself has no such caller: the
// package exports what the worker writes (KeptWrite), and the package that puts a
// cached object there reports it.

// keptBelow is what the program puts into the fields that the place r of the effect
// of callee leads through, where callee's package does not know that.
func (a *recorder) keptBelow(site callSite, callee *types.Func, r effect.Ref) heap.Values {
	var out heap.Values
	for _, p := range a.memory.e.deps.keptPlaces(callee, r.Idx, r.Path) {
		a.out.readsKey[p.key] = true
		for i, put := range a.memory.e.tables.fields[p.key] {
			rest, ok := put.below(p.path)
			if !ok || a.memory.e.deps.sees(callee.Pkg(), put.from) {
				continue
			}
			o := a.putObject(site, p.key, i, &put)
			v := heap.Values{{Obj: o, Path: put.Path, Copy: put.Copy}}
			if put.Copy && !r.Copy && !strings.Contains(rest+"/", accesspath.Deref+"/") {
				// A pointer to a copy of a struct, or into it: that is no memory of the
				// cache, whatever the struct holds.
				box := a.memory.objs.Of(heap.Key{Kind: heap.Local, Role: heap.FieldBox, Site: site.inst, Context: site.context, Field: p.key, Index: i})
				a.memory.st.Store(heap.Ref{Obj: box}, v, true, false)
				out = heap.Union(out, heap.Values{{Obj: box, Path: rest}})
				continue
			}
			out = heap.Union(out, a.memory.walk(v, rest, r.Copy))
		}
		if len(out) > 0 {
			return out
		}
	}
	return out
}

// putObject is the object of the cache that p, number i of what the program puts into the
// field key, brings to site.
func (a *recorder) putObject(site callSite, key string, i int, p *fieldPut) *heap.Object {
	o := a.memory.objs.Of(heap.Key{Kind: heap.Cached, Role: heap.FieldValue, Site: site.inst, Context: site.context, Field: key, Index: i, Type: p.Origin.Typ})
	if o.Origin == nil {
		or := *p.Origin
		or.Via = effect.AddHop(effect.Hop{Func: placeText(key), Posn: a.memory.e.posn(site.pos), Field: true}, or.Via)
		or.SetPos(site.pos)
		o.Origin, o.Site = &or, site.inst
		rank(o)
	}
	return o
}

// noteKept records the write w of callee, called name, to what lies in memory that
// the caller made, of which nothing else is known.
func (a *recorder) noteKept(site callSite, callee *types.Func, name string, args []heap.Values, w *effect.Write) {
	if callee == nil || w.At.Base != effect.Param || w.At.Idx >= len(args) || w.At.Path == "" || !allLocal(args[w.At.Idx]) {
		return
	}
	for _, p := range a.memory.e.deps.keptPlaces(callee, w.At.Idx, w.At.Path) {
		if p.path == "" {
			continue
		}
		kw := effect.Write{At: effect.Ref{Base: effect.Param, Path: p.path}, What: w.What, Posn: w.Posn, Via: w.Via}
		if w.FromTable() {
			continue
		}
		kw.Via = effect.AddHop(effect.Hop{Func: name, Posn: a.memory.e.posn(site.pos)}, kw.Via)
		a.out.kept = append(a.out.kept, KeptWrite{p.key, kw})
	}
}

// writeKept records the writes of packages below to r, which is put at the place
// at below the field key.
func (a *recorder) writeKept(site callSite, key, at string, r heap.Ref) {
	ws := a.memory.e.deps.keptWrites(key)
	if len(ws) == 0 {
		return
	}
	a.out.readsKey[key] = true
	for _, put := range a.memory.e.tables.fields[key] {
		// All that is put there is the cache's, and this is the first of it.
		if put.At != at || put.Path != r.Path || put.Copy != r.Copy || put.Origin.Posn != r.Obj.Origin.Posn {
			continue
		}
		for _, w := range ws {
			rest, ok := put.below(w.Write.At.Path)
			if !ok {
				continue
			}
			nw := effect.Write{What: w.Write.What, Posn: w.Write.Posn}
			nw.Via = w.Write.Via
			if c, ok := site.inst.(ssa.CallInstruction); ok {
				nw.Via = effect.AddHop(effect.Hop{Func: ssaquery.CalleeName(c.Common()), Posn: a.memory.e.posn(site.pos)}, nw.Via)
			}
			a.writeAt(a.memory.walk(heap.Values{r}, rest, false), nw.AtSite(effect.Site{Pos: site.pos, Inst: site.inst, Arg: -1}), site)
		}
	}
}
