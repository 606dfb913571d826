package ownership

import (
	"cmp"
	"go/ast"
	"go/token"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/effect"
	"github.com/k8slint/k8slint/internal/posn"
	"github.com/k8slint/k8slint/internal/ssabuild"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// group are the findings of the package, one for each cause. A cause is an object that a
// function gets, and the first write to it, or the first call that leads to one. What the
// program comes to behind that belongs to it. The objects are those that are always the
// cache's, or (managed) those that are under some manager.
func (gr *grouping) group(managed bool) []*Finding {
	type key struct {
		fn     *ssa.Function
		origin string
	}
	by := map[key][]*Finding{}
	var keys []key
	for _, x := range gr.dropTwins(gr.descend(gr.found(managed))) {
		k := key{x.top, x.Origin.Posn + x.Origin.What}
		if _, ok := by[k]; !ok {
			keys = append(keys, k)
		}
		by[k] = append(by[k], x)
	}
	var out []*Finding
	for _, k := range keys {
		out = append(out, gr.causes(by[k])...)
	}
	slices.SortStableFunc(out, func(a, b *Finding) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), effect.CompareBool(gr.elsewhere(a), gr.elsewhere(b)),
			cmp.Compare(a.Origin.Posn, b.Origin.Posn), cmp.Compare(a.Origin.What, b.Origin.What))
	})
	return mergePlaces(out)
}

// elsewhere reports whether another package reads the object of f. Of several reads that
// meet at a write, the message names the one at hand.
func (gr *grouping) elsewhere(f *Finding) bool {
	return !posn.IsIn(gr.dir, f.Origin.Posn)
}

// found are the writes as they were found, each where the object is at risk.
func (gr *grouping) found(managed bool) []*Finding {
	var all []*Finding
	for _, f := range gr.funcs {
		for _, x := range gr.results[f].findings {
			if x.Pos.IsValid() && (x.Origin.Managed != nil) == managed && !gr.hasKind(x) {
				c := *x
				c.top, c.topPos, c.topArg = c.Fn, c.Pos, c.arg
				all = append(all, &c)
			}
		}
	}
	return all
}

// hasKind reports whether x writes the kind of an object that has none, where a
// transform has set that.
func (gr *grouping) hasKind(x *Finding) bool {
	_, kind := effect.SplitWhat(x.What)
	if kind != effect.Kindless {
		return false
	}
	return gr.transformed[""] || gr.transformed[x.typ] || x.typ == "" && len(gr.transformed) > 0
}

// mergePlaces makes one finding of those that stand at one place: objects of
// several origins that meet at a write are the same bug. The first has the
// writes of all.
func mergePlaces(fs []*Finding) []*Finding {
	var out []*Finding
	for len(fs) > 0 {
		n := 1
		for n < len(fs) && fs[n].Pos == fs[0].Pos {
			n++
		}
		if n > 1 {
			fs[0].join(fs[1:n])
		}
		out = append(out, fs[0])
		fs = fs[n:]
	}
	return out
}

// join notes that the objects of others are written at Pos too.
func (f *Finding) join(others []*Finding) {
	all := append([]*Finding{f}, f.Further...)
	f.Object = slices.Clone(f.Object)
	args := maps.Clone(f.Args)
	for _, g := range others {
		all = append(append(all, g), g.Further...)
		f.Object = append(f.Object, g.Object...)
		if &f.All[0] == &g.All[0] {
			continue // another write of the same object
		}
		f.Many = true
		f.Union = append(f.Union, g.All...)
		f.Entry = f.Entry && g.Entry
		for pos, n := range g.Args {
			if have, ok := args[pos]; ok && have != n {
				delete(args, pos) // not known, then
			} else {
				args[pos] = n
			}
		}
	}
	if f.Many {
		f.Union = append(f.Union, f.All...)
		f.Args = args
	}
	f.Union = sorted(f.Union)
	f.Object = sorted(f.Object)
	f.Further = further(all)
	f.Further = f.Further[:min(len(f.Further), maxFurther)]
}

// sorted is all, sorted, each once.
func sorted(all []token.Pos) []token.Pos {
	slices.Sort(all)
	return slices.Compact(all)
}

// descend moves findings from calls to where the object is really at risk: a
// function of this package that is never seen to be called with an object that
// is local to the caller is fixed where the write is, not at each call. Exported
// functions have callers that are not seen: there, all calls must agree.
func (gr *grouping) descend(fs []*Finding) []*Finding {
	mixed := map[paramOf]bool{}
	names := map[string]bool{}
	managed := len(fs) > 0 && fs[0].Origin.Managed != nil
	for _, r := range gr.results {
		for p := range r.local {
			mixed[p] = true
		}
		for name := range r.localNames {
			names[name] = true
		}
	}
	for range effect.MaxVia {
		calls := map[*ssa.Function]map[ssa.Instruction]bool{}
		for _, f := range fs {
			if g := gr.calleeOf(f); g != nil {
				if calls[g] == nil {
					calls[g] = map[ssa.Instruction]bool{}
				}
				calls[g][f.Inst] = true
			}
		}
		moved := false
		for _, f := range fs[:len(fs):len(fs)] {
			if g := gr.calleeOf(f); g != nil && (len(calls[g]) == gr.uses[g] || !managed && !exported(g) && !mixed[f.into(g)] && !names[ssaquery.FuncName(g)+" "+f.Posn]) {
				into := gr.moveInto(f, g)
				if len(into) > 0 {
					*f = *into[0]
					fs = append(fs, into[1:]...)
					moved = true
				}
			}
		}
		if !moved {
			break
		}
	}
	return fs
}

