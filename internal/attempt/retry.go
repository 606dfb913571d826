package attempt

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/apiobjects"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/machine"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// maxAfter bounds the states with which a function goes on behind a retry.
const maxAfter = 20

// retried runs a function that is called again: once, and where it returns the
// conflict once more.
func (m *replay) retried(fr *machine.Frame, p *path, c *callee) ([]exit, bool) {
	own, ok := m.calls.retryOf(c)
	if !ok {
		return nil, false
	}
	row := own.Retry
	fv := c.arg(row.Fn)
	if p.h.losses != nil {
		return m.once(fr, p, c, own), true
	}
	if fv.kind != function || p.h.attempt > 0 || p.h.failed != nil || !m.takesConflict(fr, p, c, row) {
		return m.opaque(p, c), true
	}
	cl, args := m.unbound(m.memory.funcs[fv.obj])
	if len(cl.fn.Blocks) == 0 || fr.Running(cl.fn) > 0 {
		return m.opaque(p, c), true
	}
	if own.with != noObject {
		args = m.withObject(p, cl.fn, args, c.arg(own.with))
	}
	if fr.Up != nil && cl.fn.Parent() == fr.Fn && !hasFuncParam(fr.Fn) {
		// It is run on its own, where its callers are asked. Only they know the functions that
		// they hand over.
		return m.opaque(p, c), true
	}
	m.calls.prog.replayed[cl.fn] = true
	r := m.region(c, row, cl.fn)
	r.Short = r.Short || own.short
	inner := &machine.Frame{Fn: cl.fn, Call: c.call, Up: fr, Base: true}
	h := p.h.clone()
	h.region, h.attempt = r, 1
	for id, o := range h.objs.all() {
		o.Outside = o.Changed
		h.objs.set(id, o)
	}
	var after []exit
	seen := map[mark]bool{}
	found := len(m.record.outcomes)
	rest := m.memory.detach(h, slices.Values(slices.Concat(args, cl.binds)))
	exits, ok := m.try(inner, args, cl.binds, h)
	for _, e := range exits {
		if e.h.failed != nil {
			ok = ok && m.finish(inner, args, cl.binds, e)
			continue
		}
		e.h.region, e.h.attempt = nil, 0
		e.h.assume = nil
		e.results = []value{{kind: name, text: m.calls.resultName(p, c, 0)}}
		if key := m.memory.exitKey(e); !seen[key] && !m.calls.prog.log.Past(len(seen)+1, maxAfter, fr.Fn, "a retry can end in too many states; only the first are followed") {
			seen[key] = true
			e.h = m.memory.attach(e.h, rest, inner)
			after = append(after, e)
		}
	}
	if !ok {
		m.record.outcomes = m.record.outcomes[:found]
	}
	if !ok || len(after) == 0 {
		return m.opaque(p, c), true
	}
	return after, true
}

// withObject are the arguments args of fn, and the object with which its retry calls it.
func (m *replay) withObject(p *path, fn *ssa.Function, args []value, obj value) []value {
	for i := len(args); i < len(fn.Params); i++ {
		if kube.IsObject(fn.Params[i].Type()) {
			args = append(args, obj)
		} else {
			args = append(args, m.memory.eval(p, fn.Params[i]))
		}
	}
	return args
}

// once runs a function that is called again where its write is refused, which no write is.
func (m *replay) once(fr *machine.Frame, p *path, c *callee, own retry) []exit {
	fv := c.arg(own.Fn)
	if fv.kind != function {
		return m.opaque(p, c)
	}
	cl, args := m.unbound(m.memory.funcs[fv.obj])
	if len(cl.fn.Blocks) == 0 || fr.Running(cl.fn) > 0 || m.tooDeep(fr, cl.fn) {
		return m.opaque(p, c)
	}
	if own.with != noObject {
		args = m.withObject(p, cl.fn, args, c.arg(own.with))
	}
	exits, ok := m.enter(&machine.Frame{Fn: cl.fn, Call: c.call, Up: fr}, args, cl.binds, p.h.clone())
	if !ok {
		return m.opaque(p, c)
	}
	for i, e := range exits {
		err, known := endsWith(c, e.results)
		if !known {
			err = value{kind: name, text: m.calls.resultName(&path{h: e.h}, c, 0)}
		}
		exits[i].results = []value{err}
	}
	return exits
}

