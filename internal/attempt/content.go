package attempt

import (
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/machine"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// content is a call that takes the content of an object, as bytes or a map, or puts it into another
// object, which then has the same version:
//
//	m, err := runtime.DefaultUnstructuredConverter.ToUnstructured(backup)
//	u := &unstructured.Unstructured{Object: m}
func (m *clientCalls) content(_ *machine.Frame, p *path, c *callee) ([]exit, bool) {
	if c.fn == nil {
		return nil, false
	}
	from, into, ok := kube.Content(c.fn)
	if !ok || from >= len(c.args) || into >= len(c.args) {
		return nil, false
	}
	if p.h.losses != nil {
		return m.decoded(p, c, into)
	}
	of := c.args[from]
	if of.kind == pointer && of.text == "" {
		of = value{kind: data, ver: m.memory.asItWas(p.h.objs.at(of.obj))}
	}
	if of.kind != data || of.text != "" {
		return nil, false
	}
	results := m.calls.strangers(p, c)
	if n := len(results); n > 0 && ssaquery.IsError(c.sig.Results().At(n-1).Type()) {
		results[n-1] = value{kind: fine, call: c.call}
	}
	switch {
	case into >= 0 && c.args[into].kind == pointer && c.args[into].text == "":
		m.exec.storeObject(p, c.args[into], of, c.call)
	case into < 0 && len(results) > 0 && isUnchanged(c.call.Value()):
		results[0] = of
	default:
		return nil, false
	}
	return m.calls.one(p, results...), true
}

// decoded is a call that decodes a manifest into an object that the program has made. Another object may get no more than a
// part of its own.
func (m *clientCalls) decoded(p *path, c *callee, into int) ([]exit, bool) {
	if into < 0 || c.args[into].kind != pointer || c.args[into].text != "" || !hasField(ssaquery.Deref(ssaquery.InInterface(c.regs[into]).Type()), "Spec") {
		return nil, false
	}
	id := c.args[into].obj
	if p.h.objs.at(id).Source != Built {
		return nil, false
	}
	noteEscape(p.h, id, c.call)
	noteChange(p.h, id, "Spec", true, c.call)
	return m.calls.one(p, m.calls.strangers(p, c)...), true
}
