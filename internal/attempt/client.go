package attempt

import (
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
)

// accessor is a method of an object, or a function that copies one.
func accessor(m *machine, _ *frame, p *path, c *callee) ([]exit, bool) {
	if c.offset != 1 || len(c.args) == 0 || c.args[0].kind != pointer || c.fn == nil {
		if c.name == "DeepCopyObject" || c.name == "DeepCopy" {
			return m.one(p, m.copyOf(p, c)), true
		}
		return nil, false
	}
	id := c.args[0].obj
	o := p.h.objs[id]
	switch c.name {
	case "DeepCopy", "DeepCopyObject":
		return m.one(p, m.copyOf(p, c)), true
	case "DeepCopyInto":
		if dst := c.arg(0); dst.kind == pointer && carries(c.args[0].text) && dst.text == c.args[0].text {
			p.h.objs[dst.obj] = Object(o).copied()
		}
		return m.one(p), true
	case "GetResourceVersion":
		return m.one(p, value{kind: data, text: "ObjectMeta.ResourceVersion", ver: o}), true
	case "SetResourceVersion":
		m.storeObject(p, value{kind: pointer, obj: id, text: "ObjectMeta.ResourceVersion"}, c.arg(0), c.call)
		return m.one(p), true
	}
	// The object's own methods do not read it again, unless they are given
	// something that can.
	for i := range c.sig.Params().Len() {
		if _, ok := c.sig.Params().At(i).Type().Underlying().(*types.Interface); ok && !kube.IsObject(c.sig.Params().At(i).Type()) {
			if !harmlessParam(c.sig.Params().At(i).Type()) {
				return nil, false
			}
		}
	}
	if c.body != nil && m.prog.matters(c.body) {
		return nil, false
	}
	if !reads(c.name) {
		o.Changed, o.Lost = true, nil
		o.Edited = o.Edited || edits(c.name)
		p.h.objs[id] = o
	}
	return []exit{{h: p.h, results: m.strangers(p, c)}}, true
}

// harmlessParam: contexts, errors and empty interfaces read nothing.
func harmlessParam(t types.Type) bool {
	i := t.Underlying().(*types.Interface)
	return i.Empty() || types.TypeString(t, nil) == "context.Context" || types.TypeString(t, nil) == "error"
}

// copyOf copies the receiver.
func (m *machine) copyOf(p *path, c *callee) value {
	if len(c.args) == 0 || c.args[0].kind != pointer {
		return m.unnamed(p, c.call.Value())
	}
	src := c.args[0]
	if !carries(src.text) {
		return m.unnamed(p, c.call.Value())
	}
	id := m.id(fmt.Sprintf("copy %d.%d", m.id(c.call), p.h.phase()))
	p.h.objs[id] = p.h.objs[src.obj].copied()
	m.own(id, c.call)
	return value{kind: pointer, obj: id, text: src.text}
}

// copied is a copy of o, which is nobody else's.
func (o Object) copied() Object {
	o.InCache = false
	return o
}

// one is the only way out of a call.
func (m *machine) one(p *path, results ...value) []exit { return []exit{{h: p.h, results: results}} }

// clientCall reads or writes.
func clientCall(m *machine, fr *frame, p *path, c *callee) ([]exit, bool) {
	cc := kube.CallOf(c.name, c.fn, c.sig, c.recv)
	// A helper of the package that looks like a client's method has a body
	// that says more.
	if cc.Verb == kube.NoVerb || c.body != nil && c.body.Synthetic == "" {
		return nil, false
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
	case kube.Write, kube.WriteInto:
		return m.write(fr, p, c, c.arg(cc.Obj), cc.Verb == kube.WriteInto), true
	case kube.PatchInto:
		return m.patched(fr, p, c, c.arg(cc.Obj), c.arg(cc.Patch)), true
	}
	return []exit{{h: p.h, results: m.strangers(p, c)}}, true
}

