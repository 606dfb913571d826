package watchflow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// positions follows the position of every sink back to what can set it. It fills in
// what that says of the sinks, and returns the places where an event moves one.
func positions(o *ordering, sinks []*Sink, sinkAt map[ssa.Instruction]*Sink) []*Advance {
	var all []*Advance
	for _, s := range sinks {
		if s.value == nil && len(s.options) == 0 {
			s.unset = true
			continue
		}
		s.locs = map[pointsto.Loc]bool{}
		w := &walk{code: o.code, origins: o.origins, order: o, sinkAt: sinkAt, sink: s}
		flow.Follow(source{}, nil, w.visit)
		s.unset = (w.unset || w.fresh) && !w.listed && !w.given && !w.unknown && !onlyResumes(o.code, s)
		s.resumes = w.listed || w.given
		s.onlyListed = w.listed && !w.given && !w.empty && !w.unknown && !w.kept && !w.moved
		for _, a := range w.advances {
			a.Empty = !w.listed && (w.empty || w.kept && !w.given)
			i := slices.IndexFunc(all, func(b *Advance) bool { return b.Site == a.Site })
			if i < 0 {
				all = append(all, a)
				continue
			}
			all[i].direct = all[i].direct && a.direct && all[i].Sinks[0] == s
			all[i].Sinks = append(all[i].Sinks, s)
			all[i].Empty = all[i].Empty || a.Empty
		}
	}
	// What nobody resumes from is no position.
	all = slices.DeleteFunc(all, func(a *Advance) bool { return a.direct && onceForEach(o.code, a.Sinks[0], a.loc) })
	for _, a := range all {
		for _, s := range a.Sinks {
			s.advances, s.resumes = true, true
		}
	}
	return all
}

// onlyResumes reports whether control comes to s only past a test that its position is not "".
func onlyResumes(c *code, s *Sink) bool {
	isPosition := func(v ssa.Value) bool {
		places := append(slices.Clone(c.Registers.Held(v)), pointsto.Loc{Base: v})
		for _, l := range c.ReadFrom(v) {
			places = append(places, l)
			if defs := c.Defs(l); len(defs) == 1 { // a copy of a parameter
				places = append(places, pointsto.Loc{Base: defs[0].Val, Path: defs[0].Path})
			}
		}
		return slices.ContainsFunc(places, func(l pointsto.Loc) bool { return slices.Contains(s.named, l) })
	}
	return ssaquery.OnlyBehind(s.Instr, func(test *ssa.If, yes bool) bool {
		cond, ok := test.Cond.(*ssa.BinOp)
		return ok && (cond.Op == token.NEQ && yes || cond.Op == token.EQL && !yes) && ssaquery.IsEmptyString(cond.Y) && isPosition(cond.X)
	})
}

// A walk follows the position of one sink back to everything that can set it.
type walk struct {
	code     *code
	origins  *origins
	order    *ordering
	sinkAt   map[ssa.Instruction]*Sink // only read what they are given
	sink     *Sink
	on       func(source, *hop) // visits what was not visited yet
	visited  int
	advances []*Advance

	empty   bool // "" or "0" or nothing at all reaches the sink
	unset   bool // "" or nothing at all reaches it, "0" does not count
	listed  bool // the version of a list reaches it
	given   bool // some caller's version reaches it
	kept    bool // it outlives the function: a field, zero until it is set
	fresh   bool // it is kept in a field that only this package sets
	unknown bool // something that cannot be followed may reach it
	moved   bool // an event sets it, if only to something newer
}

// Bounds of one walk.
const (
	// maxWalk is the number of values and loads that are followed. The largest
	// loops that people wrote take some hundreds; what is beyond is left out, so
	// that less is known of the sink, not more.
	maxWalk = 2000
	// maxWalkPath is the length of the path of a load in bytes, as a bound on
	// structs that are copied into themselves.
	maxWalkPath = 96
)

// A source is what the position of a sink may come from: what lies at path in the value v, or what the instruction at
// reads at loc. The zero source is the sink itself.
type source struct {
	v    ssa.Value
	path string
	at   ssa.Instruction
	loc  pointsto.Loc
}

