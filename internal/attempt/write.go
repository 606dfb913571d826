package attempt

import (
	"fmt"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// write sends an object with its version.
func (m *clientCalls) write(fr *frame, p *path, c *callee, obj value, into bool) []exit {
	return m.send(fr, p, c, obj, obj, into)
}

// send sends the version of one object, and decodes the answer into another
// where into is set.
func (m *clientCalls) send(fr *frame, p *path, c *callee, obj, answer value, into bool) []exit {
	site := fr.site(c.call)
	var o Object
	known := obj.kind == pointer && obj.text == ""
	if known {
		o = p.h.objs[obj.obj]
	}
	if p.h.failed != nil && m.again(fr, p, site, c) {
		m.record(p, site, Again, o, known)
		return nil
	}
	if known && p.h.failed == nil {
		if o.super != nil && o.super != site {
			m.record(p, site, SecondWrite, o, known)
		}
		if o.Lost != nil && !o.Changed {
			m.record(p, site, LostNow, o, known)
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

// again reports whether the write at site is the one that was refused, tried once
// more: from the same call of the retried function, or after a test of the conflict
// through the same functions. Another function that writes the same object has
// something of its own to write. A helper that tries again by itself is looked at on
// its own.
func (m *clientCalls) again(fr *frame, p *path, site ssa.CallInstruction, c *callee) bool {
	f := p.h.failed
	if top := fr.top(); top != nil && top == f.frame.top() {
		return false
	}
	if f.Site == site {
		return true
	}
	return p.h.tested && p.h.attempt == f.attempt && fr.sameFunctions(f.frame) && f.Verb == c.name && slices.Equal(argTypes(f.Write), argTypes(c.call))
}

// argTypes are the types of the arguments of a call.
func argTypes(call ssa.CallInstruction) []string {
	var out []string
	for _, a := range call.Common().Args {
		out = append(out, a.Type().String())
	}
	return out
}
