package watchflow

import (
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/pointsto"
)

// This file tells what comes out of a watcher of the program's own: one that takes the
// events of a watch, and sends them on through a channel that it has made. Often it
// handles ERROR events itself, and who receives from the channel never sees one.

// forwarding tells what the channels of the package carry.
type forwarding struct {
	*code
	received []receive
	explore  func(what, eventType string, httpCode int) *exploration

	carries map[ssa.Value]bool // carriesErrors, by the channel
	sent    map[pointsto.Loc][]send
	passed  map[ssa.Instruction]passed
}

// A send is a place where an event is sent.
type send struct {
	at    ssa.Instruction // ssa.Send or ssa.Select
	value ssa.Value
}

// passed tells which received events come to a send.
type passed struct{ errors, others bool }

func newForwarding(c *code, received []receive, explore func(what, eventType string, httpCode int) *exploration) *forwarding {
	return &forwarding{code: c, received: received, explore: explore, carries: map[ssa.Value]bool{}}
}

// carriesErrors reports whether an ERROR event can be received at r. It cannot where
// the package makes the channel, and whoever sends there has handled errors before.
// Where that is not known, it can be an event of a watch, but no more than that: a
// struct with an event may be one that the program makes for itself.
func (f *forwarding) carriesErrors(r receive) bool {
	if r.from == nil {
		return true
	}
	is, ok := f.carries[r.from]
	if !ok {
		is = f.sendsErrors(r.from)
		f.carries[r.from] = is
	}
	return is
}

// sendsErrors is carriesErrors of the channel ch.
func (f *forwarding) sendsErrors(ch ssa.Value) bool {
	plain := plainEvents(ch)
	f.findSends()
	places := f.Pointees(ch)
	for _, l := range places {
		if _, made := l.Base.(*ssa.MakeChan); !made || l.Path != "" || len(f.sent[l]) == 0 {
			return plain
		}
	}
	for _, l := range places {
		for _, s := range f.sent[l] {
			switch p := f.passed[s.at]; {
			case p.errors:
				return true
			case !p.others && plain && !f.sendsOther(s.value):
				return true // made of something else
			}
		}
	}
	return plain && len(places) == 0
}

// plainEvents reports whether the elements of ch are events, not structs with one.
func plainEvents(ch ssa.Value) bool {
	elem := elemType(ch)
	return elem != nil && kube.IsEvent(elem)
}

// sendsOther reports whether the event v was made by the package, of a type that is
// not ERROR.
func (f *forwarding) sendsOther(v ssa.Value) bool {
	name := kube.EventTypeField(v.Type())
	if name == "" {
		return false
	}
	found := false
	for _, l := range f.fieldLocs(v, "."+name) {
		for _, d := range f.Defs(l) {
			c, ok := d.Store.Val.(*ssa.Const)
			if !ok || d.Path != "" || stringConst(c) == kube.ErrorEvent {
				return false
			}
			found = true
		}
	}
	return found
}

// findSends finds once where events are sent, and which received events come there:
// by six explorations for each receive, in the few packages that send events.
func (f *forwarding) findSends() {
	if f.sent != nil {
		return
	}
	f.sent, f.passed = map[pointsto.Loc][]send{}, map[ssa.Instruction]passed{}
	add := func(at ssa.Instruction, ch, v ssa.Value) {
		if !kube.EventChan(ch.Type()) {
			return
		}
		for _, l := range f.Pointees(ch) {
			f.sent[l] = append(f.sent[l], send{at, v})
		}
	}
	for _, instr := range f.Instrs() {
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
	x.up, x.eventOnly = true, true
	note := func(at ssa.Instruction) {
		p := f.passed[at]
		p.errors = p.errors || t == kube.ErrorEvent
		p.others = p.others || t != kube.ErrorEvent
		f.passed[at] = p
	}
	x.visit = func(_ *state, at ssa.Instruction) bool {
		switch at.(type) {
		case *ssa.Send, *ssa.Select:
			note(at)
		}
		return true
	}
	x.runBehind(r.at, r.env)
	if x.capped {
		for _, all := range f.sent {
			for _, s := range all {
				note(s.at)
			}
		}
	}
}
