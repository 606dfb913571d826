package ownership

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/effect"
	"github.com/k8slint/k8slint/internal/effect/accesspath"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ownership/heap"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// Fields of a repository's own struct types are known by what the program puts
// into them: a handler stores an object in a task, a worker takes it out again.
// A field counts as the cache's only if nothing else is ever put into it. The
// variables of packages are places of the same kind. That is not what pointsto asks
// of them, which stores of the package a load sees, but of the whole program which of
// its memory is there.

// fieldStore records what x puts into a field.
func (a *recorder) fieldStore(x *ssa.Store, v heap.Values) {
	if addr, ok := x.Addr.(*ssa.IndexAddr); ok {
		a.fieldElemStore(x, addr.X, v, x.Val)
		return
	}
	a.putFieldValue(siteOf(x), placeKey(x.Addr), "", v, x.Val)
}

// fieldElemStore records that v becomes an element of the container c, where
// that is read from a field, or from a container in one.
func (a *recorder) fieldElemStore(x ssa.Instruction, c ssa.Value, v heap.Values, val ssa.Value) {
	if isCopy(c) {
		return
	}
	if key, at := containerPlace(c); key != "" {
		a.putFieldValue(siteOf(x), key, at+accesspath.Deref+accesspath.Elem, v, val)
	}
}

func (a *recorder) putFieldValue(site callSite, key, at string, v heap.Values, val ssa.Value) {
	if !a.collect || key == "" {
		return
	}
	if c, ok := val.(*ssa.Const); ok && c.IsNil() {
		return
	}
	if !a.memory.e.types.hasRefs(val.Type()) {
		return
	}
	if _, ok := val.Type().Underlying().(*types.Signature); ok {
		if at != "" { // else the store registers it
			a.keepFuncs(site, key, at, v)
		}
		return
	}
	if len(v) == 0 {
		a.out.puts = append(a.out.puts, fieldPut{Key: key, At: at})
		return
	}
	a.putField(site, key, at, v)
}

// siteOf is where x stands.
func siteOf(x ssa.Instruction) callSite { return callSite{inst: x, pos: ssaquery.Position(x)} }

// within is where a callee does what s is the place of: there, if the reader does
// not see the call.
func (c callSite) within(s effect.Site) callSite {
	if (c.entry != nil || c.inner) && s.Pos.IsValid() {
		c.pos, c.inst = s.Pos, s.Inst
	}
	return c
}

// putField records that site puts v at the place at below fields key.
func (a *recorder) putField(site callSite, key, at string, v heap.Values) {
	a.putFieldDepth(site, key, at, v, 0)
}

// maxPutDepth bounds how deep in structs within each other putFieldDepth looks.
const maxPutDepth = 2

func (a *recorder) putFieldDepth(site callSite, key, at string, v heap.Values, depth int) {
	if !a.collect {
		return
	}
	if depth > maxPutDepth {
		if len(newExporter(a.memory, a.memory.st).refs(v)) > 0 {
			a.memory.e.log.In(a.memory.fn, "puts structs in structs in structs into a field; the inner ones are not followed")
		}
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
				o.Typ = r.Obj.Type // known from an assertion
				origin = &o
			}
			a.out.puts = append(a.out.puts, fieldPut{Key: key, At: at, Origin: origin, Path: r.Path, Copy: r.Copy})
			a.writeKept(site, key, at, r)
		case r.Obj.Kind == heap.Param, r.Obj.Kind == heap.Captured:
			if !isThere(r, key, at) {
				a.out.fields = append(a.out.fields, fieldOut{key, at, r, site})
			}
		case r.Obj.Kind == heap.Func:
			a.keepFuncs(site, key, at, heap.Values{r})
		case r.Obj.Kind == heap.Local:
			prefix := at
			if !r.Copy {
				prefix += accesspath.Deref
			}
			if !r.Copy {
				// The field refers to local memory, whatever that holds.
				a.out.puts = append(a.out.puts, fieldPut{Key: key, At: at})
			}
			cells := a.memory.st.Objs[r.Obj]
			for _, p := range sortedKeys(cells) { // what is too many is left out
				e := cells[p]
				if rest, ok := accesspath.Below(p, r.Path); ok && (len(e.Values) > 0 || overrides(cells, p)) {
					a.putFieldDepth(site, key, prefix+rest, e.Values, depth+1)
				}
			}
		}
	}
}

// calledStep is the last step of a place that holds a function, in the effect of a
// function that is given it.
const calledStep = "/()"

// keepFuncs notes that site puts the functions v at the place at below the field, variable
// or type key: registerKept registers them. The caller registers those that only it knows.
func (a *recorder) keepFuncs(site callSite, key, at string, v heap.Values) {
	if !keepsHandlers(key) {
		return
	}
	for _, r := range v {
		switch {
		case r.Obj.Kind == heap.Func:
			a.kept = append(a.kept, keptFunc{site, key + at, r})
		case (r.Obj.Kind == heap.Param || r.Obj.Kind == heap.Captured) && a.collect && a.tells(site):
			a.out.fields = append(a.out.fields, fieldOut{key, at + calledStep, r, site})
		}
	}
}

