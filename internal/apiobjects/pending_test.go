package apiobjects_test

import (
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/apiobjects"
	"github.com/k8slint/k8slint/internal/ssatest"
)

// TestOr: where paths meet, a change is sure that both have, or, if any of them counts, that one has.
func TestOr(t *testing.T) {
	sure := apiobjects.Nothing.Changed("Status.Phase", true, store)
	maybe := apiobjects.Nothing.Changed("Status.Phase", false, other)
	for _, c := range []struct {
		name      string
		p, q      *apiobjects.Pending
		both, any apiobjects.Certainty
	}{
		{"changed and not", sure, apiobjects.Nothing, apiobjects.Maybe, apiobjects.Surely},
		{"not and changed", apiobjects.Nothing, sure, apiobjects.Maybe, apiobjects.Surely},
		{"not known", nil, sure, apiobjects.Maybe, apiobjects.Surely},
		{"changed, perhaps", sure, maybe, apiobjects.Maybe, apiobjects.Surely},
		{"perhaps", maybe, apiobjects.Nothing, apiobjects.Maybe, apiobjects.Maybe},
		{"both", sure, apiobjects.Nothing.Changed("Status.Phase", true, other), apiobjects.Surely, apiobjects.Surely},
	} {
		if got := c.p.Or(c.q, false).Certainty("Status.Phase"); got != c.both {
			t.Errorf("%s: %d, want %d", c.name, got, c.both)
		}
		if got := c.p.Or(c.q, true).Certainty("Status.Phase"); got != c.any {
			t.Errorf("%s, any: %d, want %d", c.name, got, c.any)
		}
	}
	if sure.Or(sure, false) != sure || maybe.Or(apiobjects.Nothing, false).Or(apiobjects.Nothing, false).Certainty("Spec") != apiobjects.No {
		t.Error("what both know is something else")
	}
	original, copied := sure.Copied(1, 2)
	if original.Or(sure, false).Mark() == original.Mark() || copied.Or(apiobjects.Nothing, false).Of() != 0 {
		t.Error("an object is a copy of another on one path, and in the end")
	}
}

// TestRead: a read replaces the changes that are sure, until something changes.
func TestRead(t *testing.T) {
	sure := apiobjects.Nothing.Changed("Spec.Replicas", true, store)
	p := sure.ReadBy(update)
	if p.Over() == nil || p.Over().Read != ssa.CallInstruction(update) || !p.Changes.None() || sure.Changes.None() {
		t.Errorf("a read leaves %+v", p)
	}
	if p.ReadBy(update).Over() != p.Over() {
		t.Error("the second read forgets what the first one has replaced")
	}
	if p.Changed("Spec.Replicas", true, other).Over() != nil || p.With(sure.Changes).Over() != nil {
		t.Error("a change was replaced that is there again")
	}
	if apiobjects.Nothing.Changed("Spec.Replicas", false, store).ReadBy(update).Over() != nil {
		t.Error("a read replaces a change that is only possible")
	}
	if sure.Unsure().Certainty("Spec.Replicas") != apiobjects.Maybe {
		t.Error("after a write that has failed, a change is sure")
	}
}