// endsWith is the error with which a retry of a library ends where its function has returned results. known is false for
// a poll that goes on.
func endsWith(c *callee, results []value) (err value, known bool) {
	row, ok := kube.Retries(c.fn)
	if !ok || len(results) == 0 || c.sig.Results().Len() != 1 {
		return value{}, false
	}
	isNil, known := results[len(results)-1].isNil()
	switch {
	case !isNil:
		return value{kind: nonNil}, known
	case row.Poll:
		return nilValue, results[0] == trueValue
	}
	return nilValue, true
}

// mutated reads an object, calls a function and writes the object, as CreateOrUpdate does.
// Only the writes of the function are looked at. The object may be one of several, of which nothing is known.
func (m *replay) mutated(fr *machine.Frame, p *path, c *callee) ([]exit, bool) {
	if m.trial != nil {
		return nil, false
	}
	obj, mutate, ok := mutatedBy(c.call.Common(), c.called)
	ok = ok && c.body == nil
	fv := c.arg(mutate)
	if ok && fv.kind != function {
		if fn := inVariable(m.calls.prog, c.regs[mutate+c.offset]); fn != nil {
			fv = m.memory.function(fn, nil)
		}
	}
	none := ok && ssaquery.IsNil(c.regs[mutate+c.offset])
	is := ok && c.arg(obj).kind == pointer
	if !ok || fv.kind != function && !(none && is) {
		return nil, false
	}
	var cl closure
	var args []value
	if !none {
		cl, args = m.unbound(m.memory.funcs[fv.obj])
		if !m.canRun(fr, cl.fn) {
			return nil, false
		}
	}
	h := p.h.clone()
	s := m.clients.sending(fr, &path{h: h}, c, kube.ClientCall{Verb: kube.WriteInto, Obj: obj})
	var before *apiobjects.Pending
	if is {
		before = madeBefore(m.calls.prog, h, c, obj, joinsAll(m.memory))
		m.clients.readInto(&path{h: h}, c, c.arg(obj))
	}
	exits := []exit{{h: h, results: []value{nilValue}}}
	if !none {
		if exits, ok = m.enter(&machine.Frame{Fn: cl.fn, Call: c.call, Up: fr, Base: true}, args, cl.binds, h); !ok {
			return nil, false
		}
	}
	if s != nil {
		s.mutated(before, exits)
	}
	for i, e := range exits {
		err := e.results[0]
		if isNil, known := err.isNil(); !known || isNil {
			if is {
				noteMutated(e.h, c.arg(obj).obj)
				m.memory.touch(e.h, c.arg(obj).obj, c.call)
			}
			err = value{kind: name, text: m.calls.resultName(&path{h: e.h}, c, 1)}
		}
		exits[i].results = []value{{kind: name, text: m.calls.resultName(&path{h: e.h}, c, 0)}, err}
	}
	return exits, true
}