// keepsHandlers reports whether functions that are kept under key may be called with
// objects of the cache: those of the program's own types, and of the libraries' that
// do.
func keepsHandlers(key string) bool {
	if _, ok := kube.Callback(key); ok {
		return true
	}
	path := keyPackage(strings.TrimPrefix(key, variablePrefix))
	return !kube.Standard(path) && !kube.Covered(path)
}

// isThere reports whether r is what lies at the place at below a field key: what is
// taken out of a field and put back is not put into it.
func isThere(r heap.Ref, key, at string) bool {
	place := "/" + key[strings.LastIndexByte(key, '.')+1:] + at
	if !r.Copy {
		place += accesspath.Deref
	}
	return strings.HasSuffix(r.Path, place)
}

// fieldContent is what the program puts into the field key, of type t, read by
// site.
func (a *recorder) fieldContent(site ssa.Instruction, key string, t types.Type) heap.Values {
	if key == "" || !a.memory.e.types.hasRefs(t) {
		return nil
	}
	a.out.readsKey[key] = true
	entries := a.memory.e.tables.fields[key]
	if len(entries) == 0 {
		return nil
	}
	var out heap.Values
	boxes := &fieldBoxes{memory: a.memory, site: site}
	for i, p := range entries {
		o := a.putObject(siteOf(site), key, i, &p)
		out = heap.Union(out, boxes.at(&p, t, heap.Ref{Obj: o, Path: p.Path, Copy: p.Copy}))
	}
	return out
}

// The fieldBoxes are the memory between a field and what lies in it: containers,
// what pointers refer to, structs in interfaces.
type fieldBoxes struct {
	memory *memory
	site   ssa.Instruction
	made   []string // the places whose content they are
}

// at is a value of type t that holds v where p says.
func (b *fieldBoxes) at(p *fieldPut, t types.Type, v heap.Ref) heap.Values {
	if p.At == "" && len(p.parts) == 0 {
		return heap.Values{v}
	}
	rest, isRef := strings.CutPrefix(p.At, accesspath.Deref)
	box := b.box("", isRef)
	if isRef {
		t = stepType(t, accesspath.Deref)
	} else if types.IsInterface(t) {
		t = nil
	}
	b.fill(box, rest, t, v, p.parts)
	return heap.Values{{Obj: box, Copy: !isRef}}
}

// fill puts v at the place path in box, which is of type t, nil if that is not
// known; but not the parts of the struct v that something else is put into.
func (b *fieldBoxes) fill(box *heap.Object, path string, t types.Type, v heap.Ref, parts []string) {
	at, done := heap.Ref{Obj: box}, ""
	for step := range accesspath.Steps(path) {
		if isRef := step == accesspath.Deref; isRef || t != nil && types.IsInterface(t) {
			next := b.box(done, isRef)
			b.memory.st.Store(at, heap.Values{{Obj: next, Copy: !isRef}}, false, false)
			at = heap.Ref{Obj: next}
			if !isRef {
				t = nil // the struct in an interface
			}
		}
		if step != accesspath.Deref {
			at = at.Step(step)
		}
		t = stepType(t, step)
		done += step
	}
	// A struct in an interface is no part of it: beside it, there can be pointers.
	b.memory.st.Store(at, heap.Values{v}, v.Copy && t != nil && ssaquery.IsAggregate(t), false)
	for _, part := range parts {
		inner := typeBelow(t, part)
		b.memory.st.Writable(at.Obj)[accesspath.Join(at.Path, part)] = heap.Cell{Agg: inner != nil && ssaquery.IsAggregate(inner)}
	}
}

// box is what the place path refers to, or holds.
func (b *fieldBoxes) box(path string, isRef bool) *heap.Object {
	if isRef {
		path += accesspath.Deref
	}
	i := slices.Index(b.made, path)
	if i < 0 {
		i = len(b.made)
		b.made = append(b.made, path)
	}
	return b.memory.objs.Of(heap.Key{Kind: heap.Local, Role: heap.FieldBox, Site: b.site, Index: i})
}

// maxKeyDepth bounds the callbacks within each other whose calls are recorded.
const maxKeyDepth = 3

// keyCall records that site calls what is known by key with args. It is done if what the
// functions do to args is known already.
func (a *recorder) keyCall(site callSite, key string, args []heap.Values, done bool) {
	if !a.collect || site.entry != nil && a.memory.e.log.Past(a.depth, maxKeyDepth, a.memory.fn, "callbacks nest too deeply; what the inner ones call is not told") {
		return
	}
	st := a.memory.st
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
		a.out.events = append(a.out.events, ev.AtPos(site.pos))
	}
	if a.tells(site) && !done {
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
