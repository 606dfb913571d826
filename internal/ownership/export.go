package ownership

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/effect"
	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssabuild"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// exportFact tells the packages above what they may need.
func (e *engine) exportFact() {
	f := &Does{}
	for _, fn := range e.funcs {
		r := e.results[fn]
		if o := ssaquery.Declared(fn); o != nil && fn.Parent() == nil && o.Exported() && (!r.sum.Empty() || isGetter(o)) {
			f.Funcs = append(f.Funcs, FuncFact{Key: ssaquery.FuncKey(o), Sum: e.exported(fn, r.sum)})
		}
		for _, p := range r.puts {
			ff := FieldFact{Key: p.Key, At: p.At, Path: p.Path, Copy: p.Copy}
			if p.Origin != nil {
				ff.Cached, ff.Origin = true, *p.Origin
				ff.Origin.SetPos(token.NoPos)
			}
			f.Fields = append(f.Fields, ff)
		}
		for _, ev := range r.events {
			ev.Local = false
			f.Calls = append(f.Calls, ev)
		}
		f.Kept = append(f.Kept, e.keptOf(r)...)
	}
	f.Kept = e.trimKept(f.Kept)
	if hs := (Handlers{All: e.handlersFor(f), Made: e.fieldsMade()}); len(hs.All)+len(hs.Made) > 0 {
		fact.TellPackage(e.pass, &hs)
	}
	f.Funcs = append(f.Funcs, e.literals(f.Funcs)...)
	for m := range e.known.contracts {
		if ssaquery.IsInterfaceMethod(m) {
			f.Funcs = append(f.Funcs, FuncFact{Key: ssaquery.FuncKey(m), Sum: *e.known.promised(m, &effect.Summary{})})
		}
	}
	slices.SortStableFunc(f.Funcs, func(a, b FuncFact) int { return cmp.Compare(a.Key, b.Key) })
	f.Fields = trimFields(f.Fields, f.mayPut(kube.Unvendored(e.pass.Pkg.Path())))
	slices.SortStableFunc(f.Calls, effect.CompareKeyCalls)
	f.Calls = slices.CompactFunc(f.Calls, func(a, b effect.KeyCall) bool { return a.Key == b.Key })
	if len(f.Funcs)+len(f.Fields)+len(f.Calls)+len(f.Kept) > 0 {
		fact.TellPackage(e.pass, f)
	}
}

// exported is the part of s that other packages get, the summary of fn. fn is nil if it is
// not known.
func (e *engine) exported(fn *ssa.Function, s *effect.Summary) effect.Summary {
	out := *s
	ws, cut := effect.TrimWrites(s.Writes, 1, maxExport)
	if cut {
		e.log.In(fn, "writes too many places; other packages see only the first")
	}
	out.Writes = ws
	return out
}

// maxLiterals bounds the function literals that a package tells others of.
const maxLiterals = 64

// literals are the function literals that the summaries fs hand out: returned,
// or given to functions that the caller knows.
func (e *engine) literals(fs []FuncFact) []FuncFact {
	var out []FuncFact
	seen := map[string]bool{}
	var visit func(s *effect.Summary)
	see := func(refs []effect.Ref) {
		for _, r := range refs {
			if r.Base != effect.Func || r.Function() == nil || r.Function().Parent() == nil || seen[r.Func] {
				continue
			}
			if len(out) >= maxLiterals {
				e.log.InPackage("gives away too many function literals; other packages see only the first")
				return
			}
			seen[r.Func] = true
			res := e.results[ssaquery.Origin(r.Function())]
			if res == nil || res.sum.Empty() {
				continue
			}
			s := e.exported(r.Function(), res.sum)
			out = append(out, FuncFact{Key: r.Func, Sum: s, Params: paramTypes(r.Function().Signature)})
			visit(&s)
		}
	}
	visit = func(s *effect.Summary) {
		for _, refs := range s.Results {
			see(refs)
		}
		for i := range s.Calls {
			for _, refs := range s.Calls[i].Args {
				see(refs)
			}
		}
		for i := range s.Heap {
			see(s.Heap[i].Vals)
		}
		for i := range s.Stores {
			see(s.Stores[i].Vals)
		}
	}
	for i := range fs {
		visit(&fs[i].Sum)
	}
	return out
}

