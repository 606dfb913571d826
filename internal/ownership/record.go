package ownership

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/effect"
	"github.com/k8slint/k8slint/internal/ownership/heap"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// summary is what is known of fn now; the function under analysis is
// analysed again when that changes.
func (a *recorder) summary(fn *ssa.Function) *effect.Summary {
	a.out.readsFn[fn] = true
	if r := a.memory.e.results[fn]; r != nil {
		return r.sum
	}
	return nil
}

// A recorder notes what a function does to memory of others.
type recorder struct {
	memory *memory
	// collect is set in the last pass, when values no longer change: only
	// then are effects recorded.
	collect bool
	depth   int // of summaries applied within summaries
	out     *result
	kept    []keptFunc // see keepFuncs
	// later is set while functions are executed that are called when the function under
	// analysis is over.
	later bool
	// reached is what feasible says in the last pass: a callee has many writes at one call.
	reached map[reach]bool
}

// A reach is what makes a write feasible: an object, and the instruction and value that it goes through.
type reach struct {
	object  *heap.Object
	inst    ssa.Instruction
	through ssa.Value
}

// feasible is that of the memory, asked once.
func (a *recorder) feasible(o *heap.Object, w effect.Write) bool {
	key := reach{o, w.Site().Inst, w.Site().Through}
	may, asked := a.reached[key]
	if !asked {
		may = a.memory.feasible(o, w)
		a.reached[key] = may
	}
	return may
}

// A keptFunc is a function that site puts under a key.
type keptFunc struct {
	site callSite
	key  string
	fn   heap.Ref
}

// write records that memory at the addresses v is written by inst.
func (a *recorder) write(v heap.Values, inst ssa.Instruction, what string, pos token.Pos) {
	if !a.collect || len(v) == 0 {
		return
	}
	if !pos.IsValid() {
		pos = ssaquery.Position(inst)
	}
	if _, call := inst.(ssa.CallInstruction); call {
	} else if x, op := a.memory.e.source.Assigned(pos); x != nil {
		pos = x.Pos()
		if s := ssaquery.Text(x); s != "" {
			what = s
		}
		if k := effect.Kind(op.String()); k.IsOperator() {
			what = k.Of(what)
		}
	}
	if st, ok := inst.(*ssa.Store); ok && isKindPlace(st.Addr) && (kindQuery{a.memory, v}).missing(inst) {
		what = effect.Kindless.Of(what)
	}
	a.writeAt(v, effect.Write{What: what, Posn: a.memory.e.posn(pos)}.AtSite(effect.Site{Pos: pos, Inst: inst, Arg: -1}), callSite{inst: inst, pos: pos})
}

func (a *recorder) writeAt(v heap.Values, w effect.Write, site callSite) {
	for _, r := range v {
		if r.Copy {
			continue
		}
		switch {
		case r.Obj.Kind == heap.Cached:
			a.found(r, w, site)
		case r.Obj.Outer():
			if a.tells(site) && a.feasible(r.Obj, w) {
				w.At.Guard = cmp.Or(a.memory.guardAt(w.Site().Inst.Block()), a.memory.fieldGuardAt(w.Site().Inst.Block(), r), w.At.Guard)
				a.out.writes = append(a.out.writes, pendingWrite{r, w})
			}
		}
	}
}

// tells reports whether what happens at site to memory of the caller is the function's
// to tell: it does it, or a function literal of it does that it registers. Of other
// handlers it is not known whose memory they get.
func (a *recorder) tells(site callSite) bool {
	return !a.later && (site.entry == nil || ssaquery.Encloses(site.entry, a.memory.fn))
}

// found records a write to the cache.
func (a *recorder) found(r heap.Ref, w effect.Write, site callSite) {
	if site.entry == nil && !a.feasible(r.Obj, w) {
		return
	}
	f := &Finding{
		Fn:     a.memory.fn,
		Origin: r.Obj.Origin,
		Site:   r.Obj.Site,
		What:   w.What,
		Posn:   w.Posn,
		Via:    w.Via,
		Pos:    w.Site().Pos,
		arg:    w.Site().Arg,
		typ:    r.Obj.Type,
		callee: w.Site().Callee,
		Inst:   w.Site().Inst,
		Source: r.Obj.Origin.Pos(),

		registered: site.registered,
	}
	if site.entry != nil {
		f.Fn = site.entry
		f.Site = nil
		f.Entry = true
	}
	a.out.findings = append(a.out.findings, f)
}

// noteLocal records that fn writes memory that is local to the caller.
func (a *recorder) noteLocal(c *ssa.CallCommon, fn *ssa.Function, args []heap.Values) {
	if !a.collect {
		return
	}
	for _, w := range a.summary(fn).AllWrites() {
		// A receiver holds the caller's own state: what is written there is
		// no object.
		if w.At.Base != effect.Param || w.At.Idx >= len(args) || w.At.Idx == 0 && fn.Signature.Recv() != nil {
			continue
		}
		if v := argument(c, w.At); v != nil && ssaquery.IsNil(v) {
			continue
		}
		if arg := args[w.At.Idx]; allLocal(arg) && allLocal(a.memory.walk(arg, w.At.Path, w.At.Copy)) {
			a.out.local[paramOf{fn, w.At.Idx}] = true
		}
	}
}

// implementations are what a call of m on a value of the interface type t may
// run, with what is known of them now.
func (a *recorder) implementations(t types.Type, m *types.Func) []implementation {
	impls := a.memory.e.dispatch.implementations(t, m)
	out := make([]implementation, 0, len(impls))
	agree := true
	for _, im := range impls {
		if im.fn != nil {
			im.sum = a.summary(im.fn)
		}
		agree = agree && returnsCached(im.sum)
		out = append(out, im)
	}
	for i := range out {
		out[i].agreed = agree
	}
	return slices.DeleteFunc(out, func(im implementation) bool { return im.sum == nil })
}
