package informer

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A kind is what happens to a factory, or to one of its informers.
type kind string

const (
	// asks: the informer is made, if it is not there yet.
	asks kind = "asks"
	// starts: the informers that were asked for are run.
	starts kind = "starts"
	// waits: for those that are run.
	waits kind = "waits"
	// unknown: the informer may be asked for, run by hand or filled, at any time.
	unknown kind = "unknown"
	// escapes: anything may happen to the factory.
	escapes kind = "escapes"
)

// An event is what happens somewhere below one instruction of the function whose factory is followed.
type event struct {
	kind  kind
	chain string          // which informer: ".Core.V1.Pods"; anyKind if it is named by a value
	at    ssa.Instruction // where it happens, or what makes the literal that does it later; nil if that is not known
	shown ssa.Instruction // what does it: at, or an instruction of the literal
	later bool            // in a goroutine or literal, so that it is not known when
}

// anyKind is the chain of informers that ForResource and InformerFor return.
const anyKind = ".*"

// may reports whether the informers of two chains may be one.
func may(a, b string) bool {
	return a == anyKind || b == anyKind || strings.HasPrefix(a, b) || strings.HasPrefix(b, a)
}

// A program follows the factories of a package.
type program struct {
	*flow.Package
	pass      *analysis.Pass
	params    map[*ssa.Parameter][]event
	returning map[*ssa.Function]bool // the functions whose results are looked at now
}

// events are what happens to the factory v in its function, and in those that are given it.
func (p *program) events(v ssa.Value) []event {
	f := &follower{program: p, seen: map[ssa.Value]bool{}}
	f.value(v, "", where{})
	return f.found
}

// param is what happens to a parameter. Its events have no places.
func (p *program) param(x *ssa.Parameter) []event {
	if known, ok := p.params[x]; ok {
		return known
	}
	p.params[x] = []event{gone(x.Type(), "")} // for recursive functions
	p.params[x] = distinct(p.events(x))
	return p.params[x]
}

// distinct are events without their places, each where it is the first of its like or the last one: that says which
// can come before which. Layers of helpers that each call the next in two places would otherwise double them.
func distinct(events []event) []event {
	last := map[event]int{}
	for i := range events {
		events[i].at, events[i].shown = nil, nil
		last[events[i]] = i
	}
	var out []event
	seen := map[event]bool{}
	for i, e := range events {
		if !seen[e] || last[e] == i {
			out = append(out, e)
		}
		seen[e] = true
	}
	return out
}

// gone is what is known of a value that leaves for where nobody follows it.
func gone(t types.Type, chain string) event {
	if kube.IsInformerFactory(t) {
		return event{kind: escapes}
	}
	return event{kind: unknown, chain: chain}
}

// A follower follows one factory.
type follower struct {
	program *program
	seen    map[ssa.Value]bool
	found   []event
}

// A where is a place in the function whose factory is followed: the zero value says that what is looked at is
// in that function.
type where struct {
	at    ssa.Instruction
	shown ssa.Instruction // nil: the next instruction
	inner bool            // at stands for what is looked at
	later bool
}

// of is the place of i.
func (w where) of(i ssa.Instruction) where {
	if !w.inner {
		w.at, w.inner = i, true
	}
	if w.shown == nil {
		w.shown = i
	}
	switch i.(type) {
	case *ssa.Go:
		w.later = true
	case *ssa.Defer:
		w.later, w.at = true, nil
	}
	return w
}

// literal is the place of what the literal mc does: not before it is made.
func (w where) literal(mc *ssa.MakeClosure) where {
	if call := ssaquery.CalledAtOnce(mc); call != nil {
		return w.of(call)
	}
	if !w.inner {
		w.at, w.inner = mc, true
	}
	return where{at: w.at, inner: true, later: true}
}

func (f *follower) add(k kind, chain string, w where) {
	f.found = append(f.found, event{kind: k, chain: chain, at: w.at, shown: w.shown, later: w.later})
}

func (f *follower) gone(v ssa.Value, chain string, w where) {
	f.add(gone(v.Type(), chain).kind, chain, w)
}

// value follows a factory, or what its chain of accessors returned.
func (f *follower) value(v ssa.Value, chain string, w where) {
	if f.seen[v] {
		return
	}
	f.seen[v] = true
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.BinOp:
		case *ssa.Store:
			if a, ok := ref.Addr.(*ssa.Alloc); ok && len(ssaquery.StoredIn(a)) == 1 {
				f.variable(a, v, chain, w)
				continue
			}
			if at, ok := ref.Addr.(*ssa.FieldAddr); ok && ref.Val == v && f.field(at, ref, chain, w) {
				continue
			}
			f.gone(v, chain, w.of(ref))
		case *ssa.MakeClosure:
			f.methodValue(v, ref, chain, w)
		case ssa.CallInstruction:
			f.call(v, ref, chain, w.of(ref))
		case *ssa.ChangeInterface, *ssa.TypeAssert: // which a method value has before it
			if as := ref.(ssa.Value); leadsOn(as.Type()) {
				f.value(as, chain, w)
				continue
			}
			f.gone(v, chain, w.of(ref))
		default:
			f.gone(v, chain, w.of(ref))
		}
	}
}

// variable follows what is loaded from the variable x, the value v.
func (f *follower) variable(x, v ssa.Value, chain string, w where) {
	for _, ref := range *x.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Val != v {
				f.gone(v, chain, w)
			}
		case *ssa.UnOp:
			f.value(ref, chain, w)
		case *ssa.MakeClosure:
			f.variable(ref.Fn.(*ssa.Function).FreeVars[slices.Index(ref.Bindings, x)], v, chain, w.literal(ref))
		default:
			f.gone(v, chain, w)
		}
	}
}