// calleeOf is the function of this package that f's call leads into.
func (gr *grouping) calleeOf(f *Finding) *ssa.Function {
	call, ok := f.Inst.(ssa.CallInstruction)
	if !ok || len(f.Via) == 0 {
		return nil
	}
	g := call.Common().StaticCallee()
	if g == nil || g.Parent() != nil {
		return nil
	}
	g = ssaquery.Origin(g)
	if !gr.analyses(g) || gr.results[g] == nil {
		return nil
	}
	return g
}

// moveInto is f, moved from the call of g to the places in g that its write is
// reached by.
func (gr *grouping) moveInto(f *Finding, g *ssa.Function) []*Finding {
	var out []*Finding
	for i := range gr.results[g].sum.Writes {
		w := &gr.results[g].sum.Writes[i]
		if w.At == f.callee && w.Posn == f.Posn && w.What == f.What && w.Site().Pos.IsValid() &&
			slices.EqualFunc(w.Via, f.Via[1:], func(a, b effect.Hop) bool { return a.Func == b.Func }) {
			c := *f
			c.Origin = f.Origin.Through(f.Via[0])
			c.Fn, c.Pos, c.Inst, c.Via = g, w.Site().Pos, w.Site().Inst, w.Via
			c.arg, c.callee = w.Site().Arg, w.Site().Callee
			c.calls = append(slices.Clone(f.calls), f.Inst)
			out = append(out, &c)
		}
	}
	return out
}

// exported reports whether other packages can call f by its name.
func exported(f *ssa.Function) bool {
	o := ssaquery.Declared(f)
	if o == nil || !o.Exported() {
		return false
	}
	if r := o.Signature().Recv(); r != nil {
		if n := ssaquery.Named(r.Type()); n != nil {
			return n.Obj().Exported()
		}
	}
	return true
}

// into is the parameter of g that the object of f goes into at the call of g.
func (f *Finding) into(g *ssa.Function) paramOf {
	if g.Signature.Recv() != nil {
		return paramOf{g, f.arg}
	}
	return paramOf{g, f.arg - 1}
}

// dropTwins drops a write that was found by a detour, if it was also found by following the
// same object itself: that way names the calls. The detours are fields, and functions of another
// package that a framework calls, which may be registered twice: then the first place counts.
// A write by way of a field is also dropped if a caller that was followed does not come to it: it
// is under a condition on a field of what carries the object.
//
// All this is known when all functions are analysed. It drops 22 writes of knative/eventing,
// and 701 of cluster-api, all to what a manager's client reads.
func (gr *grouping) dropTwins(fs []*Finding) []*Finding {
	type write struct{ origin, posn string }
	of := func(f *Finding) write { return write{f.Origin.Posn, f.Posn} }
	spared := map[string]bool{}
	for _, r := range gr.results {
		maps.Copy(spared, r.spared)
	}
	first := map[write]*Finding{}
	for _, f := range fs {
		g := first[of(f)]
		if g == nil || cmp.Or(cmp.Compare(f.registered, g.registered), effect.CompareBool(f.byField(), g.byField()), gr.comparePlaces(f.Pos, g.Pos)) < 0 {
			first[of(f)] = f
		}
	}
	return slices.DeleteFunc(fs, func(f *Finding) bool {
		g := first[of(f)]
		return f.byField() && (spared[f.Posn] || !g.byField()) || f.registered != 0 && f.Pos != g.Pos
	})
}

// comparePlaces orders places: those that are reported before those in a file of tests
// or a generated one, and else as they stand.
func (gr *grouping) comparePlaces(a, b token.Pos) int {
	p, q := gr.pass.Fset.Position(a), gr.pass.Fset.Position(b)
	return cmp.Or(effect.CompareBool(gr.isQuiet(a), gr.isQuiet(b)), cmp.Compare(p.Filename, q.Filename), cmp.Compare(p.Offset, q.Offset))
}

// isQuiet reports whether nothing is reported at pos, as a rule.
func (gr *grouping) isQuiet(pos token.Pos) bool {
	if ssabuild.InTest(gr.pass.Fset, pos) {
		return true
	}
	f := astspan.File(gr.pass.Files, pos)
	return f != nil && ast.IsGenerated(f)
}