// visit follows s, which gets to the sink by h, one step back.
func (w *walk) visit(s source, h *hop, on func(source, *hop)) {
	w.on = on
	if w.visited++; w.code.log.Past(w.visited, maxWalk, w.sink.Instr.Parent(), "gave up tracing where its watch resumes: too many values") {
		return
	}
	switch {
	case s.v != nil:
		w.value(s.v, s.path, h)
	case s.at != nil:
		w.load(s.at, s.loc, h)
	default:
		w.start()
	}
}

// from follows what lies at path in the value v, which gets to the sink by h.
func (w *walk) from(v ssa.Value, path string, h *hop) {
	if v != nil {
		w.on(source{v: v, path: path}, h)
	}
}

// read follows what the instruction at reads at l, which gets to the sink by h.
func (w *walk) read(at ssa.Instruction, l pointsto.Loc, h *hop) { w.on(source{at: at, loc: l}, h) }

// start follows what the sink is given.
func (w *walk) start() {
	s := w.sink
	if s.options != nil {
		w.raw()
		return
	}
	if _, ptr := s.value.Type().Underlying().(*types.Pointer); ptr && s.path != "" {
		for _, l := range w.code.Pointees(s.value) {
			w.read(s.Instr, l.At(s.path), nil)
		}
		return
	}
	w.from(s.value, s.path, nil)
}

// raw follows the version in the raw options that controller-runtime's options
// carry.
func (w *walk) raw() {
	var zero bool
	found := 0
	for _, o := range w.sink.options {
		for _, l := range w.code.Pointees(o) {
			if a, ok := l.Base.(*ssa.Alloc); !ok || w.lent(a) {
				w.unknown = true
			}
			defs, none := w.code.ReachingDefs(w.sink.Instr, l.At("."+kube.RawField))
			zero = zero || none
			for _, d := range defs {
				if ssaquery.IsNil(d.Val) {
					zero = true
					continue
				}
				found++
				if d.Path != "" {
					w.unknown = true // a copy of other options
					continue
				}
				for _, r := range w.code.Pointees(d.Val) {
					w.read(w.sink.Instr, r.At("."+kube.ResourceVersionField), nil)
				}
			}
		}
	}
	// One of several may bring the version.
	if zero && (found == 0 || len(w.sink.options) == 1) {
		w.nothing()
	}
}

// nothing notes that a way leads to the sink on which no version is set.
func (w *walk) nothing() { w.empty, w.unset = true, true }

// value follows what lies at path in v one step back.
func (w *walk) value(v ssa.Value, path string, h *hop) {
	w.name(v, path)
	if path == "" && w.version(v, h) {
		return
	}
	w.sources(v, path, h)
}

// sources follows path of what v is made of.
func (w *walk) sources(v ssa.Value, path string, h *hop) {
	if call := ssaquery.ResultOf(v); call != nil {
		w.result(call, v, path, h)
		return
	}
	switch v := v.(type) {
	case *ssa.Const:
		if s := ssaquery.StringConst(v); path != "" || noVersion(s) {
			w.empty = true
			w.unset = w.unset || s == ""
		}
	case *ssa.Phi:
		w.joined(v, path, h)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			for _, l := range w.code.Locs(v.X) {
				w.read(v, l.At(path), h)
			}
		}
	case *ssa.Field:
		w.from(v.X, "."+ssaquery.StructField(v.X.Type(), v.Field).Name()+path, h)
	case *ssa.Parameter:
		w.parameter(v, path, h)
	default:
		wraps := false
		for x := range ssaquery.Through(v) {
			wraps = true
			w.from(x, path, h)
		}
		w.unknown = w.unknown || !wraps
	}
}

// name notes the variables that v, which gets to the sink, is assigned to.
func (w *walk) name(v ssa.Value, path string) {
	for _, l := range slices.Backward(w.code.Registers.Held(v)) { // the last one is nearest to the sink
		w.sink.passes(l.At(path))
	}
	if _, ok := v.(*ssa.Parameter); ok {
		w.sink.passes(pointsto.Loc{Base: v, Path: path})
	}
}

// joined follows path of what phi joins: the values that its variable can have there.
func (w *walk) joined(phi *ssa.Phi, path string, h *hop) {
	l, ok := w.code.Registers.Variable(phi)
	if !ok {
		for _, e := range phi.Edges {
			w.from(e, path, h)
		}
		return
	}
	l = l.At(path)
	w.sink.locs[l] = true
	w.sink.passes(l)
	defs, zero := w.code.Registers.Joined(phi)
	if zero {
		w.nothing()
	}
	for _, d := range defs {
		if _, ok := d.Val.(*ssa.Const); !ok && w.resetInLoop(l, phi) || w.guarded(d.At) {
			continue
		}
		w.from(d.Val, path, &hop{site: d.At, loc: l, store: d.At, prev: h})
	}
}