// refilled runs the function that a refill of another package is given, where it is asked what writes lose.
func (m *replay) refilled(fr *machine.Frame, p *path, c *callee) ([]exit, bool) {
	if p.h.losses == nil || c.body != nil {
		return nil, false
	}
	r := m.calls.prog.others.of(c.fn).Refill
	if r == nil {
		return nil, false
	}
	obj, fv := c.args[r.Object], c.args[r.By]
	if obj.kind != pointer || obj.text != "" || fv.kind != function {
		return nil, false
	}
	cl, args := m.unbound(m.memory.funcs[fv.obj])
	if !m.canRun(fr, cl.fn) {
		return nil, false
	}
	h := p.h.clone()
	m.clients.readInto(&path{h: h}, c, obj)
	exits, ok := m.enter(&machine.Frame{Fn: cl.fn, Call: c.call, Up: fr}, args, cl.binds, h)
	if !ok {
		return nil, false
	}
	for i, e := range exits {
		if len(e.results) == 1 {
			if isNil, known := e.results[0].isNil(); known && !isNil {
				continue // nothing is sent
			}
		}
		at := &path{h: e.h}
		if s := m.clients.sending(fr, at, c, kube.ClientCall{Verb: kube.WriteInto, Obj: int(r.Object) - c.offset}); s != nil {
			s.send(kube.ToStatus)
		}
		exits[i].results = m.calls.strangers(at, c)
	}
	return exits, true
}

// inVariable is the function that lies in the package's variable that v reads, if it is set once; nil else. In the place of
// one that is not exported and has the function's own type, ssaquery.Normalize has put the function.
func inVariable(pr *Program, v ssa.Value) *ssa.Function {
	load, ok := ssaquery.Unwrap(v).(*ssa.UnOp)
	if !ok {
		return nil
	}
	g, ok := load.X.(*ssa.Global)
	if !ok || g.Pkg != pr.pkg {
		return nil
	}
	var set []ssa.Value
	for st := range ssaquery.Each[*ssa.Store](pr.funcs...) {
		if st.Addr == g {
			set = append(set, st.Val)
		}
	}
	if len(set) != 1 {
		return nil
	}
	fn, _ := ssaquery.Unwrap(set[0]).(*ssa.Function)
	return fn
}

// canRun reports whether fn is a function of the package that is not running yet, and may be run from fr.
func (m *replay) canRun(fr *machine.Frame, fn *ssa.Function) bool {
	return len(fn.Blocks) > 0 && fn.Pkg == m.calls.prog.pkg && fr.Running(fn) == 0 && !m.tooDeep(fr, fn)
}

// unbound is the method of a method value, with its receiver as argument.
func (m *replay) unbound(cl closure) (closure, []value) {
	own := ssaquery.Unwrapped(cl.fn)
	if own == cl.fn || len(cl.binds) != 1 || own.Pkg != m.calls.prog.pkg {
		return cl, nil
	}
	return closure{fn: own}, cl.binds
}

// region describes the retry.
func (m *replay) region(c *callee, row kube.Retry, fn *ssa.Function) *Region {
	return &Region{Call: c.call, Fn: fn, Poll: row.Poll, AnyError: row.Poll || row.Predicate == kube.OnAnyError, Short: backoffIsShort(c, row)}
}

// backoffIsShort reports whether a retry is given client-go's short backoff.
func backoffIsShort(c *callee, row kube.Retry) bool {
	if row.Backoff < 0 || row.Backoff+c.offset >= len(c.regs) {
		return false
	}
	u, ok := c.regs[row.Backoff+c.offset].(*ssa.UnOp)
	if !ok {
		return false
	}
	g, ok := u.X.(*ssa.Global)
	return ok && kube.ShortBackoff(g.Object())
}

// takesConflict reports whether the retry is one on conflicts.
func (m *replay) takesConflict(fr *machine.Frame, p *path, c *callee, row kube.Retry) bool {
	if row.Predicate < 0 {
		return row.Unless == "" || saysNot(c, row.Unless)
	}
	fv := c.arg(row.Predicate)
	if fv == triedTest {
		return m.trial.says
	}
	if fv.kind != function {
		return false
	}
	cl := m.memory.funcs[fv.obj]
	if len(cl.fn.Blocks) == 0 || cl.fn.Pkg != m.calls.prog.pkg {
		c2 := &callee{}
		m.calls.resolve(c2, cl.fn)
		if c2.fn == nil {
			return false
		}
		answer, known := m.calls.prog.saysConflict(c2.fn)
		return answer && known
	}
	if fr.Running(cl.fn) > 0 {
		return false
	}
	exits, _ := m.try(&machine.Frame{Fn: cl.fn, Call: c.call, Up: fr}, []value{{kind: conflict, text: "same"}}, cl.binds, p.h.clone())
	for _, e := range exits {
		if len(e.results) != 1 || e.results[0] != trueValue {
			return false
		}
	}
	return len(exits) > 0
}

