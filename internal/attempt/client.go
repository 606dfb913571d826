package attempt

import (
	"fmt"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// clientCall reads or writes.
func (m *clientCalls) clientCall(fr *frame, p *path, c *callee) ([]exit, bool) {
	cc := kube.CallOf(c.name, c.fn, c.sig, c.recv)
	// A helper of the package that looks like a client's method has a body
	// that says more.
	if cc.Verb == kube.NoVerb || c.body != nil && c.body.Synthetic == "" {
		return nil, false
	}
	if dryRuns(c.call) {
		cc.Verb = kube.Other // nothing is stored, and so the version stays
	}
	ok := value{kind: fine, call: c.call}
	switch cc.Verb {
	case kube.ReadLive:
		p.h.reread = c.call
		return m.one(p, m.newObject(p.h, c.call, Object{Source: Live, Read: c.call}), ok), true
	case kube.ReadInto:
		m.readInto(p, c, c.arg(cc.Obj))
		return m.one(p, ok), true
	case kube.ReadCache:
		obj := m.newObject(p.h, c.call, Object{Source: Cached, Read: c.call, InCache: true})
		if c.sig.Results().Len() == 3 {
			return m.one(p, obj, trueValue, ok), true
		}
		return m.one(p, obj, ok), true
	case kube.ListLive:
		return m.one(p, m.newObject(p.h, c.call, Object{Source: Live, Read: c.call}), ok), true
	case kube.ListCache:
		return m.one(p, value{kind: list, src: Cached, call: c.call}, ok), true
	case kube.Create:
		m.created(p, c.arg(cc.Obj))
		results := m.strangers(p, c)
		if len(results) > 1 && results[0].kind == pointer {
			results[0] = m.newObject(p.h, resultOf{c.call, 0}, Object{Source: Written, Read: c.call})
		}
		return []exit{{h: p.h, results: results}}, true
	case kube.Write, kube.WriteInto:
		return m.write(fr, p, c, c.arg(cc.Obj), cc.Verb == kube.WriteInto), true
	case kube.PatchInto:
		return m.patched(fr, p, c, c.arg(cc.Obj), c.arg(cc.Patch)), true
	}
	return []exit{{h: p.h, results: m.strangers(p, c)}}, true
}

// dryRuns reports whether the options that call is given are surely those of a dry run.
func dryRuns(call ssa.CallInstruction) bool {
	return slices.ContainsFunc(call.Common().Args, func(arg ssa.Value) bool {
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

// readInto decodes what the server has into an object.
func (m *clientCalls) readInto(p *path, c *callee, obj value) {
	p.h.reread = c.call
	if obj.kind != pointer {
		m.forget(p, c)
		return
	}
	old := p.h.objs[obj.obj]
	o := Object{Source: Live, Read: c.call, Attempt: p.h.attempt, token: m.id(fmt.Sprintf("read %d.%d.%d", m.id(c.call), obj.obj, p.h.phase()))}
	if old.Edited && old.Source != Built && p.h.attempt > 0 {
		o.Lost = c.call
	}
	p.h.objs[obj.obj] = o
}

// created: what can be created has no version. Where it went well it is not
// written again.
func (m *clientCalls) created(p *path, obj value) {
	if obj.kind == pointer {
		o := p.h.objs[obj.obj]
		o.Source = Built
		p.h.objs[obj.obj] = o
	}
}

// patchCall makes a patch: of the difference, with or without the version.
func (m *clientCalls) patchCall(_ *frame, p *path, c *callee) ([]exit, bool) {
	if c.fn == nil || !kube.DiffPatch(c.fn) {
		return nil, false
	}
	v := value{kind: name, text: "patch"}
	if obj := c.arg(0); obj.kind == pointer && locks(c.call) {
		v = value{kind: patch, obj: obj.obj}
	}
	return m.one(p, v), true
}

// locks reports whether one of the options of a patch is the lock.
func locks(call ssa.CallInstruction) bool {
	args := call.Common().Args
	return slices.ContainsFunc(ssaquery.Gathered(args[len(args)-1]), func(v ssa.Value) bool {
		mi, ok := v.(*ssa.MakeInterface)
		return ok && kube.LockOption(mi.X.Type())
	})
}

// patched sends a patch. Only one with a version can be refused.
func (m *clientCalls) patched(fr *frame, p *path, c *callee, obj, with value) []exit {
	if with.kind != patch {
		if obj.kind == pointer {
			o := p.h.objs[obj.obj]
			o = Object{Source: Written, Attempt: p.h.attempt}
			o.token = m.id(fmt.Sprintf("patched %d.%d", m.id(c.call), p.h.phase()))
			p.h.objs[obj.obj] = o
		}
		return m.one(p, value{kind: name, text: fmt.Sprintf("patch %d", m.id(c.call))})
	}
	sent := obj
	if with.obj >= 0 {
		sent = value{kind: pointer, obj: with.obj}
	}
	return m.send(fr, p, c, sent, obj, true)
}
