package watchflow

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/ssaquery"
	"github.com/k8slint/k8slint/internal/watchflow/effect"
)

// A summarizer finds out what the functions of the package do with watches, for
// those who call them from other packages.
type summarizer struct {
	*loops
	effects map[*ssa.Function]*effect.Effect
	calling map[*ssa.Function][]*ssa.Function // callers
}

// summaries returns the effects of the package's exported functions and methods,
// in source order, those without any left out.
func summaries(l *loops) func(yield func(*types.Func, *effect.Effect) bool) {
	s := &summarizer{l, map[*ssa.Function]*effect.Effect{}, map[*ssa.Function][]*ssa.Function{}}
	s.lists()
	s.watches()
	s.sets()
	s.results()
	s.repeats()
	return func(yield func(*types.Func, *effect.Effect) bool) {
		for _, f := range l.Funcs() {
			e := s.effects[f]
			if e == nil || e.Empty() {
				continue
			}
			e.Normalize()
			if !yield(ssaquery.Declared(f), e) {
				return
			}
		}
	}
}

// of returns the effect of f, nil where no other package can call it.
func (s *summarizer) of(f *ssa.Function) *effect.Effect {
	if e, ok := s.effects[f]; ok {
		return e
	}
	var e *effect.Effect
	if fn := ssaquery.Declared(f); fn != nil && fn.Exported() && f.Parent() == nil {
		e = &effect.Effect{}
	}
	s.effects[f] = e
	return e
}

// callers returns the exported functions that lead to f, in source order.
func (s *summarizer) callers(f *ssa.Function) []*ssa.Function {
	if out, ok := s.calling[f]; ok {
		return out
	}
	leading := s.Leading(f)
	var out []*ssa.Function
	for _, g := range s.Funcs() {
		if leading[g] && s.of(g) != nil {
			out = append(out, g)
		}
	}
	s.calling[f] = out
	return out
}

// lists notes the functions that list.
func (s *summarizer) lists() {
	done := map[*ssa.Function]bool{}
	for f, instr := range s.Instrs() {
		if call, ok := instr.(ssa.CallInstruction); ok && !done[f] && s.isListCall(call) {
			done[f] = true
			for _, g := range s.callers(f) {
				s.of(g).Lists = true
			}
		}
	}
}

// watches notes the functions that start a watch and return it.
func (s *summarizer) watches() {
	within := map[*ssa.Function][]*Sink{}
	var order []*ssa.Function
	for _, k := range s.sinks {
		for _, f := range s.callers(k.Instr.Parent()) {
			if startsWatch(f.Signature) {
				if within[f] == nil {
					order = append(order, f)
				}
				within[f] = append(within[f], k)
			}
		}
	}
	for _, f := range order {
		s.of(f).Watches = s.watchesOf(f, within[f])
	}
}

// watchesOf returns the watch that f starts, which is one of sinks, nil where they
// differ or it is not known from where.
func (s *summarizer) watchesOf(f *ssa.Function, sinks []*Sink) []effect.Watch {
	var out []effect.Watch
	for _, k := range sinks {
		if k.byHand || k.value == nil {
			return nil
		}
		w := s.walk(f, k.Instr, k.value, k.path)
		if k.placed {
			return nil
		}
		e := effect.Watch{
			Own: len(w.ends) == 0, Streaming: k.streaming, Aggregated: k.aggregated || isAggregated(k, s.loops.aggregated),
			Single: k.single || watchesOne(s.code, k), Opaque: k.opaque || s.hidesError(f, k),
		}
		switch {
		case w.unknown || len(w.ends) > 1, !e.Own && (w.empty || w.listed || w.kept || w.moved):
			return nil
		case !e.Own:
			e.From = w.ends[0]
		default:
			e = effect.Watch{Own: true}
		}
		if len(out) > 0 && out[0] != e {
			return nil
		}
		out = []effect.Watch{e}
	}
	return out
}

// walk follows path of v, as seen from at, back to what callers gave f.
func (s *summarizer) walk(f *ssa.Function, at ssa.Instruction, v ssa.Value, path string) *walk {
	k := &Sink{Instr: at, value: v, path: path, locs: map[pointsto.Loc]bool{}}
	w := &walk{ordering: s.ordering, lending: lending{s.code, s.sinkAt}, sink: k, seen: map[any]bool{}, until: f}
	w.start()
	return w
}

// hidesError reports whether the error that f returns where the watch k cannot be
// started is not that of the API server, as far as is seen.
func (s *summarizer) hidesError(f *ssa.Function, k *Sink) bool {
	at, env := startFails(k)
	if at == nil {
		return true
	}
	seen, hides := false, false
	x := s.explore("error", kube.ErrorEvent, gone)
	x.up, x.within = true, f
	x.returned = func(vals []abstract) {
		seen = true
		hides = hides || len(vals) == 0 || vals[len(vals)-1].kind != status
	}
	x.runBehind(at, env)
	return hides || !seen || x.capped
}

// sets notes the functions that set a version in what they are given.
func (s *summarizer) sets() {
	for g, instr := range s.Instrs() {
		st, ok := instr.(*ssa.Store)
		if !ok || !isKind(st.Val.Type(), types.IsString) {
			continue
		}
		fa, ok := st.Addr.(*ssa.FieldAddr)
		if !ok || kube.OptionsField(fa.X.Type()) != "" {
			continue
		}
		for _, f := range s.settersBy(g, fa) {
			into, ok := s.givenField(f, fa)
			if !ok {
				continue
			}
			if from, ok := s.sourceOf(f, st); ok {
				e := s.of(f)
				e.Sets = append(e.Sets, effect.Set{Into: into, From: from, Ordered: s.ordered(st)})
			}
		}
	}
}

