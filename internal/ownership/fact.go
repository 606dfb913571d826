package ownership

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ownership/effect"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A Fact is what other packages need to know of a package. Its slices are
// sorted, so that it encodes to the same bytes every time.
type Fact struct {
	Funcs  []FuncFact
	Fields []FieldFact
	Calls  []effect.KeyCall

	once   sync.Once
	byName map[string]*effect.Summary
}

// A FuncFact is the summary of a function.
type FuncFact struct {
	Key string
	Sum effect.Summary
}

// A FieldFact is a store into a field of a struct type, or into a variable of a
// package.
type FieldFact struct {
	Key, At string
	Cached  bool
	Origin  effect.Origin
	Path    string
	Copy    bool
}

// AFact marks Fact as a fact.
func (*Fact) AFact() {}

func (f *Fact) String() string {
	return fmt.Sprintf("ownership(%d functions, %d fields, %d calls)", len(f.Funcs), len(f.Fields), len(f.Calls))
}

func (f *Fact) lookup(key string) *effect.Summary {
	f.once.Do(func() {
		f.byName = make(map[string]*effect.Summary, len(f.Funcs))
		for i := range f.Funcs {
			f.byName[f.Funcs[i].Key] = &f.Funcs[i].Sum
		}
	})
	return f.byName[key]
}

// The dependencies are the packages below the one under analysis.
type dependencies struct {
	*unit
	facts    map[string]*Fact // by import path
	byMethod map[string][]candidate
	pkgs     map[string]*types.Package
}

// readFacts collects what is known of the packages below this one.
func (e *dependencies) readFacts() {
	e.facts = map[string]*Fact{}
	for _, pf := range e.pass.AllPackageFacts() {
		if f, ok := pf.Fact.(*Fact); ok && pf.Package != e.pass.Pkg {
			e.facts[kube.Unvendored(pf.Package.Path())] = f
		}
	}
}

// imported is the summary of a function of a dependency, nil if nothing is
// known of it.
func (e *dependencies) imported(key string) *effect.Summary {
	if f := e.facts[keyPackage(key)]; f != nil {
		return f.lookup(key)
	}
	return nil
}

// keyPackage is the import path in a function key: "(*a/b.T).M", "a/b.F".
func keyPackage(key string) string {
	key = strings.TrimLeft(key, "(*")
	slash := strings.LastIndexByte(key, '/')
	// Type arguments can hold slashes; keys are of generic origins, whose
	// parameters have no path.
	if dot := strings.IndexByte(key[slash+1:], '.'); dot >= 0 {
		key = key[:slash+1+dot]
	}
	return kube.Unvendored(key)
}

// exportFact tells the packages above what they may need.
func (e *engine) exportFact() {
	f := &Fact{}
	for _, fn := range e.funcs {
		r := e.results[fn]
		if o := ssaquery.Declared(fn); o != nil && fn.Parent() == nil && o.Exported() && (!r.sum.Empty() || isGetter(o)) {
			s := *r.sum
			s.Writes = effect.TrimWrites(s.Writes, 1, maxExport)
			f.Funcs = append(f.Funcs, FuncFact{ssaquery.FuncKey(o), s})
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
	}
	f.Funcs = append(f.Funcs, e.literals(f.Funcs)...)
	for m := range e.known.contracts {
		if ssaquery.IsInterfaceMethod(m) {
			f.Funcs = append(f.Funcs, FuncFact{ssaquery.FuncKey(m), *e.known.promised(m, &effect.Summary{})})
		}
	}
	slices.SortStableFunc(f.Funcs, func(a, b FuncFact) int { return cmp.Compare(a.Key, b.Key) })
	f.Fields = trimFields(f.Fields)
	slices.SortStableFunc(f.Calls, effect.CompareKeyCalls)
	f.Calls = slices.CompactFunc(f.Calls, func(a, b effect.KeyCall) bool { return a.Key == b.Key })
	if len(f.Funcs)+len(f.Fields)+len(f.Calls) > 0 {
		e.pass.ExportPackageFact(f)
	}
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
			if r.Base != effect.Func || r.Function() == nil || r.Function().Parent() == nil || seen[r.Func] || len(out) >= maxLiterals {
				continue
			}
			seen[r.Func] = true
			res := e.results[ssaquery.Origin(r.Function())]
			if res == nil || res.sum.Empty() {
				continue
			}
			s := *res.sum
			s.Writes = effect.TrimWrites(s.Writes, 1, maxExport)
			out = append(out, FuncFact{r.Func, s})
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

// isGetter reports whether f is a method that returns an object: of those it is
// told that they are known, too, so that an interface which one type implements
// with the cache's objects and another with copies is not taken for either.
func isGetter(f *types.Func) bool {
	sig := f.Signature()
	if sig.Recv() == nil || sig.Results().Len() == 0 {
		return false
	}
	t := sig.Results().At(0).Type()
	switch u := t.Underlying().(type) {
	case *types.Slice:
		t = u.Elem()
	case *types.Map:
		t = u.Elem()
	}
	return kube.IsObject(t)
}

// trimFields keeps one store of each kind for a place.
func trimFields(fs []FieldFact) []FieldFact {
	slices.SortStableFunc(fs, func(a, b FieldFact) int {
		return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.At, b.At), effect.CompareBool(a.Cached, b.Cached),
			effect.CompareBool(a.Origin.Managed == nil, b.Origin.Managed == nil), cmp.Compare(a.Origin.Posn, b.Origin.Posn))
	})
	fs = slices.CompactFunc(fs, func(a, b FieldFact) bool {
		return a.Key == b.Key && a.At == b.At && a.Cached == b.Cached && (a.Origin.Managed == nil) == (b.Origin.Managed == nil)
	})
	// Fields that nothing of the cache is put into are only worth telling
	// where somebody else may put it: in exported fields.
	return slices.DeleteFunc(fs, func(f FieldFact) bool {
		return !f.Cached && !exportedField(f.Key)
	})
}

