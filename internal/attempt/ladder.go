package attempt

import (
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/machine"
)

// A rung is one thing that may be known of a call. It reports false where it knows
// nothing; the next is asked.
type rung func(fr *machine.Frame, p *path, c *callee) ([]exit, bool)

// ladder is asked from the top. What the libraries do comes first: their bodies
// are not there. Errors come before objects, because a predicate can be anybody's.
// A body is worth more than the row of another package, which says less.
func (m *replay) ladder() []rung {
	return []rung{
		m.onTrial,
		m.retried,
		m.mutated,
		m.refilled,
		m.errors.errorCall,
		m.clients.told,
		m.clients.finalizers,
		m.clients.content,
		m.clients.accessor,
		m.clients.clientCall,
		m.clients.patchCall,
		m.clients.difference,
		m.runBody,
		m.calls.harmless,
		m.rows.rowCall,
	}
}

// call is what happens at an ordinary call.
func (m *replay) call(fr *machine.Frame, p *path, call *ssa.Call) []exit {
	c := m.calls.callee(p, call)
	if b, ok := call.Call.Value.(*ssa.Builtin); ok {
		if err, ok := m.errors.conflictAmong(p, c); ok && b.Name() == "append" {
			return m.calls.one(p, err)
		}
		if n, ok := m.memory.lengthOf(p, call); ok && !m.calls.prog.log.Past(n, maxListed, call.Parent(), "calls too many listed functions; what they do is not known") {
			return m.calls.one(p, value{kind: literal, text: strconv.Itoa(n)})
		}
		if b.Name() == "delete" || b.Name() == "clear" {
			m.exec.storeBehind(p, call.Call.Args[0], call)
		}
		return m.calls.one(p, m.memory.unnamed(p, call))
	}
	if kube.FillsMap(c.fn) {
		m.exec.storeBehind(p, call.Call.Args[0], call)
	}
	if v, ok := m.calls.isZero(p.h, c); ok {
		return m.calls.one(p, v)
	}
	for _, r := range m.rungs {
		if out, ok := r(fr, p, c); ok {
			return out
		}
	}
	return m.calls.stranger(p, c)
}

// callFunction calls a function value, for defers.
func (m *replay) callFunction(fr *machine.Frame, p *path, call ssa.CallInstruction, fn value, args []value) []exit {
	cl := m.memory.funcs[fn.obj]
	c := &callee{call: call, args: args, binds: cl.binds}
	m.calls.resolve(c, cl.fn)
	if out, ok := m.runBody(fr, p, c); ok {
		return out
	}
	return []exit{{h: p.h}}
}

// runBody runs a function of the package.
func (m *replay) runBody(fr *machine.Frame, p *path, c *callee) ([]exit, bool) {
	again := c.body == fr.Fn && fr.Base && p.h.failed != nil // a function that tries again by calling itself
	if c.body == nil || fr.Running(c.body) > 0 && !again {
		return nil, false
	}
	if c.body.Synthetic == "" && !m.calls.prog.matters(c.body) && (fr.Depth() >= maxDepth || !(p.h.losses != nil && (reachesObject(c.args) || m.calls.prog.does[c.body]&parts != 0))) {
		return m.calls.still(p, c), true
	}
	if m.shallow && !m.calls.mayAct(c) {
		return m.calls.aside(p, c), true
	}
	if m.tooDeep(fr, c.body) {
		return nil, false
	}
	h := p.h.clone()
	exits, ok := m.enter(&machine.Frame{Fn: c.body, Call: c.call, Up: fr, Base: again || m.calls.prog.triesAgain(c.body)}, c.args, c.binds, h)
	if !ok {
		return m.calls.stranger(p, c), true
	}
	if i := converts(c.sig); i >= 0 && c.arg(i).kind == conflict && hides(exits) {
		for k := range exits {
			exits[k].results = []value{{kind: conflict, text: "new", call: c.call}}
		}
	}
	return exits, true
}

// reachesObject reports whether one of the arguments of a call may lead to an object.
func reachesObject(args []value) bool {
	return slices.ContainsFunc(args, func(a value) bool { return a.kind == pointer || a.kind == address || a.kind == function })
}