// readInto decodes what the server has into an object.
func (m *machine) readInto(p *path, c *callee, obj value) {
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
func (m *machine) created(p *path, obj value) {
	if obj.kind == pointer {
		o := p.h.objs[obj.obj]
		o.Source = Built
		p.h.objs[obj.obj] = o
	}
}

// patchCall makes a patch: of the difference, with or without the version.
func patchCall(m *machine, _ *frame, p *path, c *callee) ([]exit, bool) {
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
	sl, ok := args[len(args)-1].(*ssa.Slice)
	if !ok {
		return false
	}
	for _, r := range *sl.X.Referrers() {
		ia, ok := r.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		for _, s := range *ia.Referrers() {
			if st, ok := s.(*ssa.Store); ok {
				if mi, ok := st.Val.(*ssa.MakeInterface); ok && kube.LockOption(mi.X.Type()) {
					return true
				}
			}
		}
	}
	return false
}

// patched sends a patch. Only one with a version can be refused.
func (m *machine) patched(fr *frame, p *path, c *callee, obj, with value) []exit {
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

// write sends an object with its version.
func (m *machine) write(fr *frame, p *path, c *callee, obj value, into bool) []exit {
	return m.send(fr, p, c, obj, obj, into)
}

// send sends the version of one object, and decodes the answer into another
// where into is set.
func (m *machine) send(fr *frame, p *path, c *callee, obj, answer value, into bool) []exit {
	site := fr.site(c.call)
	var o Object
	known := obj.kind == pointer && obj.text == ""
	if known {
		o = p.h.objs[obj.obj]
	}
	if p.h.failed != nil && m.again(fr, p, site, c) {
		m.record(p, site, c, Again, o, known)
		return nil
	}
	if known && p.h.failed == nil {
		if o.super != nil && o.super != site {
			m.record(p, site, c, SecondWrite, o, known)
		}
		if o.Lost != nil && !o.Changed {
			m.record(p, site, c, LostNow, o, known)
		}
	}
	m.note(p, site)
	var out []exit
	if p.h.failed == nil && o.Source != Built {
		h := p.h.clone()
		h.failed = &Failure{Site: site, Write: c.call, Verb: c.name, Object: o, known: known, attempt: h.attempt, frame: fr}
		h.tested, h.seen, h.slept, h.reread = false, false, false, nil
		var results []value
		if !into {
			results = append(results, m.newObject(h, c.call, Object{Source: Failed, Read: c.call}))
		}
		out = append(out, exit{h: h, results: append(results, value{kind: conflict, text: "same"})})
	}
	ok := value{kind: fine, call: c.call}
	if into {
		if answer.kind == pointer {
			w := Object{Source: Written, Attempt: p.h.attempt, token: m.id(fmt.Sprintf("written %d.%d", m.id(c.call), p.h.phase()))}
			if o.Source == Built {
				w.Source = Built
			}
			p.h.objs[answer.obj] = w
		}
		return append(out, exit{h: p.h, results: []value{ok}})
	}
	if known {
		o.Changed, o.Edited, o.Lost = false, false, nil
		if o.Source != Built {
			o.super = site
		}
		p.h.objs[obj.obj] = o
	}
	res := m.newObject(p.h, resultOf{c.call, 0}, Object{Source: Written})
	return append(out, exit{h: p.h, results: []value{res, ok}})
}

// note marks that the write at site went well, to find those that are made again
// all the same.
func (m *machine) note(p *path, site ssa.CallInstruction) {
	if p.h.failed != nil {
		return
	}
	key := fmt.Sprintf("written %d", m.id(site))
	if _, ok := p.h.cells[key]; ok {
		m.repeated[site] = true
	}
	p.h.cells[key] = trueValue
}

// again reports whether the write at site is the one that was refused, tried once
// more. A helper that tries again by itself is looked at on its own.
func (m *machine) again(fr *frame, p *path, site ssa.CallInstruction, c *callee) bool {
	f := p.h.failed
	if top := fr.top(); top != nil && top == f.frame.top() {
		return false
	}
	if f.Site == site {
		return true
	}
	return p.h.tested && p.h.attempt == f.attempt && f.Verb == c.name && slices.Equal(argTypes(f.Write), argTypes(c.call))
}

// argTypes are the types of the arguments of a call.
func argTypes(call ssa.CallInstruction) []string {
	var out []string
	for _, a := range call.Common().Args {
		out = append(out, a.Type().String())
	}
	return out
}
