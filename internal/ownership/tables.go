package ownership

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ownership/effect"
)

// tables are what is known of fields and of calls by key, in this package and
// those below.
type tables struct {
	fields map[string][]fieldPut
	calls  map[string][]effect.KeyCall
	// funcs are the functions that this package puts under a key; nil where
	// others may be there.
	funcs map[string][]*ssa.Function
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

// buildTables gathers the tables from the facts and from what is known of this
// package now.
func (e *environment) buildTables() tables {
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

// keyCalls are the calls of what is kept under key.
func (e *environment) keyCalls(key string) []effect.KeyCall {
	var out []effect.KeyCall
	if spec, ok := kube.Callback(key); ok {
		out = append(out, effect.ParseCallback(key, spec))
	}
	return append(out, e.tables.calls[key]...)
}

func sortedKeys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

func exportedField(key string) bool {
	name := key[strings.LastIndexByte(key, '.')+1:]
	return name != "" && name[0] >= 'A' && name[0] <= 'Z'
}
