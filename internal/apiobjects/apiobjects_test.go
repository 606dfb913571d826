package apiobjects_test

import (
	"slices"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/apiobjects"
)

// Two changes and a write, which tests compare by identity only.
var (
	store  = &ssa.Store{}
	other  = &ssa.Store{}
	update = &ssa.Call{}
)

// TestPartAt: a path into an object lies in its metadata, spec or status.
func TestPartAt(t *testing.T) {
	for path, want := range map[string]apiobjects.Part{
		"Status": apiobjects.Status, "Status.Phase": apiobjects.Status,
		"ObjectMeta": apiobjects.Metadata, "ObjectMeta.Labels": apiobjects.Metadata, "ObjectMeta.Finalizers": apiobjects.Metadata,
		"Spec.Replicas": apiobjects.Spec, "Data": apiobjects.Spec,
	} {
		if part, ok := apiobjects.PartAt(path); part != want || !ok {
			t.Errorf("%q lies in part %d, %t; want %d", path, part, ok, want)
		}
	}
	for _, path := range []string{"", "TypeMeta.Kind", "ObjectMeta.Name", "ObjectMeta.ResourceVersion", "Spec.cached", "Status.inner.Phase"} {
		if _, ok := apiobjects.PartAt(path); ok {
			t.Errorf("%q is a part that clients change", path)
		}
	}
}

// TestChanged: the last sure change counts, and one that is only possible does not replace it.
func TestChanged(t *testing.T) {
	p := apiobjects.Nothing.Changed("Status.Phase", true, store).Changed("Status.Phase", false, other)
	if got := p.Changes[apiobjects.Status]; got.At != ssa.Instruction(store) || got.Certainty() != apiobjects.Surely {
		t.Errorf("the change is %+v", got)
	}
	p = p.Changed("Status.Message", true, other)
	if got := p.Changes[apiobjects.Status]; got.At != ssa.Instruction(other) || got.First != ssa.Instruction(store) {
		t.Errorf("the change is %+v", got)
	}
	if got := p.Certainty("Spec.Replicas"); got != apiobjects.No {
		t.Errorf("the spec is changed: %v", got)
	}
	if p := apiobjects.Nothing.Changed("", false, store); p.Certainty("Spec") != apiobjects.Maybe || p.Certainty("Status") != apiobjects.Maybe {
		t.Error("an unknown change of the object is none of its parts")
	}
	if got := apiobjects.Nothing.Changed("ObjectMeta", true, store).Certainty("ObjectMeta.Labels"); got != apiobjects.Maybe {
		t.Errorf("another metadata changes labels: %v", got)
	}
	if p := apiobjects.Nothing.Changed("ObjectMeta.Name", true, store); p != apiobjects.Nothing {
		t.Error("the name is changed")
	}
	if apiobjects.Nothing.Certainty("Status") != apiobjects.No || p.Synced().Certainty("Status") != apiobjects.No || p.Without(apiobjects.Status).Certainty("Status") != apiobjects.No {
		t.Error("what is sent or read has a change")
	}
	g := apiobjects.Nothing.Changed("ObjectMeta.GenerateName", true, store)
	if !g.Generated() || g.Changed("ObjectMeta.Name", true, store).Generated() || g.Synced().Generated() || !apiobjects.Nothing.NamedAs(g).Generated() || g.Mark() == apiobjects.Nothing.Mark() {
		t.Error("the API server makes the name only of an object with GenerateName and no name")
	}
	if q := apiobjects.Nothing.With(p.Changes); !q.Has(apiobjects.Status, p) || q.Has(apiobjects.Spec, p) {
		t.Error("the changes of another object are others")
	}
	if (*apiobjects.Pending)(nil).Certainty("Status") != apiobjects.No {
		t.Error("nothing is known, and it has a change")
	}
}

// TestCompare: a patch is empty if neither the object nor the copy has changed since, and reversed if
// only the base has.
func TestCompare(t *testing.T) {
	const object, copied, second = 1, 2, 3
	changed := apiobjects.Nothing.Changed("Spec.Replicas", true, store)
	o, c := changed.Copied(object, copied)
	if got := apiobjects.Compare(object, o, object, o); got != apiobjects.Same {
		t.Errorf("an object is %v as itself", got)
	}
	if got := apiobjects.Compare(object, o, copied, c); got != apiobjects.Same {
		t.Errorf("a fresh copy is %v", got)
	}
	if got := apiobjects.Compare(object, o.Changed("Data", true, other), copied, c); got != apiobjects.Late {
		t.Errorf("the base of a changed object is %v, and it has the first change", got)
	}
	if got := apiobjects.Compare(object, o.Changed("Spec.Replicas", true, other), copied, c); got != apiobjects.Other {
		t.Errorf("the base of an object is %v whose change is another one since", got)
	}
	base := c.Changed("Data", true, other)
	if got := apiobjects.Compare(object, o, copied, base); got != apiobjects.Reversed {
		t.Errorf("a changed base is %v", got)
	}
	if got := apiobjects.Compare(copied, base, object, o); got != apiobjects.Other {
		t.Errorf("the changed copy that is sent is %v", got)
	}
	if got := apiobjects.Compare(object, o, copied, c.Changed("Data", false, other)); got != apiobjects.Other {
		t.Errorf("a base that may have changed is %v", got)
	}
	again, _ := o.Copied(object, second)
	if got := apiobjects.Compare(object, again, copied, c); got != apiobjects.Other {
		t.Errorf("the copy before the last is %v", got)
	}
	if o.Mark() == base.Mark() || o.Mark() != o.Changed("ObjectMeta.Name", true, other).Mark() {
		t.Error("marks tell what makes no difference, or do not tell what does")
	}
}

