package attempt

import (
	"go/constant"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// event follows ev, an event or the address of one, whose object is read by load, to the
// watch that it comes from. What was deleted does not count as read: the event must be
// able to be one of another type where it is used.
func (s *search) event(ev ssa.Value, load ssa.Instruction) {
	at := load.Block()
	if s.at != nil && s.at.Parent() == load.Parent() {
		at = s.at.Block()
	}
	from, values := load.Parent().Blocks[0], []ssa.Value{ev}
	if a, ok := ev.(*ssa.Alloc); ok {
		s.got.Other = s.got.Other || !ssaquery.OnlyStoredByOwner(a)
		values = ssaquery.StoredIn(a)
	}
	s.got.Other = s.got.Other || len(values) == 0
	if !reachedBy(from, at, ev, kube.EventAdded) && !reachedBy(from, at, ev, kube.EventModified) {
		s.got.Other = true
	}
	for _, v := range values {
		if s.enter(v) {
			s.received(v)
		}
	}
}

// reachedBy reports whether control can come from from to at if the event ev is of that
// type.
func reachedBy(from, at *ssa.BasicBlock, ev ssa.Value, typ string) bool {
	cut := map[ssaquery.Edge]bool{}
	for _, b := range from.Parent().Blocks {
		test := ssaquery.Test(b)
		if test == nil {
			continue
		}
		cmp, ok := test.Cond.(*ssa.BinOp)
		if !ok || cmp.Op != token.EQL && cmp.Op != token.NEQ {
			continue
		}
		c, ok := cmp.Y.(*ssa.Const)
		if !ok || c.Value == nil || c.Value.Kind() != constant.String || !isTypeOf(cmp.X, ev) {
			continue
		}
		never := b.Succs[0]
		if (constant.StringVal(c.Value) == typ) == (cmp.Op == token.EQL) {
			never = b.Succs[1]
		}
		cut[ssaquery.Edge{From: b, To: never}] = true
	}
	return ssaquery.Reachable(from, at, cut)
}

// isTypeOf reports whether v is the type of the event ev.
func isTypeOf(v, ev ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Convert:
		return isTypeOf(v.X, ev)
	case *ssa.ChangeType:
		return isTypeOf(v.X, ev)
	case *ssa.Field:
		return v.X == ev && ssaquery.FieldName(v.X, v.Field) == kube.EventTypeField(v.X.Type())
	case *ssa.UnOp:
		f, ok := v.X.(*ssa.FieldAddr)
		return ok && f.X == ev && ssaquery.FieldName(f.X, f.Field) == kube.EventTypeField(ssaquery.Deref(f.X.Type()))
	}
	return false
}

// received follows an event to the channel that it comes from.
func (s *search) received(ev ssa.Value) {
	switch ev := ev.(type) {
	case *ssa.UnOp:
		switch a, ok := ev.X.(*ssa.Alloc); {
		case ev.Op == token.ARROW:
			s.channel(ev.X)
		case ok:
			s.event(a, ev)
		default:
			s.got.Other = true
		}
	case *ssa.Extract:
		switch t := ev.Tuple.(type) {
		case *ssa.UnOp:
			s.channel(t.X)
		case *ssa.Select:
			s.selected(t, ev.Index)
		default:
			s.got.Other = true
		}
	case *ssa.Parameter:
		s.handedOver(ev, (*search).received)
	default:
		s.got.Other = true
	}
}

// selected follows result i of a select to its channel.
func (s *search) selected(sel *ssa.Select, i int) {
	i -= 2 // the number of the case, and whether something was received
	for _, st := range sel.States {
		if st.Send != nil {
			continue
		}
		if i == 0 {
			s.channel(st.Chan)
			return
		}
		i--
	}
	s.got.Other = true
}

// channel follows a channel of events to the watch that sends them.
func (s *search) channel(ch ssa.Value) {
	if !s.enter(ch) {
		return
	}
	switch ch := ch.(type) {
	case *ssa.Call:
		if ch.Call.IsInvoke() && ch.Call.Method.Name() == kube.ResultChan && !makesEvents(ch.Call.Value) {
			s.got.Read = true
			return
		}
		s.got.Other = true
	case *ssa.Phi:
		for _, e := range ch.Edges {
			s.channel(e)
		}
	case *ssa.UnOp:
		a, ok := ch.X.(*ssa.Alloc)
		s.got.Other = s.got.Other || !ok || !ssaquery.OnlyStoredByOwner(a)
		if ok {
			for _, v := range ssaquery.StoredIn(a) {
				s.channel(v)
			}
		}
	case *ssa.Parameter:
		s.handedOver(ch, (*search).channel)
	case *ssa.Const: // nothing comes out of nil
	default:
		s.got.Other = true
	}
}

// makesEvents reports whether the watch w is one that the program sends events to: a
// broadcaster's, a fake.
func makesEvents(w ssa.Value) bool {
	switch w := w.(type) {
	case *ssa.MakeInterface:
		return true
	case *ssa.Extract:
		return makesEvents(w.Tuple)
	case *ssa.Call:
		fn, _, _, _ := target(&w.Call)
		return fn == nil || kube.InWatchPackage(fn)
	}
	return false
}

// handedOver follows a parameter to what all callers hand over.
func (s *search) handedOver(p *ssa.Parameter, follow func(*search, ssa.Value)) {
	args := s.points().Args(p)
	if s.depth >= maxUp || len(args) == 0 || s.uses()[p.Parent()].other {
		s.got.Other = true
		return
	}
	for _, a := range args {
		follow(s.search(s.got, a.Call, s.depth+1), a.Value)
	}
}