func exportedField(key string) bool {
	name := key[strings.LastIndexByte(key, '.')+1:]
	return name != "" && name[0] >= 'A' && name[0] <= 'Z'
}

// tables are what is known of fields and of calls by key, in this package and
// those below.
type tables struct {
	fields map[string][]fieldPut
	calls  map[string][]effect.KeyCall
	// funcs are the functions that this package puts under a key; nil where
	// others may be there.
	funcs map[string][]*ssa.Function
}

// buildTables gathers the tables from the facts and from what is known of this
// package now.
func (e *engine) buildTables() tables {
	t := tables{fields: map[string][]fieldPut{}, calls: map[string][]effect.KeyCall{}, funcs: map[string][]*ssa.Function{}}
	unknown := map[string]bool{}
	type place struct{ key, at string }
	other := map[place]bool{}
	add := func(p fieldPut) {
		if p.Origin == nil {
			other[place{p.Key, p.At}] = true
			return
		}
		t.fields[p.Key] = append(t.fields[p.Key], p)
	}
	for _, path := range sortedKeys(e.deps.facts) {
		f := e.deps.facts[path]
		for i := range f.Fields {
			ff := &f.Fields[i]
			p := fieldPut{Key: ff.Key, At: ff.At, Path: ff.Path, Copy: ff.Copy}
			if ff.Cached {
				p.Origin = &ff.Origin
			}
			add(p)
		}
		for _, c := range f.Calls {
			t.calls[c.Key] = append(t.calls[c.Key], c)
		}
	}
	for _, fn := range e.funcs {
		r := e.results[fn]
		if r == nil {
			continue
		}
		for _, p := range r.puts {
			add(p)
		}
		for _, c := range r.events {
			t.calls[c.Key] = append(t.calls[c.Key], c)
		}
		for _, h := range r.funcs {
			if h.fn == nil || exportedField(h.key) {
				unknown[h.key] = true
			} else if !slices.Contains(t.funcs[h.key], h.fn) {
				t.funcs[h.key] = append(t.funcs[h.key], h.fn)
			}
		}
	}
	for k := range unknown {
		delete(t.funcs, k)
	}
	for k, ps := range t.fields {
		ps = slices.DeleteFunc(ps, func(p fieldPut) bool { return other[place{k, p.At}] })
		slices.SortStableFunc(ps, func(a, b fieldPut) int {
			return cmp.Or(effect.CompareBool(a.Origin.Managed == nil, b.Origin.Managed == nil), cmp.Compare(a.At, b.At), cmp.Compare(a.Path, b.Path), effect.CompareBool(a.Copy, b.Copy),
				cmp.Compare(a.Origin.Posn, b.Origin.Posn), cmp.Compare(a.Origin.What, b.Origin.What), cmp.Compare(len(a.Origin.Via), len(b.Origin.Via)))
		})
		ps = slices.CompactFunc(ps, func(a, b fieldPut) bool {
			return a.At == b.At && a.Path == b.Path && a.Copy == b.Copy && (a.Origin.Managed == nil) == (b.Origin.Managed == nil)
		})
		if len(ps) > 6 {
			ps = ps[:6]
		}
		if len(ps) == 0 {
			delete(t.fields, k)
			continue
		}
		t.fields[k] = ps
	}
	for k, cs := range t.calls {
		slices.SortStableFunc(cs, effect.CompareKeyCalls)
		cs = slices.CompactFunc(cs, func(a, b effect.KeyCall) bool { return a.Local == b.Local && effect.CompareKeyCalls(a, b) == 0 })
		if len(cs) > 3 {
			cs = cs[:3]
		}
		t.calls[k] = cs
	}
	return t
}

// diff lists the keys whose entries differ.
func (t tables) diff(u tables) map[string]bool {
	out := map[string]bool{}
	fields := func(a, b map[string][]fieldPut) {
		for k, x := range a {
			y := b[k]
			if !slices.EqualFunc(x, y, func(p, q fieldPut) bool { return p.At == q.At && p.Path == q.Path && p.Copy == q.Copy }) {
				out[k] = true
			}
		}
	}
	fields(t.fields, u.fields)
	fields(u.fields, t.fields)
	for k, x := range u.calls {
		if len(t.calls[k]) != len(x) {
			out[k] = true
		}
	}
	for k, x := range u.funcs {
		if !slices.Equal(t.funcs[k], x) {
			out[k] = true
		}
	}
	return out
}

func sortedKeys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// keyCalls are the calls of what is kept under key.
func (e *environment) keyCalls(key string) []effect.KeyCall {
	var out []effect.KeyCall
	if spec, ok := kube.Callback(key); ok {
		out = append(out, effect.ParseCallback(key, spec))
	}
	return append(out, e.tables.calls[key]...)
}

// An implKey is a method of an interface.
type implKey struct {
	iface types.Type
	name  string
}

// An implementation is a function that an interface call may run.
type implementation struct {
	name string
	sum  *effect.Summary
	fn   *ssa.Function
	// agreed tells that no other known implementation returns something
	// else, so that the result of the call is known.
	agreed bool
}