// version reports whether v is the version of an event's object or of a list,
// which ends the walk there.
func (w *walk) version(v ssa.Value, h *hop) bool {
	obj, ok := versionOf(v)
	if !ok {
		return false
	}
	switch w.origins.of(obj) {
	case fromEvent:
		w.advance(v, h)
		return true
	case fromList:
		w.listed = true
		w.sink.listed = append(w.sink.listed, v)
		return true
	}
	// Of an object that came some other way; not of options, and not what the package
	// keeps in a field of its own.
	w.given = w.given || kube.OptionsField(obj.Type()) == "" && !w.ownField(v)
	return false
}

// ownField reports whether v reads a field that only this package sets.
func (w *walk) ownField(v ssa.Value) bool {
	fa, ok := loadedFrom(v).(*ssa.FieldAddr)
	if !ok {
		return false
	}
	f := ssaquery.StructField(fa.X.Type(), fa.Field)
	return !f.Exported() && f.Pkg() == w.code.pkg
}

// guarded reports whether the position is set at at only to something newer: that
// moves it, but is no advance.
func (w *walk) guarded(at ssa.Instruction) bool {
	is := w.order.ordered(at)
	w.moved = w.moved || is
	return is
}

// advance notes that the version v of an event gets to the sink by h.
func (w *walk) advance(v ssa.Value, h *hop) {
	w.moved = true
	if a := newAdvance(w.sink, v, h); a != nil {
		w.advances = append(w.advances, a)
	}
}

// parameter follows what the package's calls pass for v.
func (w *walk) parameter(v *ssa.Parameter, path string, h *hop) {
	w.sink.forwards = w.sink.forwards || kube.OptionsField(v.Type()) != "" && ssaquery.Outermost(v.Parent()) == ssaquery.Outermost(w.sink.Instr.Parent())
	args := w.code.Args(v)
	if len(args) == 0 { // given by callers that are not seen
		w.given = w.given || path == ""
		w.unknown = true
	}
	for _, a := range args {
		if !w.guarded(a.Call) {
			w.from(a.Value, path, &hop{site: a.Call, loc: h.location(), prev: h})
		}
	}
}

// result follows v, a result of a call.
func (w *walk) result(call *ssa.Call, v ssa.Value, path string, h *hop) {
	if fns := w.code.Callees(call); len(fns) > 0 {
		for _, r := range w.code.returned(v) {
			w.from(r, path, h)
		}
		return
	}
	switch {
	case calleeName(&call.Call) == "max":
		return // the newer of two
	case makesSingleObject(call):
		w.nothing() // it sets nothing but the selector
		return
	}
	w.unknown = true
	if e, several := v.(*ssa.Extract); !several || e.Index == 0 {
		w.formatted(&call.Call, h)
	}
}

// formatted follows the arguments of functions that convert a version to and
// from numbers, escape it or build it into a text.
func (w *walk) formatted(c *ssa.CallCommon, h *hop) {
	if !formats(c) {
		return
	}
	for _, a := range c.Args {
		if _, ok := a.(*ssa.Const); ok {
			continue
		}
		w.from(ssaquery.Unwrap(a), "", h)
		for _, e := range ssaquery.Gathered(a) {
			w.from(ssaquery.Unwrap(e), "", h)
		}
	}
}

// formats reports whether c calls a function that converts a version to or from a
// number, escapes it or builds it into a text.
func formats(c *ssa.CallCommon) bool {
	f, ok := c.Value.(*ssa.Function)
	if !ok || c.IsInvoke() || f.Pkg == nil {
		return false
	}
	return slices.Contains([]string{"strconv", "fmt", "strings", "net/url", "math/big"}, f.Pkg.Pkg.Path())
}

// makesSingleObject reports whether v is metav1.SingleObject(...).
func makesSingleObject(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	fn, ok := call.Call.Value.(*ssa.Function)
	return ok && kube.IsSingleObject(fn.Object())
}

