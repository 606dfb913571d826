package ownership

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/effect"
	"github.com/k8slint/k8slint/internal/effect/accesspath"
	"github.com/k8slint/k8slint/internal/ownership/heap"
	"github.com/k8slint/k8slint/internal/pathcond"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// An engine analyses one package.
type engine struct {
	*environment
	rules []rule
}

// bottomUp are the functions of src that are analysed, in components: callees come first.
func (e *engine) bottomUp(src []*ssa.Function) [][]*ssa.Function {
	var own []*ssa.Function
	for _, f := range src {
		if f = ssaquery.Origin(f); e.analysed[f] {
			own = append(own, f)
		}
	}
	return ssaquery.Components(own, func(f *ssa.Function) []*ssa.Function {
		var next []*ssa.Function
		var rands [16]*ssa.Value
		for instr := range ssaquery.Instructions(f) {
			for _, op := range instr.Operands(rands[:0]) {
				if g, ok := (*op).(*ssa.Function); ok {
					g = ssaquery.Origin(g)
					e.uses[g]++
					if e.analysed[g] {
						next = append(next, g)
					}
				}
			}
		}
		return next
	})
}

// fixpoint executes the functions, in components, until no effect and no table changes.
func (e *engine) fixpoint(components [][]*ssa.Function) {
	dirty := map[*ssa.Function]bool{}
	count := map[*ssa.Function]int{}
	readers := map[*ssa.Function]map[*ssa.Function]bool{}
	for _, f := range e.funcs {
		dirty[f] = true
	}
	// execute executes f, and has those executed again that read its effect.
	execute := func(f *ssa.Function) {
		dirty[f] = false
		count[f]++
		old := e.results[f]
		r := e.analyse(f)
		e.results[f] = r
		for g := range r.readsFn {
			if readers[g] == nil {
				readers[g] = map[*ssa.Function]bool{}
			}
			readers[g][f] = true
		}
		if old == nil && !r.sum.Empty() || old != nil && !effect.Equal(old.sum, r.sum) {
			for g := range readers[f] {
				dirty[g] = true
			}
		}
	}
	e.tables = e.buildTables()
	for round := 0; round < maxRounds; round++ {
		ready := func(f *ssa.Function) bool { return dirty[f] && count[f] < maxAnalyses+round }
		for slices.ContainsFunc(e.funcs, ready) {
			for _, c := range components {
				// Those that call into c come when it is settled.
				for slices.ContainsFunc(c, ready) {
					for _, f := range c {
						if ready(f) {
							execute(f)
						}
					}
				}
			}
		}
		next := e.buildTables()
		changed := e.tables.diff(next)
		e.tables = next
		if len(changed) == 0 {
			break
		}
		again := false
		for _, f := range e.funcs {
			for k := range e.results[f].readsKey {
				if changed[k] {
					dirty[f] = true
					again = true
					break
				}
			}
		}
		if !again {
			break
		}
	}
	for f := range dirty {
		if dirty[f] {
			e.log.In(f, "its summary may be incomplete: too many rounds of analysis")
		}
	}
}

// analyse runs the analysis of one function.
func (e *engine) analyse(f *ssa.Function) *result {
	m := &memory{e: e.environment, fn: f, env: map[ssa.Value]heap.Values{}, tup: map[ssa.Value][]heap.Values{}, objs: heap.NewObjects(), paths: pathcond.NewPaths(f)}
	out := &result{readsFn: map[*ssa.Function]bool{}, readsKey: map[string]bool{}, local: map[paramOf]bool{}, spared: map[string]bool{}, localNames: map[string]bool{}}
	r := &recorder{memory: m, out: out, reached: map[reach]bool{}}
	c := &caller{memory: m, record: r, rules: e.rules, entered: map[*heap.Object]bool{}}
	a := &execution{memory: m, record: r, calling: c, registrations: &registrations{memory: m, record: r, calling: c}}
	// Parameters first, so that they keep their places in overflowing sets.
	for _, p := range f.Params {
		a.memory.value(p)
	}
	for _, p := range f.FreeVars {
		a.memory.value(p)
	}
	a.run()
	if byConvention(f) {
		out.sum = &effect.Summary{} // callers go by the convention
	} else {
		out.sum = a.summarize()
	}
	if o := ssaquery.Declared(f); o != nil && f.Parent() == nil {
		out.sum = e.known.promised(o, out.sum)
	}
	a.registrations.enterSelf()
	if f == e.pkg.Func("init") && len(f.Blocks) > 0 {
		a.registrations.registerDeclared(f.Blocks[0].Instrs[0])
		a.registrations.meet(f.Blocks[0].Instrs[0])
	}
	tellBounds(m)
	// What is left is small; the rest can go.
	out.writes, out.calls, out.fields = nil, nil, nil
	return out
}