// maxHandlers bounds the handlers that a package tells others of.
const maxHandlers = 64

// handlersFor are the functions that the package puts under keys, and the
// methods of the types that it makes values of interfaces: packages that it does not
// see may call them with objects of the cache. What they do is added to f.
func (e *engine) handlersFor(f *Does) (all []HandlerFact) {
	if ssabuild.InDependency(e.pass) {
		return nil // of a dependency; the program's own packages meet at their importers
	}
	told := map[string]bool{}
	for i := range f.Funcs {
		told[f.Funcs[i].Key] = true
	}
	seen := map[string]bool{}
	tell := func(h HandlerFact, s *effect.Summary) {
		id := h.Key + " " + h.Func
		if s == nil || seen[id] {
			return
		}
		if len(all) >= maxHandlers {
			e.log.InPackage("has too many event handlers; other packages see only the first")
			return
		}
		seen[id] = true
		all = append(all, h)
		if keyPackage(h.Func) == kube.Unvendored(e.pass.Pkg.Path()) && !told[h.Func] {
			told[h.Func] = true
			f.Funcs = append(f.Funcs, FuncFact{Key: h.Func, Sum: e.exported(nil, s), Params: h.Params})
		}
	}
	add := func(key string, fn *ssa.Function, method bool) {
		if _, ok := kube.Callback(key); ok && key != kube.TransformFunc {
			return // who calls it is known where it is registered
		}
		tell(e.handlerFact(key, fn, method))
	}
	for _, fn := range e.funcs {
		for _, h := range e.results[fn].handlers {
			if h.fn != nil {
				add(h.key, h.fn, false)
			}
		}
		for _, m := range e.results[fn].methods {
			h, s := e.handlerFact(m.key, m.fn, true)
			h.Callers = []string{""}
			tell(h, s)
		}
		for _, c := range e.results[fn].converts {
			for m := range c.it.Underlying().(*types.Interface).Methods() {
				if fn := ssaquery.LookupMethod(e.prog, c.t, m); fn != nil {
					add(methodKey(c.it, m), ssaquery.Unwrapped(fn), true)
				}
			}
		}
	}
	slices.SortFunc(all, func(a, b HandlerFact) int { return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Func, b.Func)) })
	return all
}

// handlerFact is the fact for importers about the function fn under key, and the effect
// of fn, nil if it writes none of its arguments.
func (e *engine) handlerFact(key string, fn *ssa.Function, method bool) (HandlerFact, *effect.Summary) {
	h := HandlerFact{Key: key, Method: method, Params: paramTypes(fn.Signature), Callers: e.callersOf(key)}
	fn = ssaquery.Origin(fn)
	o := ssaquery.Declared(fn)
	if o != nil && fn.Parent() == nil {
		h.Func = ssaquery.FuncKey(o)
		h.Bound = !method && strings.HasSuffix(fn.Name(), "$bound")
		if impl := e.prog.FuncValue(o.Origin()); impl != nil {
			fn = impl
		}
	} else {
		h.Func = ssaquery.ValueKey(fn)
	}
	var s *effect.Summary
	if r := e.results[fn]; r != nil {
		s = r.sum
	} else if h.Func != "" {
		s = e.deps.imported(h.Func)
	}
	first := 0 // of the parameters that a caller gives
	if method || h.Bound {
		first = 1
	}
	for _, w := range s.AllWrites() {
		if w.At.Base == effect.Param && w.At.Idx >= first && h.Func != "" {
			return h, s
		}
	}
	return h, nil
}

// maxMade bounds the fields that a package tells others of.
const maxMade = 256

