package attempt

import (
	"go/types"
	"slices"
	"strconv"
	"strings"

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
	row := m.calls.prog.row(c.fn)
	if out, ok := m.rowSends(fr, p, c, row); ok {
		return out, true
	}
	if row == "" {
		if v, ok := m.trueOf(p, c); ok {
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
	p.h.wrote = true // a row says nothing of the rest of an object
	results := m.rowResults(p, c, row)
	out := []exit{{h: p.h, results: results}}
	for _, clause := range strings.Split(row, "; ") {
		verb, arg, _ := strings.Cut(clause, " $")
		i, err := strconv.Atoi(arg)
		if err != nil || i >= len(c.args) || c.args[i].kind != pointer {
			continue
		}
		switch verb {
		case "touch":
			m.memory.touch(p.h, c.args[i].obj, c.call)
		case "read":
			m.clients.readInto(p, c, c.args[i])
		case "commit", "commitinto":
			if p.h.losses != nil || rowError(row) == "" {
				m.memory.touch(p.h, c.args[i].obj, c.call)
				continue
			}
			return m.rowWrite(fr, p, c, i, verb == "commitinto", row), true
		}
	}
	return out, true
}

// trueOf is what a call of a predicate of another package returns, which is true only of objects that are being deleted,
// or only of others.
func (m *rowCalls) trueOf(p *path, c *callee) (value, bool) {
	if !m.calls.prog.known(c.fn) {
		return value{}, false
	}
	of := m.calls.prog.fact(c.fn.Pkg()).of(m.calls.prog.name(c.fn)).True
	arg, deleted := strings.CutPrefix(of, deletedOnly)
	if !deleted {
		arg = strings.TrimPrefix(of, aliveOnly)
	}
	i, err := strconv.Atoi(arg)
	if err != nil || i >= len(c.args) || c.args[i].kind != pointer || c.args[i].text != "" {
		return value{}, false
	}
	return p.h.askedOnly(p.h.deletionOf(c.args[i].obj), deleted)
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
func (m *rowCalls) rowSends(fr *machine.Frame, p *path, c *callee, row string) ([]exit, bool) {
	if p.h.losses == nil {
		return nil, false
	}
	for i, a := range c.args {
		sends, ok := m.calls.prog.setters.sendsAt(c.fn, i)
		if !ok || a.kind != pointer || a.text != "" {
			continue
		}
		noteType(p.h, a.obj, ssaquery.InInterface(c.regs[i]))
		results := m.rowResults(p, c, row)
		out := []exit{}
		if !sends.sure {
			out = append(out, exit{h: p.h.clone(), results: results})
		}
		for _, s := range m.calls.prog.setters.setsAt(c.call.Common(), c.called, i) {
			if s.path != "" { // else it is the answer of the write
				noteChange(p.h, a.obj, s.path, s.sure, c.call)
			}
		}
		s := &sending{memory: m.memory, frame: fr, h: p.h, call: c, id: a.obj, into: true}
		s.send(sends.to)
		return append(out, exit{h: p.h, results: results}), true
	}
	return nil, false
}

// rowWrite is a write in a function of another package.
func (m *rowCalls) rowWrite(fr *machine.Frame, p *path, c *callee, i int, into bool, row string) []exit {
	exits := m.clients.send(fr, p, c, c.args[i], c.args[i], into)
	n := c.sig.Results().Len()
	for k, e := range exits {
		err := e.results[len(e.results)-1]
		if err.kind == conflict {
			err.text = rowError(row)
		}
		var results []value
		for j := range n - 1 {
			if kube.IsObject(c.sig.Results().At(j).Type()) {
				o := Object{Source: Unknown}
				if e.h.failed == nil && rowResult(row, j) == "written" {
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

// rowResults are the results of a function by its row.
func (m *rowCalls) rowResults(p *path, c *callee, row string) []value {
	results := m.calls.strangers(p, c)
	for i := range results {
		src := rowResult(row, i)
		if src == "" {
			continue
		}
		o := Object{Read: c.call}
		switch src {
		case "live":
			o.Source = Live
			p.h.reread = c.call
		case "livechanged":
			o.Source, o.Changed = Live, true
			p.h.reread = c.call
		case "cached":
			o.Source = Cached
		case "cache":
			o.Source, o.InCache = Cached, true
		case "built":
			o.Source = Built
		case "written":
			o.Source = Written
		default:
			how, arg := argument(src)
			if n, err := strconv.Atoi(arg); err == nil && n < len(c.args) {
				results[i] = m.argument(p, c, i, how, n)
			}
			continue
		}
		results[i] = m.memory.newObject(p.h, resultOf{c.call, i}, o)
		if last := len(results) - 1; o.Source != Written && last > i && isErrorResult(c, last) && p.h.losses == nil {
			results[last] = value{kind: fine, call: c.call}
		}
	}
	return results
}

// argument is the i-th result of a function that is its n-th argument, a copy, or one of them.
func (m *rowCalls) argument(p *path, c *callee, i int, how string, n int) value {
	of, at := c.args[n], resultOf{c.call, i}
	if of.kind != pointer {
		return m.memory.newObject(p.h, at, Object{Source: Given})
	}
	o := p.h.objs.at(of.obj)
	o.Changed, o.Lost = true, nil
	switch {
	case how == copied:
		id := m.memory.number(p.h, origin{how: wasCopied, at: m.memory.id(at)})
		p.h.objs.set(id, o.copied())
		noteCopy(p.h, id, of.obj)
		noteChange(p.h, id, "", false, c.call)
		return value{kind: pointer, obj: id, text: of.text}
	case how == either && p.h.losses != nil:
		noteEscape(p.h, of.obj, c.call)
		return m.memory.newObject(p.h, at, Object{Source: Given})
	case how == either:
		o = o.copied()
	}
	p.h.objs.set(of.obj, o)
	return of
}

func isErrorResult(c *callee, i int) bool {
	return ssaquery.IsError(c.sig.Results().At(i).Type())
}
