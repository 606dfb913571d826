package attempt

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/machine"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// write sends an object with its version.
func (m *clientCalls) write(fr *machine.Frame, p *path, c *callee, obj value, into bool) []exit {
	return m.send(fr, p, c, obj, obj, into)
}

// send sends the version of one object, and decodes the answer into another
// where into is set.
func (m *clientCalls) send(fr *machine.Frame, p *path, c *callee, obj, answer value, into bool) []exit {
	site := site(fr, c.call)
	var o Object
	known := obj.kind == pointer && obj.text == ""
	if known {
		o = p.h.objs.at(obj.obj)
	}
	if p.h.failed != nil && p.h.resent == nil {
		if p.h.nextItem(site, o) {
			// Its conflict is kept, and the retry gets it in the end.
		} else if m.again(fr, p, site, c) {
			m.record.record(p, c.call, site, Again, o, known)
			if !p.h.writtenBack(site, o, known) {
				return nil
			}
			p.h.resent = site
		} else if obj == answer && m.unchanged(fr, p, site, c, o, known) {
			// A patch has its changes in the other object.
			m.record.record(p, c.call, site, Again, o, known)
			m.record.outcomes[len(m.record.outcomes)-1].elsewhere = true // what follows is looked at all the same
		}
	}
	if known && p.h.failed == nil {
		if o.super != nil && (o.super != site || o.Changed && readBefore(o, site)) {
			m.record.record(p, c.call, site, SecondWrite, o, known)
		}
		if o.Lost != nil && !o.Changed {
			m.record.record(p, c.call, site, LostNow, o, known)
		}
	}
	m.record.note(p, site)
	var out []exit
	if p.h.failed == nil && o.Source != Built && (p.h.region != nil || m.record.refusals.after(site)) {
		h := p.h.clone()
		h.failed = &Failure{Site: site, Write: c.call, Verb: c.name, Object: o, known: known, attempt: h.attempt, frame: fr}
		h.tested, h.seen, h.slept, h.wrote, h.reread = false, false, false, false, nil
		if known {
			refused := o
			refused.Changed = false // since
			h.objs.set(obj.obj, refused)
		}
		var results []value
		if !into {
			results = append(results, m.memory.newObject(h, c.call, Object{Source: Failed, Read: c.call}))
		}
		out = append(out, exit{h: h, results: append(results, value{kind: conflict, text: "same"})})
	}
	ok := value{kind: fine, call: c.call}
	changed := o
	if answer.kind == pointer && answer.text == "" {
		changed = p.h.objs.at(answer.obj) // a patch has its changes there
		p.h.outdate(answer.obj, site)
	}
	if into {
		if answer.kind == pointer {
			w := Object{Source: Written, Attempt: p.h.attempt, token: m.memory.number(p.h, origin{how: wasWritten, at: m.memory.id(c.call)})}
			if o.Source == Built {
				w.Source = Built
			}
			w.replaces(changed, fr, site)
			p.h.objs.set(answer.obj, w)
		}
		return append(out, exit{h: p.h, results: []value{ok}})
	}
	if known {
		o.replaces(changed, fr, site)
		o.Changed, o.Edited, o.EditedInside, o.Lost = false, false, false, nil
		if o.Source != Built {
			o.super, o.OfCopy = site, false
		}
		p.h.objs.set(obj.obj, o)
	}
	res := m.memory.newObject(p.h, resultOf{c.call, 0}, Object{Source: Written})
	return append(out, exit{h: p.h, results: []value{res, ok}})
}

// outdate notes that the write at site changes the stored object, if what is sent was changed: others with its version
// are old.
func (h *heap) outdate(sent int, site ssa.CallInstruction) {
	if changed := h.objs.at(sent); h.failed == nil && changed.isEdited() {
		h.makeOld(changed.token, sent, site)
	}
}

func (o *Object) isEdited() bool { return o.Edited || o.EditedInside }

// replaces notes that o stands for sent after the write at site, in fr. If sent was changed, its version is old now, also in
// objects of the callers, if there are any.
func (o *Object) replaces(sent Object, fr *machine.Frame, site ssa.CallInstruction) {
	if fr.Up != nil && sent.isEdited() {
		o.replaced, o.by = sent.token, site
	}
}

// readBefore reports whether the write at site lies in a loop, and o was read before it and is the same in each round.
func readBefore(o Object, site ssa.CallInstruction) bool {
	return o.Read != nil && o.Read.Parent() == site.Parent() && ssaquery.InLoop(site.Block()) && !ssaquery.LeadsOn(site.Block(), o.Read.Block()) &&
		!slices.ContainsFunc(site.Common().Args, func(v ssa.Value) bool { return isOfRound(v, site) })
}

// isOfRound reports whether v is a variable or an element of the round of a loop in which site lies.
func isOfRound(v ssa.Value, site ssa.CallInstruction) bool {
	switch v.(type) {
	case *ssa.Alloc, *ssa.IndexAddr:
		return kube.IsObject(v.Type()) && ssaquery.LeadsOn(site.Block(), v.(ssa.Instruction).Block())
	}
	return false
}

// again reports whether the write at site is the one that was refused, tried once
// more: from the same call of the retried function, or after a test of the conflict
// through the same functions. A helper that tries again by itself is looked at on its
// own.
func (m *clientCalls) again(fr *machine.Frame, p *path, site ssa.CallInstruction, c *callee) bool {
	f := p.h.failed
	if top := outermost(fr); top != nil && top == outermost(f.frame) {
		return false
	}
	if f.Site == site {
		return true
	}
	return sameFunctions(fr, f.frame) && p.h.likeRefused(c)
}

// nextItem reports whether the write at site, of the object o, is made in the next round of a loop over
// a collection, in the same attempt in which it was refused: it sends another object.
func (h *heap) nextItem(site ssa.CallInstruction, o Object) bool {
	f := h.failed
	return h.region != nil && h.attempt == f.attempt && !h.tested && f.Site == site && o.token != f.Object.token && ssaquery.InRange(site.Block())
}

// unchanged reports whether a write in another function, of the object o, has nothing of
// its own to write: after a test of the conflict the same object is sent as it was.
func (m *clientCalls) unchanged(fr *machine.Frame, p *path, site ssa.CallInstruction, c *callee, o Object, known bool) bool {
	f := p.h.failed
	if top := outermost(fr); top != nil && top == outermost(f.frame) {
		return false
	}
	if !known || !f.known || o.token != f.Object.token || !p.h.likeRefused(c) {
		return false
	}
	if o.Changed || p.h.wrote {
		m.record.ownWrites[m.record.writes(f.Site, site)] = true
		return false
	}
	return true
}

// likeRefused reports whether a write after a test of the conflict is one like that which
// was refused, by its method and types, in the same attempt.
func (h *heap) likeRefused(c *callee) bool {
	f := h.failed
	return h.tested && h.attempt == f.attempt && f.Verb == c.name && slices.Equal(argTypes(f.Write), argTypes(c.call))
}

// writtenBack reports whether the write at site tries again by hand, and sends what was
// read from the server unchanged. If the function returns the conflict all the same, its
// caller does not take that for success.
func (h *heap) writtenBack(site ssa.CallInstruction, o Object, known bool) bool {
	return h.region == nil && h.failed.Site != site && known && o.Source == Live && !o.Changed
}

// argTypes are the types of the arguments of a call.
func argTypes(call ssa.CallInstruction) []string {
	var out []string
	for _, a := range call.Common().Args {
		out = append(out, a.Type().String())
	}
	return out
}
