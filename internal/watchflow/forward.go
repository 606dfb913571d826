package watchflow

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// This file tells what comes out of a watcher of the program's own: one that takes the
// events of a watch, and sends them on through a channel that it has made. Often it
// handles ERROR events itself, and who receives from the channel never sees one.

// forwarding tells what the channels of the package carry.
type forwarding struct {
	code     *code
	received []receive
	explore  func(what, eventType string, httpCode int) *exploration

	carries map[ssa.Value]bool // carriesErrors, by the channel
	sent    map[pointsto.Loc][]send
	passed  map[ssa.Instruction]*passed
}

// A send is a place where an event is sent.
type send struct {
	at    ssa.Instruction // ssa.Send or ssa.Select
	value ssa.Value
}

// passed tells from which channels ERROR events come to a send that received events
// come to: nil stands for events that are decoded by hand. For those in unclear the
// exploration was capped.
type passed struct{ errors, unclear map[ssa.Value]bool }

func newForwarding(c *code, received []receive, explore func(what, eventType string, httpCode int) *exploration) *forwarding {
	return &forwarding{code: c, received: received, explore: explore, carries: map[ssa.Value]bool{}}
}

// carriesErrors reports whether an ERROR event can be received at r. It cannot where
// the package makes the channel, and whoever sends there has handled errors before, or
// takes the events from a channel that carries none. Where the senders are not known, a
// channel of plain events is assumed to carry errors; a channel of structs with an event
// is not, as the program may make those events itself.
func (f *forwarding) carriesErrors(r receive) bool {
	if r.from == nil {
		return true
	}
	is, ok := f.carries[r.from]
	if !ok {
		is = f.sendsErrors(r.from, map[ssa.Value]bool{})
		f.carries[r.from] = is
	}
	return is
}

// sendsErrors is carriesErrors of the channel ch. The channels in asked are not asked
// again: events that only go round between channels bring no errors there. An answer
// that was found on the way holds only for this question, and is not kept.
func (f *forwarding) sendsErrors(ch ssa.Value, asked map[ssa.Value]bool) bool {
	if asked[ch] {
		return false
	}
	asked[ch] = true
	if f.broadcast(ch) {
		return false
	}
	plain := plainEvents(ch)
	f.findSends()
	places := f.code.Pointees(ch)
	for _, l := range places {
		if _, made := l.Base.(*ssa.MakeChan); !made || l.Path != "" || len(f.sent[l]) == 0 {
			return plain
		}
	}
	for _, l := range places {
		for _, s := range f.sent[l] {
			if f.sendsError(s, plain, asked) {
				return true
			}
		}
	}
	return plain && len(places) == 0
}

// sendsError reports whether s can send an ERROR event; plain, as plainEvents of its
// channel.
func (f *forwarding) sendsError(s send, plain bool, asked map[ssa.Value]bool) bool {
	if f.sendsOther(s.value) {
		return false
	}
	p := f.passed[s.at]
	if p == nil {
		return plain // made of something else
	}
	from := func(channels map[ssa.Value]bool) bool {
		for ch := range channels {
			if ch == nil || f.sendsErrors(ch, asked) {
				return true
			}
		}
		return false
	}
	return from(p.errors) || plain && from(p.unclear)
}

// broadcast reports whether v is a watch of what the program sends to its watchers
// itself, or the channel of one.
func (f *forwarding) broadcast(v ssa.Value) bool {
	for o := range flow.Origins(v, f.watchBehind) {
		call, ok := o.(*ssa.Call)
		if !ok {
			return false
		}
		if fn := ssaquery.Called(&call.Call); fn == nil || !kube.Broadcasts(fn) {
			return false
		}
	}
	return true
}

// watchBehind are the values of which v, a watch or the channel of one, is another form.
func (f *forwarding) watchBehind(v ssa.Value) []ssa.Value {
	switch v := v.(type) {
	case *ssa.Extract:
		return []ssa.Value{v.Tuple}
	case *ssa.MakeInterface, *ssa.ChangeInterface:
		return []ssa.Value{ssaquery.Wrapped(v)}
	case *ssa.Phi:
		return v.Edges
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return f.code.variableValues(v)
		}
	case *ssa.Call:
		if w := receiver(&v.Call); w != nil && kube.IsWatcher(w.Type()) {
			return []ssa.Value{w}
		}
	}
	return nil
}

// plainEvents reports whether the elements of ch are events, not structs with one.
func plainEvents(ch ssa.Value) bool {
	return kube.IsEvent(ssaquery.ChanElem(ch.Type()))
}