// settersBy returns the functions that set a version where g stores to the field
// fa: as far as names tell and the watches of the package.
func (s *summarizer) settersBy(g *ssa.Function, fa *ssa.FieldAddr) []*ssa.Function {
	keeps := kube.VersionName(fieldName(fa)) || slices.ContainsFunc(s.Locs(fa), func(l pointsto.Loc) bool { return s.places[l] })
	if n := pointee(fa.X.Type()); n != nil && kube.SaysVersion(n.Obj().Name()) {
		keeps = true
	}
	if keeps {
		return s.callers(g)
	}
	given := slices.ContainsFunc(g.Params, func(p *ssa.Parameter) bool { return isKind(p.Type(), types.IsString) && kube.VersionName(p.Name()) })
	if s.of(g) != nil && (given || kube.SaysVersion(g.Name())) {
		return []*ssa.Function{g}
	}
	return nil
}

// sourceOf returns what f stores at st, false where that is not known.
func (s *summarizer) sourceOf(f *ssa.Function, st *ssa.Store) (effect.Source, bool) {
	if c, ok := st.Val.(*ssa.Const); ok {
		return effect.Source{Kind: effect.Nothing}, stringConst(c) == ""
	}
	w := s.walk(f, st, st.Val, "")
	switch {
	case w.unknown || w.empty || w.kept || w.moved:
		return effect.Source{}, false
	case w.listed && len(w.ends) == 0:
		return effect.Source{Kind: effect.FromList}, true
	case !w.listed && len(w.ends) == 1:
		return effect.Source{Place: w.ends[0]}, true
	}
	return effect.Source{}, false
}

// smallFunction is the number of blocks of a function whose results are followed
// although it neither lists nor receives: a getter.
const smallFunction = 6

// results notes the functions that return versions and lists.
func (s *summarizer) results() {
	receiving := map[*ssa.Function]bool{}
	for _, r := range s.received {
		for f := range s.Leading(r.at.Parent()) {
			receiving[f] = true
		}
	}
	for _, f := range s.Funcs() {
		e := s.of(f)
		if e == nil || !e.Lists && !receiving[f] && len(f.Blocks) > smallFunction {
			continue
		}
		for i := range f.Signature.Results().Len() {
			var from []effect.Source
			if t := f.Signature.Results().At(i).Type(); isKind(t, types.IsString) {
				from = s.versionsOf(f, i)
			} else if e.Lists && s.returnsList(f, i) {
				from = []effect.Source{{Kind: effect.Objects}}
			}
			if len(from) > 0 {
				e.Results = append(e.Results, effect.Result{Index: i, From: from})
			}
		}
	}
}

// versionsOf returns what result i of f can be, nil where that is no version, or
// not known.
func (s *summarizer) versionsOf(f *ssa.Function, i int) []effect.Source {
	var out []effect.Source
	version := false
	res := f.Signature.Results()
	fails := isError(res.At(res.Len() - 1).Type())
	for _, r := range ssaquery.Returns(f) {
		w := s.walk(f, r, r.Results[i], "")
		for _, p := range w.ends {
			out = append(out, effect.Source{Place: p})
			version = version || s.namesVersion(f, p)
		}
		event := w.direct || slices.ContainsFunc(w.advances, func(a *Advance) bool { return hazards(s.loops, a).Deleted })
		for _, k := range []struct {
			kind effect.Kind
			is   bool
		}{
			{effect.FromList, w.listed}, {effect.FromEvent, event}, {effect.Nothing, w.unset && !fails},
			{effect.Unknown, w.unknown || w.kept || w.moved && !event},
		} {
			if k.is {
				out = append(out, effect.Source{Kind: k.kind})
			}
		}
		version = version || w.listed || event
	}
	if !version {
		return nil
	}
	return out
}

// namesVersion reports whether what p is called says that it is a version.
func (s *summarizer) namesVersion(f *ssa.Function, p effect.Place) bool {
	if p.Path == "" {
		return kube.VersionName(f.Params[p.Param].Name())
	}
	if kube.VersionName(p.Path[1:]) || kube.SaysVersion(f.Name()) {
		return true
	}
	n := pointee(f.Params[p.Param].Type())
	if n == nil {
		return false
	}
	return kube.SaysVersion(n.Obj().Name()) || s.places[pointsto.Loc{Base: pointsto.Field{Type: n.Origin().Obj(), Name: p.Path[1:]}}]
}

// returnsList reports whether result i of f is a list that it made, or nil.
func (s *summarizer) returnsList(f *ssa.Function, i int) bool {
	t := f.Signature.Results().At(i).Type()
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if _, iface := t.Underlying().(*types.Interface); !iface && !kube.IsList(t) {
		return false
	}
	found := false
	for _, r := range ssaquery.Returns(f) {
		for _, v := range s.values(r.Results[i]) {
			if v == r.Results[i] && loadedFrom(v) != nil || ssaquery.IsNil(v) {
				continue
			}
			if s.loops.of(v) != fromList {
				return false
			}
			found = true
		}
	}
	return found
}

// repeats notes the functions that call a function again which they are given.
func (s *summarizer) repeats() {
	finder := repeatFinder{s.loops}
	for _, f := range s.Funcs() {
		e := s.of(f)
		if e == nil {
			continue
		}
		for i, p := range f.Params {
			if sig, ok := p.Type().Underlying().(*types.Signature); ok {
				if a, ok := finder.againOf(f, i, sig); ok {
					a.Param = i
					e.Again = append(e.Again, a)
				}
			}
		}
	}
}