// TestSent: a change is sent by itself or with a later one; what the same call makes elsewhere is stored there.
func TestSent(t *testing.T) {
	first := apiobjects.Nothing.Changed("Status.Phase", true, store)
	later := first.Changed("Status.Message", true, other)
	ls := apiobjects.NewLosses()
	ls.Join(first, later)
	arrive(ls, apiobjects.StatusReplaced, first)
	ls.Store(later, apiobjects.Status)
	if got := ls.Of(nil); len(got) != 1 || !got[0].Elsewhere || got[0].Repeats {
		t.Errorf("a change that is sent with a later one: %+v", got)
	}
	ls.Store(first, apiobjects.Status)
	if got := ls.Of(nil); len(got) != 1 || !got[0].Repeats {
		t.Errorf("a change that is stored elsewhere: %+v", got)
	}
	before := ls.Arrived()
	ls.Arrive(apiobjects.Loss{Kind: apiobjects.StatusReplaced, Write: &ssa.Call{}, Part: apiobjects.Status, Change: first.Changes[apiobjects.Status]})
	ls.GiveUp(before)
	if got := ls.Of(nil); len(got) != 1 || before != 1 {
		t.Errorf("writes behind which too many states lie: %+v", got)
	}
	ls.Suspect(1, apiobjects.Loss{Change: first.Changes[apiobjects.Status]})
	ls.Suspect(1, apiobjects.Loss{Change: first.Changes[apiobjects.Status]})
	ls.Suspect(2, apiobjects.Loss{})
	if len(ls.Suspects) != 1 {
		t.Errorf("suspects: %v", ls.Suspects)
	}
	if a := arrive(ls, apiobjects.StatusNotSent, first); first.Losing(a).StatusSent().Certainty("Status") == apiobjects.No || len(ls.Of(nil)) != 2 {
		t.Error("the status that a write has lost is sent without the change, and that is not lost")
	}
	none := (*apiobjects.Losses)(nil)
	if none.GiveUp(0); none.Arrived() != 0 {
		t.Error("nobody asks what is lost, and something arrived")
	}
}

// TestReread: a status that is read again behind the write puts back nothing, but a copy in which the field is set does.
func TestReread(t *testing.T) {
	const kinds = `
type status struct{ Phase, Reason string }
func (s *status) DeepCopy() *status { return s }
type pod struct{ Status status }
func (p *pod) DeepCopyObject() *pod { return p }
func write(p *pod) {}
func current(p *pod) status { return p.Status }
func wanted(p *pod) status { return status{} }
`
	for body, putBack := range map[string]bool{
		`write(p); s := p.Status; p.Status = s`:                                 false,
		`s := p.Status; write(p); p.Status = s`:                                 true,
		`write(p); s := p.Status; s.Reason = "a"; p.Status = s`:                 false,
		`write(p); s := p.Status; s.Phase = "a"; p.Status = s`:                  true,
		`write(p); s := p.Status; use(&s); p.Status = s`:                        true,
		`write(p); p.Status = *p.Status.DeepCopy()`:                             false,
		`s := p.Status.DeepCopy(); write(p); p.Status = *s`:                     true,
		`write(p); s := p.Status.DeepCopy(); s.Phase = "a"; p.Status = *s`:      true,
		`write(p); s := p.Status.DeepCopy(); s.Reason = s.Phase; p.Status = *s`: false,
		`write(p); p.Status = current(p)`:                                       false,
		`write(p); p.Status = wanted(p)`:                                        true,
		`write(p); p.Status = q.Status`:                                         true,
		`write(p); p.Status.Phase = "a"`:                                        true,
	} {
		s := ssatest.Build(t, kinds+"func use(*status) {}\nfunc f(p, q *pod) { "+body+" }", nil)
		fn := s.Func("f")
		var call, set ssa.Instruction
		for _, i := range fn.Blocks[0].Instrs {
			switch i := i.(type) {
			case *ssa.Call:
				if i.Call.StaticCallee().Name() == "write" {
					call = i
				}
			case *ssa.Store:
				set = i
			}
		}
		ls := apiobjects.NewLosses()
		p := apiobjects.Nothing.Changed("Status.Phase", true, store)
		a := ls.Arrive(apiobjects.Loss{Kind: apiobjects.StatusReplaced, Site: call.(ssa.CallInstruction), Part: apiobjects.Status, Change: p.Changes[apiobjects.Status]})
		path := "Status"
		if st := set.(*ssa.Store); st.Addr.(*ssa.FieldAddr).X.Type() != fn.Params[0].Type() {
			path = "Status.Phase"
		}
		p.Synced().Losing(a).Changed(path, true, set)
		if lost := len(ls.Of(fn)) > 0; lost == putBack {
			t.Errorf("%s: put back: %v, want %v", body, !lost, putBack)
		}
	}
}