// sendsOther reports whether the event v, or the one in the struct v, was made by the
// package, of a type that is not ERROR.
func (f *forwarding) sendsOther(v ssa.Value) bool {
	within := kube.EventWithin(v.Type())
	if a := literal(v); a != nil {
		return within < 0 && f.holdsOther(a) || within >= 0 && f.structHoldsOther(a, within)
	}
	name := kube.EventTypeField(v.Type())
	if name == "" || within >= 0 {
		return false
	}
	found := false
	for _, l := range f.code.fieldLocs(v, "."+name) {
		for _, d := range f.code.Defs(l) {
			if d.Path != "" || !isOtherType(d.Val) {
				return false
			}
			found = true
		}
	}
	return found
}

// literal returns the memory that the struct literal v is made in, nil if v is none.
func literal(v ssa.Value) *ssa.Alloc {
	a, ok := loadedFrom(v).(*ssa.Alloc)
	if !ok || a.Comment != "complit" {
		return nil
	}
	return a
}

// structHoldsOther reports whether the event in field i of the struct literal a has
// another type than ERROR.
func (f *forwarding) structHoldsOther(a *ssa.Alloc, i int) bool {
	return !slices.ContainsFunc(*a.Referrers(), func(r ssa.Instruction) bool {
		fa, ok := r.(*ssa.FieldAddr)
		return ok && fa.Field == i && !f.holdsOther(fa)
	})
}

// holdsOther reports whether the event that a literal sets at addr, if any, has another
// type than ERROR. What the literal itself sets is looked at: the fields of a type of
// the package are one place for all its values.
func (f *forwarding) holdsOther(addr ssa.Value) bool {
	for _, r := range *addr.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if !f.sendsOther(r.Val) {
				return false
			}
		case *ssa.FieldAddr:
			if fieldName(r) != kube.EventTypeField(ssaquery.Deref(addr.Type())) {
				continue
			}
			for _, rr := range *r.Referrers() {
				if st, ok := rr.(*ssa.Store); !ok || !isOtherType(st.Val) {
					return false
				}
			}
		}
	}
	return true
}

// isOtherType reports whether v is a constant type of events, and not ERROR.
func isOtherType(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && ssaquery.StringConst(c) != kube.ErrorEvent
}

// findSends finds once where events are sent, and which received events come there:
// by six explorations for each receive, in the few packages that send events.
func (f *forwarding) findSends() {
	if f.sent != nil {
		return
	}
	f.sent, f.passed = map[pointsto.Loc][]send{}, map[ssa.Instruction]*passed{}
	add := func(at ssa.Instruction, ch, v ssa.Value) {
		if !kube.EventChan(ch.Type()) {
			return
		}
		for _, l := range f.code.Pointees(ch) {
			f.sent[l] = append(f.sent[l], send{at, v})
		}
	}
	for _, instr := range f.code.Instrs() {
		switch instr := instr.(type) {
		case *ssa.Send:
			add(instr, instr.Chan, instr.X)
		case *ssa.Select:
			for _, st := range instr.States {
				if st.Send != nil {
					add(instr, st.Chan, st.Send)
				}
			}
		}
	}
	if len(f.sent) == 0 {
		return
	}
	for _, r := range f.received {
		for _, t := range kube.EventTypes {
			f.pass(r, t, internalError)
		}
		f.pass(r, kube.ErrorEvent, gone)
	}
}

// pass notes where an event of type t that is received at r is sent on.
func (f *forwarding) pass(r receive, t string, code int) {
	x := f.explore("forward", t, code)
	x.crossing.up, x.crossing.eventOnly = true, true
	note := func(at ssa.Instruction, sure bool) {
		p, ok := f.passed[at]
		if !ok {
			p = &passed{errors: map[ssa.Value]bool{}, unclear: map[ssa.Value]bool{}}
			f.passed[at] = p
		}
		switch {
		case t != kube.ErrorEvent:
		case sure:
			p.errors[r.from] = true
		default:
			p.unclear[r.from] = true
		}
	}
	x.visit = func(_ *state, at ssa.Instruction) bool {
		switch at.(type) {
		case *ssa.Send, *ssa.Select:
			note(at, true)
		}
		return true
	}
	x.runBehind(r.at, r.env)
	if x.capped {
		for _, all := range f.sent {
			for _, s := range all {
				note(s.at, false)
			}
		}
	}
}
