package attempt

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/machine"
)

// onTrial is what a call does in a trial.
func (m *replay) onTrial(fr *machine.Frame, p *path, c *callee) ([]exit, bool) {
	t := m.trial
	if t == nil {
		return nil, false
	}
	common := c.call.Common()
	if !common.IsInvoke() && c.fn == nil && c.body == nil {
		switch m.memory.eval(p, common.Value) {
		case triedFunc:
			t.handed(p, c)
			if p.h.tried {
				t.again = true
				return nil, true
			}
			p.h.tried = true
			return m.calls.one(p, t.err), true
		case triedTest:
			return m.calls.one(p, boolValue(t.says && t.err.kind == conflict)), true
		}
		t.acts = t.acts || types.TypeString(common.Value.Type(), nil) != "context.CancelFunc"
		return nil, false
	}
	if r, ok := m.calls.retryOf(c); ok {
		return m.retriedOnTrial(fr, p, c, r), true
	}
	switch c.client().Verb {
	case kube.NoVerb, kube.Other:
	default:
		t.acts = true
	}
	stranger := c.body == nil && (c.fn == nil || !kube.Quiet(c.fn))
	if common.IsInvoke() && !kube.Quiet(c.fn) || c.body == nil && slices.Contains(c.args, triedFunc) || stranger && getsObject(c) {
		t.acts = true // whatever that is
	}
	return nil, false
}

// getsObject reports whether a call gets an object, other than that whose method it is.
func getsObject(c *callee) bool {
	return slices.ContainsFunc(c.regs[c.offset:], func(v ssa.Value) bool { return standsFor(v.Type()) })
}

// handed notes the object that the function on trial is called with: it must be the same one that its
// caller was given, each time.
func (t *trial) handed(p *path, c *callee) {
	for i, v := range c.args {
		if !kube.IsObject(c.regs[i].Type()) {
			continue
		}
		n := fact.NoParam
		if o := p.h.objs.at(v.obj); v.kind == pointer && v.text == "" && o.Source == Given {
			n = fact.Param(slices.IndexFunc(t.top.Params, func(param *ssa.Parameter) bool { return o.Root == param }))
		}
		t.acts = t.acts || n < 0 || t.with >= 0 && t.with != n
		t.with = n
	}
}

// retriedOnTrial is a retry within the function on trial.
func (m *replay) retriedOnTrial(fr *machine.Frame, p *path, c *callee, r retry) []exit {
	t := m.trial
	fv := c.arg(r.Fn)
	done := value{kind: name, text: m.calls.resultName(p, c, 0)}
	switch {
	case fv == triedFunc:
		again := t.err.kind == conflict && (r.Predicate == kube.OnAnyError || t.err.text == "same" && m.takesConflict(fr, p, c, r.Retry))
		t.again = t.again || again
		t.note(c, r)
		return m.calls.one(p, done)
	case fv.kind != function:
		t.acts = true
		return m.calls.one(p, done)
	}
	cl, args := m.unbound(m.memory.funcs[fv.obj])
	if len(cl.fn.Blocks) == 0 || fr.Running(cl.fn) > 0 {
		t.acts = true
		return m.calls.one(p, done)
	}
	inner := &machine.Frame{Fn: cl.fn, Call: c.call, Up: fr}
	exits, ok := m.enter(inner, args, cl.binds, p.h.clone())
	var out []exit
	for _, e := range exits {
		err := e.results[len(e.results)-1]
		isNil, known := err.isNil()
		again := !r.Poll && err.kind == conflict && (r.Predicate == kube.OnAnyError || err.text == "same" && m.takesConflict(fr, p, c, r.Retry)) ||
			r.Poll && e.results[0] == falseValue && known && isNil
		if again {
			_, more := m.enter(inner, args, cl.binds, e.h.clone())
			ok = ok && more
		}
		out = append(out, exit{h: e.h, results: []value{done}})
	}
	t.acts = t.acts || !ok
	return out
}

// note remembers how long a retry goes on that is given the function on trial.
func (t *trial) note(c *callee, r retry) {
	t.direct, t.short = true, r.short || backoffIsShort(c, r.Retry)
	if i := r.Backoff + c.offset; r.Backoff >= 0 && i < len(c.regs) {
		for n, p := range t.top.Params {
			if c.regs[i] == p {
				t.backoff = fact.Param(n)
			}
		}
	}
}