// saysNot reports whether the options that c is given are seen, and none is made by the
// function of that name.
func saysNot(c *callee, name string) bool {
	last := c.regs[len(c.regs)-1]
	if ssaquery.IsNil(last) {
		return true
	}
	options := ssaquery.Gathered(last)
	return len(options) > 0 && !slices.ContainsFunc(options, func(v ssa.Value) bool {
		call, ok := v.(*ssa.Call)
		if !ok {
			return true
		}
		by := call.Call.StaticCallee()
		return by == nil || by.Pkg != c.call.Common().StaticCallee().Pkg || by.Name() == name
	})
}

// finish looks at how an attempt ends whose write was refused, and makes another
// where the retry does. It reports false where that takes too long.
func (m *replay) finish(fr *machine.Frame, args, binds []value, e exit) bool {
	r := e.h.region
	if len(e.results) == 0 {
		return true
	}
	err := e.results[len(e.results)-1]
	again := false
	switch {
	case r.Poll:
		isNil, known := err.isNil()
		again = e.results[0] == falseValue && known && isNil
		if !again && (e.results[0].kind != literal || !known) {
			m.record.ended(e, Unclear)
		}
	case err.kind == conflict && (err.text == "same" || r.AnyError):
		again = true
	case err.hides():
		m.record.ended(e, Flattened)
		m.record.outcomes[len(m.record.outcomes)-1].Made = err.call
	case err.kind == fine:
		m.record.ended(e, Returned)
		m.record.outcomes[len(m.record.outcomes)-1].Nil = err.call
	case err.kind != literal && hidesByType(e.ret):
		m.record.ended(e, Flattened)
	case m.calls.prog.givesUp(e.ret):
		m.record.ended(e, GaveUp)
	case err.kind == name || err.kind == unknown || err.kind == nonNil:
		m.record.ended(e, Unclear)
	default:
		m.record.ended(e, Dropped)
	}
	if !again {
		return true
	}
	h := e.h.clone()
	h.attempt = 2
	exits, ok := m.try(fr, args, binds, h)
	for _, last := range exits {
		m.record.ended(last, NotWritten)
		if isNil, known := last.results[len(last.results)-1].isNil(); known && isNil && (!r.Poll || last.results[0] == trueValue) {
			m.record.outcomes[len(m.record.outcomes)-1].Done = true
		}
	}
	return ok
}

// hidesByType reports whether an attempt returns an error of a type in which nobody finds another:
// it has none of the methods that errors.As and the predicates ask for.
func hidesByType(ret ssa.Instruction) bool {
	r, ok := ret.(*ssa.Return)
	if !ok || len(r.Results) == 0 {
		return false
	}
	mi, ok := r.Results[len(r.Results)-1].(*ssa.MakeInterface)
	if !ok || types.IsInterface(mi.X.Type()) {
		return false
	}
	methods := types.NewMethodSet(mi.X.Type())
	return !slices.ContainsFunc([]string{"Unwrap", "As", "Is", "Status"}, func(name string) bool { return methods.Lookup(nil, name) != nil })
}

// opaque is a retry that is not followed: what it can reach is touched, and the
// variables that it may set are forgotten.
func (m *replay) opaque(p *path, c *callee) []exit {
	out := m.calls.stranger(p, c) // while it is known what lies in the variables that the functions bind
	for _, a := range c.args {
		if a.kind != function {
			continue
		}
		for _, b := range m.memory.funcs[a.obj].binds {
			if b.kind == address {
				p.h.cells.drop(b.text)
			}
		}
	}
	return out
}
