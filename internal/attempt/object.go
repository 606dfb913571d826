package attempt

import (
	"go/types"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/machine"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// clientCalls are the calls that copy, read and write objects.
type clientCalls struct {
	memory *memory
	record *recorder
	exec   *stepper
	calls  *caller
}

// accessor is a method of an object, or a function that copies one.
func (m *clientCalls) accessor(_ *machine.Frame, p *path, c *callee) ([]exit, bool) {
	if out, ok := m.metadata(p, c); ok {
		return out, true
	}
	if kube.SaysZero(c.name) && len(c.args) == 1 && c.args[0].kind == deletion {
		return m.calls.one(p, p.h.asked(c.args[0], isZero)), true
	}
	if field, ok := m.field(p, c); ok {
		return m.calls.one(p, field), true
	}
	if c.offset != 1 || len(c.args) == 0 || c.args[0].kind != pointer || c.fn == nil {
		if kube.CopiesReceiver(c.name) {
			return m.calls.one(p, m.copyOf(p, c)), true
		}
		return nil, false
	}
	id := c.args[0].obj
	o := p.h.objs.at(id)
	switch {
	case kube.CopiesReceiver(c.name):
		return m.calls.one(p, m.copyOf(p, c)), true
	case kube.CopiesInto(c.name):
		if dst := c.arg(0); dst.kind == pointer && carries(c.args[0].text) && dst.text == c.args[0].text {
			p.h.objs.set(dst.obj, Object(o).copied())
			noteCopy(p.h, dst.obj, id)
		} else {
			noteKept(p.h, id, c.args[0].text, nil)
		}
		return m.calls.one(p), true
	case c.name == "GetDeletionTimestamp":
		return m.calls.one(p, p.h.deletionOf(id)), true
	case c.name == "GetResourceVersion":
		return m.calls.one(p, value{kind: data, text: versionPath, ver: m.memory.asItWas(o)}), true
	case c.name == "SetResourceVersion":
		m.exec.storeObject(p, value{kind: pointer, obj: id, text: versionPath}, c.arg(0), c.call)
		return m.calls.one(p), true
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
	if c.body != nil && (p.h.losses != nil || m.calls.prog.matters(c.body)) {
		return nil, false
	}
	if !reads(c.name) {
		o.Changed, o.Lost, o.finalizer = true, nil, finalizer{}
		o.Edited = o.Edited || edits(c.name)
		p.h.objs.set(id, o)
		m.calls.edited(p.h, c, 0)
	}
	return []exit{{h: p.h, results: m.calls.strangers(p, c)}}, true
}

// field is what a method of another package returns, or one of several behind an interface, that leads into an object.
func (m *clientCalls) field(p *path, c *callee) (value, bool) {
	if p.h.losses == nil || c.body != nil || c.fn == nil || c.offset != 1 || len(c.args) != 1 || c.args[0].kind != pointer || c.args[0].text != "" {
		return value{}, false
	}
	field := m.calls.prog.accessors.field(c.fn, c.recv)
	if field == "" {
		return value{}, false
	}
	noteType(p.h, c.args[0].obj, ssaquery.InInterface(c.regs[0]))
	return value{kind: pointer, obj: c.args[0].obj, text: field}, true
}

// told is a call of a function that changes an object and returns whether it did.
func (m *clientCalls) told(_ *machine.Frame, p *path, c *callee) ([]exit, bool) {
	if p.h.losses == nil || c.fn == nil || c.sig.Results().Len() != 1 || len(*c.call.Value().Referrers()) == 0 {
		return nil, false
	}
	arg, ok := kube.TellsChange(c.fn)
	if !ok || arg >= len(c.args) || c.args[arg].kind != pointer {
		return nil, false
	}
	same := exit{h: p.h.clone(), results: []value{falseValue}}
	m.calls.edited(p.h, c, arg)
	return []exit{{h: p.h, results: []value{trueValue}}, same}, true
}

// finalizers is a call that adds or removes a finalizer, and returns whether it did: not if the object surely has it, or has
// it not, from an earlier attempt.
func (m *clientCalls) finalizers(_ *machine.Frame, p *path, c *callee) ([]exit, bool) {
	if p.h.losses != nil || c.fn == nil || kube.FinalizerCallOf(c.fn) == kube.NoFinalizer || c.sig.Results().Len() != 1 || c.args[0].kind != pointer || c.args[0].text != "" {
		return nil, false
	}
	id := c.args[0].obj
	is := finalizer{m.memory.id(c.regs[1]), kube.FinalizerCallOf(c.fn) == kube.AddsFinalizer}
	if text := ssaquery.StringConst(c.regs[1]); text != "" {
		is.id = m.memory.id(text)
	}
	if p.h.objs.at(id).finalizer == is {
		return m.calls.one(p, falseValue), true
	}
	exits := m.calls.still(p, c)
	o := p.h.objs.at(id)
	o.finalizer = is
	p.h.objs.set(id, o)
	return exits, true
}

// metadata is a call that gets at the metadata of an object whose type is not known:
// meta.Accessor returns the object itself, and what a MetadataAccessor sets is set in
// its argument. If it is not known whose version is set, it may be any object's.
func (m *clientCalls) metadata(p *path, c *callee) ([]exit, bool) {
	if c.fn == nil || len(c.args) == 0 {
		return nil, false
	}
	of := c.args[0]
	if kube.GivesMetadata(c.fn) {
		if of.kind != pointer || !carries(of.text) {
			return nil, false
		}
		of.text = ""
		return m.calls.one(p, of, value{kind: fine, call: c.call}), true
	}
	if c.name != "SetResourceVersion" || c.offset != 1 || of.kind == pointer {
		return nil, false
	}
	switch obj := c.arg(0); {
	case c.sig.Params().Len() == 2 && obj.kind == pointer && carries(obj.text):
		obj.text = versionPath
		m.exec.storeObject(p, obj, c.arg(1), c.call)
		return m.calls.one(p, value{kind: fine, call: c.call}), true
	case kube.EveryObjectIs(c.recv):
		for id := range p.h.objs.all() {
			m.memory.touch(p.h, id, c.call)
		}
		return m.calls.one(p), true
	}
	return nil, false
}

// harmlessParam: contexts, errors and empty interfaces read nothing.
func harmlessParam(t types.Type) bool {
	return ssaquery.IsAny(t) || ssaquery.IsContext(t) || ssaquery.IsError(t)
}

// copyOf copies the receiver.
func (m *clientCalls) copyOf(p *path, c *callee) value {
	if len(c.args) == 0 || c.args[0].kind != pointer {
		return m.memory.unnamed(p, c.call.Value())
	}
	src := c.args[0]
	if !carries(src.text) {
		noteKept(p.h, src.obj, src.text, nil)
		return m.memory.unnamed(p, c.call.Value())
	}
	return value{kind: pointer, obj: copyOf(m.memory, p.h, src.obj, p.h.objs.at(src.obj), c.call), text: src.text}
}

// copyOf is a new object, a copy of the object id, which is as o, that is made at an instruction.
func copyOf(m *memory, h *heap, id int, o Object, at any) int {
	copied := m.number(h, origin{how: wasCopied, at: m.id(at)})
	h.objs.set(copied, o.copied())
	noteCopy(h, copied, id)
	return copied
}

// copied is a copy of o, which is nobody else's.
func (o Object) copied() Object {
	o.InCache = false
	return o
}
