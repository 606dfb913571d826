package attempt

import (
	"fmt"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/apicalls"
	"github.com/k8slint/k8slint/internal/apiobjects"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/machine"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// clientCall reads or writes.
func (m *clientCalls) clientCall(fr *machine.Frame, p *path, c *callee) ([]exit, bool) {
	cc := c.client()
	// A helper of the package that looks like a client's method has a body
	// that says more.
	if cc.Verb == kube.NoVerb || c.body != nil && c.body.Synthetic == "" {
		return nil, false
	}
	if dryRuns(c.call) {
		cc.Verb = kube.Other // nothing is stored, and so the version stays
	}
	failed := append(m.failing(p, c, cc), absent(m.calls, p, c, cc)...)
	return append(m.succeeding(fr, p, c, cc), failed...), true
}

// succeeding is a read or write that goes well, or, where retries are looked at, is refused.
func (m *clientCalls) succeeding(fr *machine.Frame, p *path, c *callee, cc kube.ClientCall) []exit {
	if p.h.losses != nil && (cc.Verb == kube.Write || cc.Verb == kube.WriteInto || cc.Verb == kube.PatchInto) {
		return m.sendPending(fr, p, c, cc)
	}
	ok := value{kind: fine, call: c.call}
	switch cc.Verb {
	case kube.ReadLive:
		p.h.reread = c.call
		return m.calls.one(p, m.memory.newObject(p.h, c.call, Object{Source: Live, Read: c.call}), ok)
	case kube.ReadInto:
		m.readInto(p, c, c.arg(cc.Obj))
		return m.calls.one(p, ok)
	case kube.ReadCache:
		obj := m.memory.newObject(p.h, c.call, Object{Source: Cached, Read: c.call, InCache: true})
		if c.sig.Results().Len() == 3 {
			return m.calls.one(p, obj, trueValue, ok)
		}
		return m.calls.one(p, obj, ok)
	case kube.ListLive:
		return m.calls.one(p, m.memory.newObject(p.h, c.call, Object{Source: Live, Read: c.call}), ok)
	case kube.ListCache:
		return m.calls.one(p, value{kind: list, src: Cached, call: c.call}, ok)
	case kube.Create:
		if s := m.sending(fr, p, c, cc); s != nil {
			s.create()
		}
		m.created(p, c.arg(cc.Obj))
		results := m.calls.strangers(p, c)
		if len(results) > 1 && results[0].kind == pointer {
			results[0] = m.memory.newObject(p.h, resultOf{c.call, 0}, Object{Source: Written, Read: c.call})
		}
		return []exit{{h: p.h, results: results}}
	case kube.Write, kube.WriteInto:
		return m.write(fr, p, c, c.arg(cc.Obj), cc.Verb == kube.WriteInto)
	case kube.PatchInto:
		return m.patched(fr, p, c, c.arg(cc.Obj), c.arg(cc.Patch))
	}
	results := m.calls.strangers(p, c)
	if p.h.losses != nil && c.fn != nil && len(results) == 1 && (kube.GivesStatusWriter(c.fn) || kube.GivesSubResource(c.fn) && asksForStatus(c.regs)) {
		results[0] = value{kind: statusWriter}
	}
	return []exit{{h: p.h, results: results}}
}

// failing is what is left where a read or write fails, if it is asked what writes lose and the caller looks
// at the error: the object stays as it was.
func (m *clientCalls) failing(p *path, c *callee, cc kube.ClientCall) []exit {
	if p.h.losses == nil || !looksAt(c.call) {
		return nil
	}
	h := p.h.clone()
	switch obj := c.arg(cc.Obj); cc.Verb {
	case kube.ReadLive, kube.ReadInto, kube.ReadCache, kube.ListLive:
		h.missed = m.calls.asksMissed
	case kube.Write, kube.WriteInto, kube.PatchInto:
		if obj.kind == pointer {
			h.setPending(obj.obj, h.pending(obj.obj).Unsure())
		}
	default:
		return nil
	}
	return []exit{m.calls.failed(h, c)}
}

// looksAt reports whether anything uses the error that call returns.
func looksAt(call ssa.CallInstruction) bool {
	err := apicalls.Err(call)
	return err != nil && len(*err.Referrers()) > 0
}

// asksForStatus reports whether the last of the arguments is the name of the status subresource.
func asksForStatus(args []ssa.Value) bool {
	return ssaquery.StringConst(args[len(args)-1]) == "status"
}

// dryRuns reports whether the options that call is given are surely those of a dry run.
func dryRuns(call ssa.CallInstruction) bool {
	args := call.Common().Args
	if n := len(args); n > 0 && slices.ContainsFunc(ssaquery.Gathered(args[n-1]), isDryRun) {
		return true
	}
	return slices.ContainsFunc(args, func(arg ssa.Value) bool {
		u, ok := arg.(*ssa.UnOp)
		if !ok {
			return false
		}
		opts, ok := u.X.(*ssa.Alloc)
		return ok && slices.ContainsFunc(*opts.Referrers(), func(r ssa.Instruction) bool {
			fa, ok := r.(*ssa.FieldAddr)
			return ok && kube.IsDryRun(ssaquery.StructField(fa.X.Type(), fa.Field)) && slices.ContainsFunc(*fa.Referrers(), func(r ssa.Instruction) bool {
				st, ok := r.(*ssa.Store)
				return ok && !ssaquery.IsNil(st.Val) && ssaquery.NewOrder().Dominates(st, call)
			})
		})
	})
}

// isDryRun reports whether v is client.DryRunAll.
func isDryRun(v ssa.Value) bool {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	u, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	g, ok := u.X.(*ssa.Global)
	return ok && kube.DryRunOption(g.Object())
}

// readInto decodes what the server has into an object.
func (m *clientCalls) readInto(p *path, c *callee, obj value) {
	p.h.reread = c.call
	if obj.kind != pointer {
		m.calls.forget(p, c)
		return
	}
	old := p.h.objs.at(obj.obj)
	o := Object{Source: Live, Read: c.call, Attempt: p.h.attempt, token: m.memory.number(p.h, origin{how: wasRead, at: m.memory.id(c.call), obj: obj.obj})}
	if old.Edited && old.Source != Built && p.h.attempt > 0 {
		o.Lost = c.call
	}
	o.pending = old.pending
	p.h.objs.set(obj.obj, o)
	noteRead(p.h, obj.obj, c.call)
}

// created: what can be created has no version. Where it went well it is not
// written again.
func (m *clientCalls) created(p *path, obj value) {
	if obj.kind == pointer {
		o := p.h.objs.at(obj.obj)
		o.Source = Built
		p.h.objs.set(obj.obj, o)
	}
}

// patchCall makes a patch: of the difference, with or without the version.
func (m *clientCalls) patchCall(_ *machine.Frame, p *path, c *callee) ([]exit, bool) {
	if c.fn == nil || !kube.DiffPatch(c.fn) {
		return nil, false
	}
	v := value{kind: name, text: "patch"}
	if obj := c.arg(0); p.h.losses != nil && obj.kind == pointer {
		v = value{kind: patch, obj: obj.obj, call: c.call}
	} else if obj := c.arg(0); obj.kind == pointer && locks(c.call) {
		v = value{kind: patch, obj: obj.obj}
	}
	return m.calls.one(p, v), true
}

// difference looks at a call of a function that sends what differs between two objects: what it does besides is not known here.
func (m *clientCalls) difference(fr *machine.Frame, p *path, c *callee) ([]exit, bool) {
	if p.h.losses == nil {
		return nil, false
	}
	d := differenceBy(m.calls.prog.setters, c.call.Common())
	if d == nil || int(max(d.Base, d.Object)) >= len(c.args) {
		return nil, false
	}
	obj, base := c.args[d.Object], c.args[d.Base]
	if obj.kind != pointer || obj.text != "" || base.kind != pointer || base.text != "" {
		return nil, false
	}
	noteType(p.h, obj.obj, ssaquery.InInterface(c.regs[d.Object]))
	s := &sending{memory: m.memory, frame: fr, h: p.h, call: c, id: obj.obj, into: true}
	s.compare(value{kind: patch, obj: base.obj, call: c.call}, kube.ToOther)
	return nil, false
}

// patched sends a patch. Only one with a version can be refused.
func (m *clientCalls) patched(fr *machine.Frame, p *path, c *callee, obj, with value) []exit {
	if with.kind != patch {
		if obj.kind == pointer {
			site := site(fr, c.call)
			p.h.outdate(obj.obj, site)
			o := Object{Source: Written, Attempt: p.h.attempt}
			o.replaces(p.h.objs.at(obj.obj), fr, site)
			o.token = m.memory.number(p.h, origin{how: wasPatched, at: m.memory.id(c.call)})
			p.h.objs.set(obj.obj, o)
		}
		return m.calls.one(p, value{kind: name, text: fmt.Sprintf("patch %d", m.memory.id(c.call))})
	}
	sent := obj
	if with.obj >= 0 {
		sent = value{kind: pointer, obj: with.obj}
	}
	return m.send(fr, p, c, sent, obj, true)
}

// sendPending is a write of which it is asked what it loses. It goes well.
func (m *clientCalls) sendPending(fr *machine.Frame, p *path, c *callee, cc kube.ClientCall) []exit {
	if s := m.sending(fr, p, c, cc); s != nil {
		to := kube.EndpointOf(c.name, c.fn, c.recv)
		if c.offset == 1 && c.args[0].kind == statusWriter {
			to = kube.ToStatus
		}
		if cc.Verb == kube.PatchInto && !s.compare(keptPatch(m.calls.prog, c.arg(cc.Patch), c.regs[cc.Patch+c.offset]), to) {
			to = kube.ToOther
		}
		s.send(to)
	}
	ok := value{kind: fine, call: c.call}
	if cc.Verb != kube.Write {
		return m.calls.one(p, ok)
	}
	res := m.memory.newObject(p.h, resultOf{c.call, 0}, Object{Source: Written})
	p.h.setPending(res.obj, apiobjects.Nothing.AnswerOf(c.call))
	return m.calls.one(p, res, ok)
}

// sending is the write of a call, nil if that is not asked or not known.
func (m *clientCalls) sending(fr *machine.Frame, p *path, c *callee, cc kube.ClientCall) *sending {
	obj := c.arg(cc.Obj)
	if p.h.losses == nil || obj.kind != pointer || obj.text != "" {
		return nil
	}
	noteType(p.h, obj.obj, ssaquery.InInterface(c.regs[cc.Obj+c.offset]))
	return &sending{memory: m.memory, frame: fr, h: p.h, call: c, id: obj.obj, into: cc.Verb != kube.Write}
}