// arrive brings a change of the status to an Update.
func arrive(ls *apiobjects.Losses, kind apiobjects.Kind, p *apiobjects.Pending) *apiobjects.Arrival {
	return ls.Arrive(apiobjects.Loss{Kind: kind, Write: update, Site: update, Part: apiobjects.Status, Change: p.Changes[apiobjects.Status]})
}

// TestLosses: which changes each kind of write loses.
func TestLosses(t *testing.T) {
	set := apiobjects.Nothing.Changed("Status.Phase", true, store)
	for _, c := range []struct {
		name string
		do   func(ls *apiobjects.Losses)
		want []string
	}{
		{"lost", func(ls *apiobjects.Losses) { arrive(ls, apiobjects.StatusReplaced, set) }, []string{"always"}},
		{"on one path", func(ls *apiobjects.Losses) {
			arrive(ls, apiobjects.StatusReplaced, set)
			arrive(ls, apiobjects.StatusReplaced, apiobjects.Nothing)
		}, []string{"sometimes"}},
		{"sent on the other", func(ls *apiobjects.Losses) {
			arrive(ls, apiobjects.StatusReplaced, set)
			ls.Send(set, apiobjects.Status)
		}, []string{"always, sent elsewhere"}},
		{"perhaps changed", func(ls *apiobjects.Losses) {
			arrive(ls, apiobjects.StatusReplaced, apiobjects.Nothing.Changed("Status.Phase", false, store))
		}, nil},
		{"put back", func(ls *apiobjects.Losses) {
			set.Synced().Losing(arrive(ls, apiobjects.StatusReplaced, set)).Changed("Status", true, other)
		}, nil},
		{"another field set", func(ls *apiobjects.Losses) {
			set.Synced().Losing(arrive(ls, apiobjects.StatusReplaced, set)).Changed("Status.Message", true, other)
		}, []string{"always"}},
		{"kept in a copy", func(ls *apiobjects.Losses) {
			if kept := ls.Keep(set, "Status", false); kept.Kept() && !kept.Synced().Kept() && !ls.Keep(set, "Status.Message", false).Kept() {
				arrive(ls, apiobjects.StatusReplaced, kept).Cancel()
			}
		}, nil},
		{"kept in a copy, then changed", func(ls *apiobjects.Losses) {
			if kept := ls.Keep(set, "Status", false).Changed("Status.Message", true, other); !kept.Kept() {
				arrive(ls, apiobjects.StatusReplaced, kept)
			}
		}, []string{"always"}},
		{"kept by its address, then changed", func(ls *apiobjects.Losses) {
			if kept := ls.Keep(set, "Status", true).Changed("Status.Message", true, other); kept.Kept() {
				arrive(ls, apiobjects.StatusReplaced, kept).Cancel()
			}
		}, nil},
		{"escaped", func(ls *apiobjects.Losses) {
			ls.Escape(set.Synced().Losing(arrive(ls, apiobjects.StatusReplaced, set)), other)
		}, nil},
		{"typed, to be sent", func(ls *apiobjects.Losses) { arrive(ls, apiobjects.StatusNotSent, set) }, nil},
		{"typed, abandoned", func(ls *apiobjects.Losses) {
			set.Leaving(arrive(ls, apiobjects.StatusNotSent, set)).Left.Confirm()
		}, []string{"always"}},
		{"empty patch, put back", func(ls *apiobjects.Losses) {
			arrive(ls, apiobjects.EmptyPatch, set)
			arrive(ls, apiobjects.StatusReplaced, set).Cancel()
		}, nil},
	} {
		ls := apiobjects.NewLosses()
		c.do(ls)
		var got []string
		for _, l := range ls.Of(nil) {
			s := "sometimes"
			if l.Always {
				s = "always"
			}
			if l.Elsewhere {
				s += ", sent elsewhere"
			}
			got = append(got, s)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	(*apiobjects.Arrival)(nil).Cancel()
	(*apiobjects.Arrival)(nil).Confirm()
}

// TestIdle: what tells an object apart makes a difference to what follows, but for changes that are only possible.
func TestIdle(t *testing.T) {
	none := apiobjects.Nothing
	original, copied := none.Copied(1, 2)
	for name, p := range map[string]*apiobjects.Pending{
		"changed": none.Changed("Status.Phase", true, store), "original": original, "copied": copied, "left": none.Leaving(&apiobjects.Arrival{}),
		"lost": none.Losing(&apiobjects.Arrival{}), "answer": none.AnswerOf(update), "converted": none.ConvertedIn(&ssa.Function{}),
	} {
		if p.Idle() {
			t.Errorf("%s makes no difference", name)
		}
	}
	for name, p := range map[string]*apiobjects.Pending{"nothing": none, "unknown": nil, "possible": none.Changed("Status.Phase", false, store), "lonely": copied.Alone(func(int) bool { return true })} {
		if !p.Idle() {
			t.Errorf("%s makes a difference", name)
		}
	}
}
