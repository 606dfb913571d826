package attempt

import (
	"go/types"
	"slices"
	"strings"

	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/machine"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// rowCalls are the calls of functions of other packages, which say what they do by
// their rows.
type rowCalls struct {
	memory  *memory
	calls   *caller
	clients *clientCalls
}

// rowCall calls a function of another package, of which a row is known.
func (m *rowCalls) rowCall(fr *machine.Frame, p *path, c *callee) ([]exit, bool) {
	if c.fn == nil || c.body != nil {
		return nil, false
	}
	m.calls.touchThrough(p, c)
	told := m.calls.prog.others.of(c.fn)
	if out, ok := m.rowSends(fr, p, c, told); ok {
		return out, true
	}
	if !told.relates() {
		if v, ok := m.trueOf(p, c, told); ok {
			return m.calls.one(p, v), true
		}
		switch {
		case p.h.losses == nil && setsVersion(c.sig):
		case m.calls.prog.known(c.fn) && !m.handsFunction(c):
			m.calls.handedOn(p, c)
			return m.calls.still(p, c), true
		case asksOnly(c):
			return m.calls.one(p, m.calls.strangers(p, c)...), true
		}
		return nil, false
	}
	p.h.wrote = true // nothing is told of the rest of an object
	results := m.rowResults(p, c, told)
	for _, obj := range m.objects(c, told.Touches) {
		m.memory.touch(p.h, obj.obj, c.call)
	}
	for _, obj := range m.objects(c, told.Reads) {
		m.clients.readInto(p, c, obj)
	}
	for _, into := range []bool{false, true} {
		params := told.Commits
		if into {
			params = told.CommitsInto
		}
		for _, obj := range m.objects(c, params) {
			if p.h.losses == nil && told.Error != "" {
				return m.rowWrite(fr, p, c, obj, into, told), true
			}
			m.memory.touch(p.h, obj.obj, c.call)
		}
	}
	return []exit{{h: p.h, results: results}}, true
}

// objects are the arguments of c for params that point to objects.
func (m *rowCalls) objects(c *callee, params []fact.Param) (out []value) {
	for _, i := range params {
		if int(i) < len(c.args) && c.args[i].kind == pointer {
			out = append(out, c.args[i])
		}
	}
	return out
}

// trueOf is what a call of a predicate of another package returns, which is true only of objects that are being deleted,
// or only of others.
func (m *rowCalls) trueOf(p *path, c *callee, told *Does) (value, bool) {
	for i, params := range [][]fact.Param{told.OnlyAlive, told.OnlyDeleted} {
		for _, obj := range m.objects(c, params) {
			if obj.text == "" && m.calls.prog.known(c.fn) {
				return p.h.askedOnly(p.h.deletionOf(obj.obj), i == 1)
			}
		}
	}
	return value{}, false
}

// setsVersion reports whether a function gets an object as an interface by which it can set the version. A row says
// nothing of those that are not the libraries' own.
func setsVersion(sig *types.Signature) bool {
	return slices.ContainsFunc(slices.Collect(sig.Params().Variables()), func(p *types.Var) bool {
		set, _, _ := types.LookupFieldOrMethod(p.Type(), false, nil, "SetResourceVersion")
		return set != nil && types.IsInterface(p.Type()) && !kube.IsObject(p.Type())
	})
}

// asksOnly reports whether c calls a function of a package that knows nothing of Kubernetes, which gets nothing but
// plain values and what it can ask for something:
//
//	func From(o interface{ GetAnnotations() map[string]string }) Name
func asksOnly(c *callee) bool {
	if c.sig.Recv() != nil || c.fn.Pkg() == nil || kube.ReachesAPIMachinery(c.fn.Pkg()) {
		return false
	}
	return !slices.ContainsFunc(slices.Collect(c.sig.Params().Variables()), func(p *types.Var) bool {
		if _, plain := p.Type().Underlying().(*types.Basic); plain {
			return false
		}
		asked, ok := p.Type().Underlying().(*types.Interface)
		return !ok || asked.Empty() || slices.ContainsFunc(slices.Collect(asked.Methods()), func(f *types.Func) bool { return !strings.HasPrefix(f.Name(), "Get") })
	})
}

// handsFunction reports whether c hands on a function that captures something, which may be called.
func (m *rowCalls) handsFunction(c *callee) bool {
	return slices.ContainsFunc(c.args, func(a value) bool { return a.kind == function && len(m.memory.funcs[a.obj].binds) > 0 })
}

// rowSends is a call of a function of another package that does nothing with an object but change and
// send it, where it is asked what the write loses.
func (m *rowCalls) rowSends(fr *machine.Frame, p *path, c *callee, told *Does) ([]exit, bool) {
	if p.h.losses == nil || m.handsFunction(c) {
		return nil, false
	}
	for i, a := range c.args {
		sends, ok := m.calls.prog.setters.sendsAt(c.fn, i)
		if !ok || a.kind != pointer || a.text != "" {
			continue
		}
		noteType(p.h, a.obj, ssaquery.InInterface(c.regs[i]))
		results := m.rowResults(p, c, told)
		out := []exit{}
		switch last := len(results) - 1; {
		case sends.Again:
			out = append(out, m.calls.failed(p.h.clone(), c))
			results[last] = nilValue
			m.clients.readInto(p, c, a)
		case !sends.Sure:
			out = append(out, exit{h: p.h.clone(), results: results})
		}
		var base int
		if sends.Copied {
			base = copyOf(m.memory, p.h, a.obj, p.h.objs.at(a.obj), c.call)
		}
		for _, s := range m.calls.prog.setters.setsAt(c.call.Common(), c.called, i) {
			if s.Path != "" { // else it is the answer of the write
				noteChange(p.h, a.obj, s.Path, s.Sure, c.call)
			}
		}
		s := &sending{memory: m.memory, frame: fr, h: p.h, call: c, id: a.obj, into: true}
		if sends.Copied {
			s.compare(value{kind: patch, obj: base, call: c.call}, sends.To)
		}
		s.send(sends.To)
		return append(out, exit{h: p.h, results: results}), true
	}
	return nil, false
}

// rowWrite is a write in a function of another package.
func (m *rowCalls) rowWrite(fr *machine.Frame, p *path, c *callee, obj value, into bool, told *Does) []exit {
	exits := m.clients.send(fr, p, c, obj, obj, into)
	n := c.sig.Results().Len()
	for k, e := range exits {
		err := e.results[len(e.results)-1]
		if err.kind == conflict {
			err.text = told.Error
		}
		var results []value
		for j := range n - 1 {
			if kube.IsObject(c.sig.Results().At(j).Type()) {
				o := Object{Source: Unknown}
				if r, _ := told.result(j); e.h.failed == nil && r.source() == Written {
					o = Object{Source: Written, Read: c.call}
				}
				results = append(results, m.memory.newObject(e.h, resultOf{c.call, j}, o))
			} else {
				results = append(results, value{kind: name, text: m.calls.resultName(&path{h: e.h}, c, j)})
			}
		}
		exits[k].results = append(results, err)
	}
	return exits
}

// rowResults are the results of a function by what is told of it.
func (m *rowCalls) rowResults(p *path, c *callee, told *Does) []value {
	results := m.calls.strangers(p, c)
	for _, r := range told.Returns {
		if r.Param >= 0 {
			if int(r.Param) < len(c.args) {
				results[r.Index] = m.argument(p, c, r)
			}
			continue
		}
		o := Object{Source: r.source(), Changed: r.Changed, InCache: r.InCache, Read: c.call}
		if o.Source == Live {
			p.h.reread = c.call
		}
		results[r.Index] = m.memory.newObject(p.h, resultOf{c.call, r.Index}, o)
		if last := len(results) - 1; o.Source != Written && last > r.Index && isErrorResult(c, last) && p.h.losses == nil {
			results[last] = value{kind: fine, call: c.call}
		}
	}
	return results
}

// argument is the result r of a function that is one of its arguments, a copy, or one of them.
func (m *rowCalls) argument(p *path, c *callee, r Return) value {
	of, at := c.args[r.Param], resultOf{c.call, r.Index}
	if of.kind != pointer {
		return m.memory.newObject(p.h, at, Object{Source: Given})
	}
	o := p.h.objs.at(of.obj)
	o.Changed, o.Lost = true, nil
	switch {
	case r.Copied && !r.Perhaps:
		id := copyOf(m.memory, p.h, of.obj, o, at)
		noteChange(p.h, id, "", false, c.call)
		return value{kind: pointer, obj: id, text: of.text}
	case r.Perhaps && p.h.losses != nil:
		noteEscape(p.h, of.obj, c.call)
		return m.memory.newObject(p.h, at, Object{Source: Given})
	case r.Perhaps:
		o = o.copied()
	}
	p.h.objs.set(of.obj, o)
	return of
}

func isErrorResult(c *callee, i int) bool {
	return ssaquery.IsError(c.sig.Results().At(i).Type())
}