// load follows what may have been stored at l when the instruction at reads it.
func (w *walk) load(at ssa.Instruction, l pointsto.Loc, h *hop) {
	if w.code.log.Past(len(l.Path), maxWalkPath, at.Parent(), "gave up tracing where its watch resumes: structs in structs") {
		return
	}
	defs, zero := w.code.ReachingDefs(at, l)
	if v, ok := l.Base.(ssa.Value); zero && !(ok && ssaquery.ResultOf(v) != nil) { // what another package makes is not known to be zero
		w.nothing()
	}
	w.base(l, len(defs) == 0)
	if _, field := l.Base.(pointsto.Field); field {
		w.sink.reads = append(w.sink.reads, at)
	}
	temp := len(defs) == 1 && !zero && defs[0].At.Block().Dominates(at.Block()) && defs[0].At.Parent() == at.Parent()
	if !temp {
		w.sink.locs[l] = true
	}
	w.sink.passes(l)
	for _, d := range defs {
		if _, ok := d.Val.(*ssa.Const); !ok && w.resetInLoop(l, at) {
			continue
		}
		next := h
		if !temp {
			if w.guarded(d.At) {
				continue
			}
			next = &hop{site: d.At, loc: l, store: d.At, prev: h}
		}
		w.from(d.Val, d.Path, next)
	}
}

// base notes what the kind of memory says of who else can set l. unset: nobody sets it in this package.
func (w *walk) base(l pointsto.Loc, unset bool) {
	switch b := l.Base.(type) {
	case *ssa.Alloc:
		w.unknown = w.unknown || w.lent(b)
	case *ssa.Global:
		w.kept = true
		w.unknown = w.unknown || !w.frozen(b)
	case pointsto.Field:
		w.kept = true
		if b.Type.Pkg() == w.code.pkg && !token.IsExported(b.Name) {
			// Zero, until one of the stores that are all here.
			w.fresh = true
		} else {
			w.unknown = true
		}
		w.given = w.given || unset
	default:
		w.unknown = true
	}
}

// lent reports whether some function that is not seen gets a's address, and so
// may write there. controller-runtime's options, and the raw ones in them, are
// only read, unless an option may be applied to them.
func (w *walk) lent(a *ssa.Alloc) bool {
	along := flow.Walk{Along: flow.Merged | flow.Kept | flow.Gathered | flow.Sliced, Callees: w.lentTo}
	return !along.Only(a, func(u flow.Use) bool {
		switch at := u.At.(type) {
		case ssa.CallInstruction:
			return w.sinkAt[at] != nil
		case *ssa.MakeInterface:
			return kube.IsRuntimeListOption(at.Type())
		case *ssa.Store:
			return false
		}
		return true
	})
}

// lentTo are the functions that call runs, none if types of other packages may have the method that it calls, too.
func (w *walk) lentTo(call ssa.CallInstruction) []*ssa.Function {
	if w.sinkAt[call] != nil {
		return nil
	}
	if c := call.Common(); c.IsInvoke() && c.Method.Exported() {
		if _, all := w.code.Dispatch(c, nil); !all {
			return nil
		}
	}
	return w.code.Callees(call)
}

// frozen reports whether g is a variable of watch options that lies in this package, and goes nowhere. Variables that are a
// text are left out: the linker can set them.
func (w *walk) frozen(g *ssa.Global) bool {
	elem := g.Type().(*types.Pointer).Elem()
	if _, ok := elem.Underlying().(*types.Struct); !ok || g.Pkg.Pkg != w.code.pkg || token.IsExported(g.Name()) || kube.OptionsField(elem) == "" {
		return false
	}
	return flow.Walk{Along: flow.Parts, In: w.code.uses}.Only(g, func(u flow.Use) bool {
		_, load := u.At.(*ssa.UnOp)
		return load
	})
}

// resetInLoop reports whether l is emptied at the start of each round of a
// loop and at reads it behind that loop: then only the last round counts, and
// whatever ended it (an initial-events-end bookmark) came last.
func (w *walk) resetInLoop(l pointsto.Loc, at ssa.Instruction) bool {
	return w.code.isLocal(l, at.Parent()) && slices.ContainsFunc(w.code.Stores(l), func(d pointsto.Def) bool {
		c, ok := d.Val.(*ssa.Const)
		return ok && ssaquery.StringConst(c) == "" && d.At.Parent() == at.Parent() && ssaquery.InLoop(d.At.Block()) && !ssaquery.LeadsOn(at.Block(), d.At.Block())
	})
}