// tellBounds logs which bounds on what is known of values and memory the execution m met.
func tellBounds(m *memory) {
	log := m.e.log
	if m.paths.Spent() {
		log.In(m.fn, "gave up telling paths apart: too many paths")
	}
	if m.st != nil && m.st.Cut() {
		log.In(m.fn, "a copied struct has too many parts; only the first are followed")
	}
	for _, v := range m.env {
		if v.Full() {
			log.In(m.fn, "a value can be too many objects; only the first are followed")
			return
		}
	}
}

// Bounds of the fixpoint: how often a function is analysed, how many rounds are
// made over what fields hold, and how much one field holds. Each round only looks at
// functions whose inputs changed; the results after the last round are taken as they
// are.
const (
	maxAnalyses = 3
	maxRounds   = 6
	maxPuts     = 64 // places in objects of the cache that are put into one field
	maxKeyCalls = 64 // ways in which what one field holds is called
)

// buildTables gathers the tables from the facts and from what is known of this
// package now.
func (e *engine) buildTables() tables {
	t := tables{fields: map[string][]fieldPut{}, calls: map[string][]effect.KeyCall{}, funcs: map[string][]*ssa.Function{}}
	unknown := map[string]bool{}
	other := map[string]map[string]bool{} // by key, the places with something that is not the cache's
	add := func(p fieldPut) {
		if p.Origin == nil {
			if other[p.Key] == nil {
				other[p.Key] = map[string]bool{}
			}
			other[p.Key][p.At] = true
			return
		}
		t.fields[p.Key] = append(t.fields[p.Key], p)
	}
	for _, path := range sortedKeys(e.deps.facts) {
		f := e.deps.facts[path]
		for i := range f.Fields {
			ff := &f.Fields[i]
			p := fieldPut{Key: ff.Key, At: ff.At, Path: ff.Path, Copy: ff.Copy, from: path}
			if ff.Cached {
				p.Origin = &ff.Origin
			}
			add(p)
		}
		for _, c := range f.Calls {
			t.calls[c.Key] = append(t.calls[c.Key], c.OfPackage(path))
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
		for _, h := range r.handlers {
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
		ps = slices.DeleteFunc(ps, func(p fieldPut) bool { return other[k][p.At] })
		slices.SortStableFunc(ps, func(a, b fieldPut) int {
			return cmp.Or(effect.CompareBool(a.Origin.Managed == nil, b.Origin.Managed == nil), cmp.Compare(a.At, b.At), cmp.Compare(a.Path, b.Path), effect.CompareBool(a.Copy, b.Copy),
				cmp.Compare(a.Origin.Posn, b.Origin.Posn), cmp.Compare(a.Origin.What, b.Origin.What), cmp.Compare(len(a.Origin.Via), len(b.Origin.Via)))
		})
		ps = slices.CompactFunc(ps, func(a, b fieldPut) bool {
			return a.At == b.At && a.Path == b.Path && a.Copy == b.Copy && (a.Origin.Managed == nil) == (b.Origin.Managed == nil)
		})
		if len(ps) > maxPuts {
			ps = ps[:maxPuts]
			e.log.InPackage("too many places set " + k + "; only the first are followed")
		}
		if len(ps) == 0 {
			delete(t.fields, k)
			continue
		}
		t.fields[k] = withParts(ps, other[k])
	}
	for k, cs := range t.calls {
		slices.SortStableFunc(cs, effect.CompareKeyCalls)
		cs = slices.CompactFunc(cs, func(a, b effect.KeyCall) bool { return a.Local == b.Local && effect.CompareKeyCalls(a, b) == 0 })
		if len(cs) > maxKeyCalls {
			cs = cs[:maxKeyCalls]
			e.log.InPackage("too many calls of what " + k + " holds; only the first are followed")
		}
		t.calls[k] = cs
	}
	return t
}

// withParts adds to ps, what is put into a field, which parts of its structs are among
// the places where other things are put.
func withParts(ps []fieldPut, other map[string]bool) []fieldPut {
	for i := range ps {
		p := &ps[i]
		for at := range other {
			if rest, ok := accesspath.Below(at, p.At); ok && p.Copy && !strings.Contains(rest+"/", accesspath.Deref+"/") {
				p.parts = append(p.parts, rest)
			}
		}
		slices.Sort(p.parts)
	}
	return ps
}
