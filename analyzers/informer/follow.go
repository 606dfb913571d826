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
	chain string // which informer: ".Core.V1.Pods"; anyKind if it is named by a value
	where
}

// A where is a place in the function whose factory is followed: the zero value says that what is looked at is
// in that function.
type where struct {
	at    ssa.Instruction // where it happens, or what makes the literal that does it later; nil if that is not known
	shown ssa.Instruction // what does it: at, or an instruction of the literal; nil: the next instruction
	inner bool            // at stands for what is looked at
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

// A name is what a factory, or what its chain of accessors returned, is called, and where. Or it is what happens to
// that, if it has a kind.
type name struct {
	value ssa.Value
	in    ssa.Value // the address of the variable or field that value lies in, nil for value itself
	event
}

// events are what happens to the factory v in its function, and in those that are given it.
func (p *program) events(v ssa.Value) []event {
	var found []event
	flow.Any(name{value: v}, p.next, func(n name) bool {
		if n.kind != "" {
			found = append(found, n.event)
		}
		return false
	})
	return found
}

// next are the names that n leads to, and what happens to it.
func (p *program) next(n name) []name {
	at := n.value
	switch {
	case n.kind != "":
		return nil
	case n.in != nil:
		at = n.in
	}
	var out []name
	for _, ref := range *at.Referrers() {
		out = append(out, p.use(n, ref)...)
	}
	return out
}

// param is what happens to a parameter. Its events have no places.
func (p *program) param(x *ssa.Parameter) []event {
	if known, ok := p.params[x]; ok {
		return known
	}
	p.params[x] = []event{name{value: x}.gone().event} // for recursive functions
	p.params[x] = distinct(p.events(x))
	return p.params[x]
}

// distinct are events without their places, each once. Layers of helpers that each call the next in two places would
// otherwise double them.
func distinct(events []event) []event {
	var out []event
	for _, e := range events {
		if e.where = (where{later: e.later}); !slices.Contains(out, e) {
			out = append(out, e)
		}
	}
	return out
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

// is says that k happens to n.
func (n name) is(k kind) name { return name{event: event{k, n.chain, n.where}} }

// gone says that n leaves for where nobody follows it.
func (n name) gone() name {
	if kube.IsInformerFactory(n.value.Type()) {
		return n.is(escapes)
	}
	return n.is(unknown)
}

// as is n by the name v.
func (n name) as(v ssa.Value) name {
	n.value, n.in = v, nil
	return n
}

// use is what ref makes of a factory, of what its chain of accessors returned, or of what holds either.
func (p *program) use(n name, ref ssa.Instruction) []name {
	switch ref := ref.(type) {
	case *ssa.BinOp:
		return nil
	case *ssa.UnOp:
		if n.in != nil {
			return []name{n.as(ref)}
		}
	case *ssa.Store:
		if ref.Val != n.value {
			break
		}
		if n.in != nil {
			return nil
		}
		if a, ok := ref.Addr.(*ssa.Alloc); ok && len(ssaquery.StoredIn(a)) == 1 {
			n.in = a
			return []name{n}
		}
		if at, ok := ref.Addr.(*ssa.FieldAddr); ok {
			return p.field(n, at, ref)
		}
	case *ssa.MakeClosure:
		if n.in == nil {
			return methodValue(n, ref)
		}
		n.in, n.where = ref.Fn.(*ssa.Function).FreeVars[slices.Index(ref.Bindings, n.in)], n.literal(ref)
		return []name{n}
	case ssa.CallInstruction:
		if n.in == nil {
			n.where = n.of(ref)
			return p.call(n, ref)
		}
	case *ssa.ChangeInterface, *ssa.TypeAssert: // which a method value has before it
		if as := ref.(ssa.Value); leadsOn(as.Type()) {
			return []name{n.as(as)}
		}
	}
	return []name{n.gone()}
}

// field is what is read from the field at at, into which st stores n. Others may not read it, or set it to something else.
func (p *program) field(n name, at *ssa.FieldAddr, st *ssa.Store) (read []name) {
	uses, ok := p.FieldUses(at)
	if !ok || slices.ContainsFunc(uses, func(use ssa.Value) bool { return setsOther(use, n.value) }) {
		return []name{n.gone()}
	}
	for _, use := range uses {
		to := n
		if a, ok := use.(*ssa.FieldAddr); !ok || a.X != at.X {
			to.where = where{inner: true, later: true} // any method, at any time
			if !n.inner {
				to.at = st // but not before that
			}
		}
		if _, whole := use.(*ssa.Field); whole {
			to = to.as(use)
		} else {
			to.in = use
		}
		read = append(read, to)
	}
	return read
}

// setsOther reports whether something else than v is stored into the field at at.
func setsOther(at, v ssa.Value) bool {
	return slices.ContainsFunc(*at.Referrers(), func(r ssa.Instruction) bool {
		st, ok := r.(*ssa.Store)
		return ok && st.Addr == at && st.Val != v
	})
}

// methodValue is what becomes of n.Run and the like.
func methodValue(n name, mc *ssa.MakeClosure) []name {
	m, ok := mc.Fn.(*ssa.Function).Object().(*types.Func)
	n.where = where{inner: true, later: true}
	switch t := n.value.Type(); {
	case ok && kube.FactoryCallOf(m, t) == kube.FactoryStarts:
		return []name{n.is(starts)}
	case ok && kube.IsSharedInformer(t) && !kube.RunsInformer(m) && !kube.IsStore(kube.ResultOf(m)):
		return nil
	}
	return []name{n.gone()}
}

func (p *program) call(n name, call ssa.CallInstruction) []name {
	c := call.Common()
	var out []name
	if c.IsInvoke() && c.Value == n.value {
		out = p.method(n, call)
	}
	for i, arg := range c.Args {
		if arg == n.value {
			out = append(out, p.argument(n, c, i)...)
		}
	}
	return out
}

// method is what a call of a method of n does.
func (p *program) method(n name, call ssa.CallInstruction) []name {
	m, t := call.Common().Method, n.value.Type()
	part := n
	part.chain += "." + m.Name()
	switch {
	case kube.IsInformerFactory(t):
		switch kube.FactoryCallOf(m, t) {
		case kube.FactoryStarts:
			return []name{n.is(starts)}
		case kube.FactoryWaits:
			return []name{n.is(waits)}
		case kube.FactoryAsks:
			n.chain = anyKind
			return append([]name{n.is(asks)}, n.result(call)...)
		case kube.FactoryGroup:
			return part.result(call)
		case kube.FactoryOther:
			return []name{n.gone()}
		}
	case kube.IsInformerGetter(t):
		return append([]name{n.is(asks)}, n.result(call)...)
	case !kube.IsSharedInformer(t):
		return part.result(call)
	case kube.RunsInformer(m) || kube.IsStore(kube.ResultOf(m)) && !p.onlyRead(call):
		return []name{n.is(unknown)}
	}
	return nil
}

// result is the first result of the call, if it leads to informers.
func (n name) result(call ssa.CallInstruction) []name {
	if call.Value() == nil {
		return nil
	}
	v := ssaquery.ResultAt(call.Value(), 0)
	if v == nil || !leadsOn(v.Type()) {
		return nil
	}
	if n.at == call {
		n.where = where{later: n.later}
	}
	return []name{n.as(v)}
}

// leadsOn reports whether values of type t are followed.
func leadsOn(t types.Type) bool {
	return kube.IsSharedInformer(t) || kube.IsInformerGetter(t) || kube.LeadsToInformers(t) || kube.IsInformerFactory(t)
}

// argument is what the function that c calls does with n, its argument i.
func (p *program) argument(n name, c *ssa.CallCommon, i int) []name {
	known, ok := p.callee(c, i)
	if !ok {
		return []name{n.gone()}
	}
	var out []name
	for _, e := range known {
		to := n
		to.later = e.later || n.later
		if to.chain += e.chain; e.chain == anyKind {
			to.chain = anyKind
		}
		out = append(out, to.is(e.kind))
	}
	return out
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
