package ownership

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ownership/accesspath"
	"github.com/k8slint/k8slint/internal/ownership/effect"
	"github.com/k8slint/k8slint/internal/ownership/heap"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// Fields of a repository's own struct types are known by what the program puts
// into them: a handler stores an object in a task, a worker takes it out again.
// A field counts as the cache's only if nothing else is ever put into it. The
// variables of packages are places of the same kind.

// fieldStore records what x puts into a field.
func (a *recorder) fieldStore(x *ssa.Store, v heap.Values, agg bool) {
	if addr, ok := x.Addr.(*ssa.IndexAddr); ok {
		a.fieldElemStore(addr.X, v, x.Val, agg)
		return
	}
	a.putFieldValue(placeKey(x.Addr), "", v, x.Val, agg)
}

// fieldElemStore records that v becomes an element of the container c, where
// that is read from a field.
func (a *recorder) fieldElemStore(c ssa.Value, v heap.Values, val ssa.Value, agg bool) {
	if key := containerField(c); key != "" {
		a.putFieldValue(key, accesspath.Deref+accesspath.Elem, v, val, agg)
	}
}

func (a *recorder) putFieldValue(key, at string, v heap.Values, val ssa.Value, agg bool) {
	if !a.collect || key == "" {
		return
	}
	if c, ok := val.(*ssa.Const); ok && c.IsNil() {
		return
	}
	if !a.e.types.hasRefs(val.Type()) {
		return
	}
	if _, ok := val.Type().Underlying().(*types.Signature); ok {
		return
	}
	if len(v) == 0 {
		a.out.puts = append(a.out.puts, fieldPut{Key: key, At: at})
		return
	}
	a.putField(key, at, v)
}

// putField records that v lies at the place at below fields key.
func (a *recorder) putField(key, at string, v heap.Values) {
	a.putFieldDepth(key, at, v, 0)
}

func (a *recorder) putFieldDepth(key, at string, v heap.Values, depth int) {
	if !a.collect || depth > 2 {
		return
	}
	if len(v) == 0 {
		a.out.puts = append(a.out.puts, fieldPut{Key: key, At: at})
	}
	for _, r := range v {
		switch {
		case r.Obj.Kind == heap.Cached:
			origin := r.Obj.Origin
			if origin.Typ != r.Obj.Type {
				o := *origin
				o.Typ = r.Obj.Type // an assertion told it
				origin = &o
			}
			a.out.puts = append(a.out.puts, fieldPut{Key: key, At: at, Origin: origin, Path: r.Path, Copy: r.Copy})
		case r.Obj.Kind == heap.Param:
			if depth == 0 {
				a.out.fields = append(a.out.fields, fieldOut{key, at, r})
			}
		case r.Obj.Kind == heap.Local:
			prefix := at
			if !r.Copy {
				prefix += accesspath.Deref
			}
			if !r.Copy {
				// The field refers to local memory, whatever that holds.
				a.out.puts = append(a.out.puts, fieldPut{Key: key, At: at})
			}
			for p, e := range a.st.Objs[r.Obj] {
				if rest, ok := accesspath.Below(p, r.Path); ok && len(e.Values) > 0 {
					a.putFieldDepth(key, prefix+rest, e.Values, depth+1)
				}
			}
		}
	}
}

// fieldContent is what the program puts into the field key, read by site.
func (a *recorder) fieldContent(site ssa.Instruction, key, at string, t types.Type) heap.Values {
	if key == "" || !a.e.types.hasRefs(t) {
		return nil
	}
	a.out.readsKey[key] = true
	entries := a.e.tables.fields[key]
	if len(entries) == 0 {
		return nil
	}
	var out heap.Values
	var holder *heap.Object
	for i, p := range entries {
		o := a.objs.Of(heap.Key{Kind: heap.Cached, Role: heap.FieldValue, Site: site, Index: i, Type: p.Origin.Typ})
		if o.Origin == nil {
			or := *p.Origin
			or.Via = effect.AddHop(effect.Hop{Func: placeText(key), Posn: a.e.posn(ssaquery.Position(site)), Field: true}, or.Via)
			or.SetPos(ssaquery.Position(site))
			o.Origin, o.Site = &or, site
			rank(o)
		}
		r := heap.Ref{Obj: o, Path: p.Path, Copy: p.Copy}
		switch {
		case p.At == at:
			out = heap.Union(out, heap.Values{r})
		default:
			rest, ok := accesspath.Below(p.At, at+accesspath.Deref)
			if !ok || rest == "" {
				continue
			}
			if holder == nil {
				holder = a.objs.Of(heap.Key{Kind: heap.Local, Role: heap.FieldBox, Site: site})
				out = heap.Union(out, heap.Values{{Obj: holder, Path: "", Copy: false}})
			}
			a.st.Store(heap.Ref{Obj: holder, Path: rest, Copy: false}, heap.Values{r}, p.Copy, false)
		}
	}
	return out
}

// chanField is what is sent over the channel ch, where that is a field.
func (a *recorder) chanField(site ssa.Instruction, ch ssa.Value, t types.Type) heap.Values {
	key := containerField(ch)
	if key == "" || !a.e.types.hasRefs(t) {
		return nil
	}
	v := a.fieldContent(site, key, "", ch.Type())
	return a.load(v.Step(accesspath.Elem), t)
}

// keyCall records that what is known by key is called with args; done, that what
// this does to them is known already.
func (a *recorder) keyCall(site callSite, key string, args []heap.Values, done bool) {
	if !a.collect || site.entry != nil && a.depth > 3 {
		return
	}
	st := a.st
	x := newExporter(a.memory, st)
	x.closed = true
	ev := effect.KeyCall{Key: key, Local: true}
	cached := false
	for _, v := range args {
		refs := x.refs(v)
		ev.Args = append(ev.Args, refs)
		for _, r := range refs {
			cached = cached || r.Base == effect.Cache || r.Base == effect.Fresh
		}
	}
	x.flush()
	if cached && len(x.origins) > 0 {
		ev.Origins, ev.Heap = x.origins, x.heap
		a.out.events = append(a.out.events, ev)
	}
	if site.entry == nil && !done {
		for _, v := range args {
			for _, r := range v {
				if r.Obj.Outer() {
					a.out.calls = append(a.out.calls, pendingCall{key: key, args: args, site: site, context: site.context})
					return
				}
			}
		}
	}
}