// field follows what is read from the field at at, into which st stores a value, and nothing else. It reports false
// where others may read or set it.
func (f *follower) field(at *ssa.FieldAddr, st *ssa.Store, chain string, w where) bool {
	v := st.Val
	uses, ok := f.program.FieldUses(at)
	if !ok || slices.ContainsFunc(uses, func(use ssa.Value) bool { return setsOther(use, v) }) {
		return false
	}
	for _, use := range uses {
		in := where{inner: true, later: true} // any method, at any time
		if !w.inner {
			in.at = st // but not before that
		}
		if a, ok := use.(*ssa.FieldAddr); ok && a.X == at.X {
			in = w
		}
		if _, whole := use.(*ssa.Field); whole {
			f.value(use, chain, in)
			continue
		}
		f.variable(use, v, chain, in)
	}
	return true
}

// setsOther reports whether something else than v is stored into the field at at.
func setsOther(at, v ssa.Value) bool {
	return slices.ContainsFunc(*at.Referrers(), func(r ssa.Instruction) bool {
		st, ok := r.(*ssa.Store)
		return ok && st.Addr == at && st.Val != v
	})
}

// methodValue follows v.Run and the like.
func (f *follower) methodValue(v ssa.Value, mc *ssa.MakeClosure, chain string, w where) {
	m, ok := mc.Fn.(*ssa.Function).Object().(*types.Func)
	w = where{inner: true, later: true}
	switch {
	case ok && kube.FactoryCallOf(m, v.Type()) == kube.FactoryStarts:
		f.add(starts, chain, w)
	case ok && kube.IsSharedInformer(v.Type()) && !kube.RunsInformer(m) && !kube.IsStore(kube.ResultOf(m)):
	default:
		f.gone(v, chain, w)
	}
}

func (f *follower) call(v ssa.Value, call ssa.CallInstruction, chain string, w where) {
	c := call.Common()
	if c.IsInvoke() && c.Value == v {
		f.method(v, call, chain, w)
	}
	for i, arg := range c.Args {
		if arg == v {
			f.argument(v, c, i, chain, w)
		}
	}
}

// method follows a call of a method of v.
func (f *follower) method(v ssa.Value, call ssa.CallInstruction, chain string, w where) {
	m := call.Common().Method
	switch {
	case kube.IsInformerFactory(v.Type()):
		f.factoryMethod(v, call, chain, w)
	case kube.IsInformerGetter(v.Type()):
		f.add(asks, chain, w)
		f.result(call, chain, w)
	case !kube.IsSharedInformer(v.Type()):
		f.result(call, chain+"."+m.Name(), w)
	case kube.RunsInformer(m) || kube.IsStore(kube.ResultOf(m)) && !f.program.onlyRead(call):
		f.add(unknown, chain, w)
	}
}

func (f *follower) factoryMethod(v ssa.Value, call ssa.CallInstruction, chain string, w where) {
	m := call.Common().Method
	switch kube.FactoryCallOf(m, v.Type()) {
	case kube.FactoryStarts:
		f.add(starts, chain, w)
	case kube.FactoryWaits:
		f.add(waits, chain, w)
	case kube.FactoryAsks:
		f.add(asks, anyKind, w)
		f.result(call, anyKind, w)
	case kube.FactoryGroup:
		f.result(call, chain+"."+m.Name(), w)
	case kube.FactoryOther:
		f.gone(v, chain, w)
	}
}

// result follows the first result of the call, if it leads to informers.
func (f *follower) result(call ssa.CallInstruction, chain string, w where) {
	if call.Value() == nil {
		return
	}
	if v := ssaquery.ResultAt(call.Value(), 0); v != nil && leadsOn(v.Type()) {
		if w.at == call {
			w = where{later: w.later}
		}
		f.value(v, chain, w)
	}
}

// leadsOn reports whether values of type t are followed.
func leadsOn(t types.Type) bool {
	return kube.IsSharedInformer(t) || kube.IsInformerGetter(t) || kube.LeadsToInformers(t) || kube.IsInformerFactory(t)
}

// argument follows v into the function that c calls.
func (f *follower) argument(v ssa.Value, c *ssa.CallCommon, i int, chain string, w where) {
	known, ok := f.program.callee(c, i)
	if !ok {
		f.gone(v, chain, w)
		return
	}
	for _, e := range known {
		if e.chain != anyKind {
			e.chain = chain + e.chain
		}
		e.at, e.shown, e.later = w.at, w.shown, e.later || w.later
		f.found = append(f.found, e)
	}
}

// callee is what the function that c calls does with its argument i.
func (p *program) callee(c *ssa.CallCommon, i int) ([]event, bool) {
	if fn := c.StaticCallee(); fn != nil && i < len(fn.Params) && len(fn.Blocks) > 0 {
		return p.param(fn.Params[i]), true
	}
	fn := ssaquery.Called(c)
	if fn == nil {
		return nil, false
	}
	does, _ := fact.Of[handling](p.pass, fn)
	return does.of(i)
}

// onlyRead reports whether nothing puts objects into the store that call returns.
func (p *program) onlyRead(call ssa.CallInstruction) bool {
	v := call.Value()
	if v == nil {
		return false
	}
	uses := p.Of(v)
	_, put := uses.Call(func(m *types.Func) bool {
		does, ok := kube.OwnStore(m)
		return !ok || does.Put > 0
	})
	return !uses.Escapes && !put
}