// fieldsMade are those of the structs that the package's functions make.
func (e *engine) fieldsMade() (fields []MadeField) {
	for _, fn := range e.funcs {
		if o := ssaquery.Declared(fn); o != nil && o.Exported() {
			fields = append(fields, madeFields(fn)...)
		}
	}
	slices.SortFunc(fields, func(a, b MadeField) int { return cmp.Or(cmp.Compare(a.Func, b.Func), cmp.Compare(a.Field, b.Field)) })
	if len(fields) > maxMade {
		fields = fields[:maxMade]
		e.log.InPackage("its functions fill too many fields; other packages see only the first")
	}
	return fields
}

// callersOf are the packages below this one that call what is kept under key.
func (e *engine) callersOf(key string) []string {
	var out []string
	for _, kc := range e.tables.calls[key] {
		if from := kc.From(); from != "" {
			out = append(out, from)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// isGetter reports whether f is a method that returns an object. The package exports that
// it knows those, too: one type can implement an interface with the cache's objects, and
// another one with copies. Then a call through the interface returns neither.
func isGetter(f *types.Func) bool {
	sig := f.Signature()
	return sig.Recv() != nil && kube.ReturnedObject(sig) != nil
}

// maxKept bounds the exported writes to what lies in fields.
const maxKept = 32

// trimKept keeps one write for a place.
func (e *engine) trimKept(ws []KeptWrite) []KeptWrite {
	slices.SortStableFunc(ws, func(a, b KeptWrite) int {
		return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Write.At.Path, b.Write.At.Path), cmp.Compare(a.Write.Posn, b.Write.Posn), cmp.Compare(len(a.Write.Via), len(b.Write.Via)))
	})
	ws = slices.CompactFunc(ws, func(a, b KeptWrite) bool {
		return a.Key == b.Key && a.Write.At.Path == b.Write.At.Path
	})
	if len(ws) > maxKept {
		ws = ws[:maxKept]
		e.log.InPackage("writes too many values held in fields; other packages see only the first")
	}
	return ws
}

// mayPut tells for a field whether packages other than the one at path, whose fact f
// is, put something into it: it is exported or another package's, or a function that
// they can call does.
func (f *Does) mayPut(path string) func(key string) bool {
	put := map[string]bool{}
	for i := range f.Funcs {
		for _, fs := range f.Funcs[i].Sum.Fields {
			put[fs.Key] = true
		}
	}
	return func(key string) bool {
		return put[key] || exportedField(key) || keyPackage(strings.TrimPrefix(key, variablePrefix)) != path
	}
}

// trimFields keeps one store of each kind for a place. Of fields that nothing of the
// cache is put into it keeps those for which mayPut holds: it is of no use to tell of
// the others.
func trimFields(fs []FieldFact, mayPut func(key string) bool) []FieldFact {
	slices.SortStableFunc(fs, func(a, b FieldFact) int {
		return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.At, b.At), effect.CompareBool(a.Cached, b.Cached),
			effect.CompareBool(a.Origin.Managed == nil, b.Origin.Managed == nil), cmp.Compare(a.Origin.Posn, b.Origin.Posn))
	})
	fs = slices.CompactFunc(fs, func(a, b FieldFact) bool {
		return a.Key == b.Key && a.At == b.At && a.Cached == b.Cached && (a.Origin.Managed == nil) == (b.Origin.Managed == nil)
	})
	return slices.DeleteFunc(fs, func(f FieldFact) bool { return !f.Cached && !mayPut(f.Key) })
}

// keptOf are the writes that are exported to importing packages: of fields that nothing of
// the cache is known to be in here.
func (e *engine) keptOf(r *result) []KeptWrite {
	return slices.DeleteFunc(slices.Clone(r.kept), func(w KeptWrite) bool {
		return slices.ContainsFunc(e.tables.fields[w.Key], func(p fieldPut) bool {
			_, ok := p.below(w.Write.At.Path)
			return ok
		})
	})
}
