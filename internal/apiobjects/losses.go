package apiobjects

import (
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A Kind says how a change is lost.
type Kind int

const (
	// StatusReplaced: the main endpoint drops the status that it is sent, and its answer
	// replaces the object.
	StatusReplaced Kind = iota
	// StatusNotSent: the main endpoint drops the status that it is sent, and no write sends it
	// again.
	StatusNotSent
	// OnlyStatusSent: the status endpoint drops the rest, and its answer replaces the object. Users of
	// typed clients send the rest on purpose.
	OnlyStatusSent
	// EmptyPatch: the base of a patch is the object that is sent, or a copy that was made after
	// the change.
	EmptyPatch
	// ReversedPatch: the base of a patch has the change, the object that is sent does not.
	ReversedPatch
	// SetBefore: CreateOrUpdate reads the stored object into one that was changed before.
	SetBefore
	// StatusCreated: an object is created with a status.
	StatusCreated
	// ReadOver: a read replaces a changed object, which is then sent as it was read.
	ReadOver
)

// A Loss is a change of an object that never gets to the API server.
type Loss struct {
	Kind Kind
	// Write is the call that loses it, Site the call in the function that was looked at which
	// leads to that.
	Write, Site ssa.CallInstruction
	// Change is what is lost, Part where it lies. For an EmptyPatch it has no instruction if
	// whatever is changed is lost.
	Change Change
	Part   Part
	// Others are the changes of the other parts on any path to the write; for SetBefore those
	// of the function.
	Others map[Part]Change
	// Type is that of the object, nil if it is not known.
	Type types.Type
	// Read is the call that replaces the change of a ReadOver. Partly: the write sends other fields that were set behind it,
	// or behind the copy that is the base. What it does is right: Write is the call to which the changed object is given, which
	// while paths arrive is Early. Beside: what is set or sent behind it is not of the status.
	Read           ssa.CallInstruction
	Partly, Beside bool
	Early          ssa.CallInstruction
	// Base is the call that makes the patch, Copied whether its base is a copy of the object.
	Base   ssa.CallInstruction
	Copied bool
	// Into: the answer replaces the object.
	Into bool
	// Later: the status goes on after it was replaced, to the API server or elsewhere, without the change.
	Later bool
	// Always: it is lost on each path to the write. Elsewhere: on some path it is sent, or may be.
	Always, Elsewhere bool
	// Repeats: what makes the change makes it elsewhere, too, where it is stored.
	Repeats bool
	// Fn is the function that was looked at.
	Fn *ssa.Function
}

// An Arrival is what the paths to a write have in common.
type Arrival struct {
	Loss
	lost, without, cancelled, confirmed bool
	others                              map[Part]Change // on any path
}

// Cancel notes that something puts the change back, or may send it.
func (a *Arrival) Cancel() {
	if a != nil {
		a.cancelled = true
	}
}

// Confirm notes that nobody can send the change any more, or that a status is sent without it.
func (a *Arrival) Confirm() {
	if a != nil {
		a.confirmed = true
	}
}

// putBack reports whether an assignment at path sets again what was lost.
func (a *Arrival) putBack(path string, at ssa.Instruction) bool {
	st, assigns := at.(*ssa.Store)
	return assigns && within(a.Change.Path, path) && !a.isReread(st)
}

// Losses collects what the writes of a function lose.
type Losses struct {
	at    map[key]*Arrival
	order []key
	// sent are the changes that are sent on some path, or may be.
	sent map[ssa.Instruction]bool
	// stored are those of them that are stored, storedBy the functions of the program that make these: another call
	// makes the same.
	stored   map[ssa.Instruction]bool
	storedBy map[*types.Func]bool
	// joined are the changes of the same part that come on top of one.
	joined map[ssa.Instruction]map[ssa.Instruction]bool
	// Suspects are the objects with which a change came to a write that loses it.
	Suspects []int
}

type key struct {
	kind        Kind
	site, write ssa.CallInstruction
	part        Part
}

// NewLosses returns a collection with nothing in it.
func NewLosses() *Losses {
	return &Losses{at: map[key]*Arrival{}, sent: map[ssa.Instruction]bool{}, stored: map[ssa.Instruction]bool{}, storedBy: map[*types.Func]bool{}, joined: map[ssa.Instruction]map[ssa.Instruction]bool{}}
}

// Arrive notes that a path comes to a write, with or without a change that the write loses.
func (ls *Losses) Arrive(l Loss) *Arrival {
	k := key{l.Kind, l.Site, l.Write, l.Part}
	a := ls.at[k]
	if a == nil {
		a = &Arrival{}
		ls.at[k] = a
		ls.order = append(ls.order, k)
	}
	if l.Change.Certainty() != Surely {
		a.without = true
		return a
	}
	if !a.lost {
		a.Loss, a.lost, a.others = l, true, map[Part]Change{}
	}
	for part, change := range l.Others {
		if _, known := a.others[part]; !known {
			a.others[part] = change
		}
	}
	return a
}

// Arrived counts the writes to which a path has come.
func (ls *Losses) Arrived() int {
	if ls == nil {
		return 0
	}
	return len(ls.order)
}

// GiveUp notes that what happens behind the writes after the first arrived is not known.
func (ls *Losses) GiveUp(arrived int) {
	if ls == nil {
		return
	}
	for _, k := range ls.order[arrived:] {
		ls.at[k].Cancel()
	}
}

// Suspect notes that the object id came to a write that loses l.
func (ls *Losses) Suspect(id int, l Loss) {
	if l.Change.Certainty() == Surely && !slices.Contains(ls.Suspects, id) {
		ls.Suspects = append(ls.Suspects, id)
	}
}

// Keep is p after what lies at path, in its status, went elsewhere, where it may be sent or put back: a copy, or
// its address, which shows later changes too.
func (ls *Losses) Keep(p *Pending, path string, address bool) *Pending {
	p.lost.Confirm()
	c := p.Changes[Status]
	if c.At == nil || !within(c.Path, path) {
		return p
	}
	p.Left.Cancel()
	ls.Send(p, Status)
	q := *p
	q.kept, q.shared = true, address || p.shared
	return &q
}

// within reports whether path is other, or lies in it.
func within(path, other string) bool {
	return other == "" || path == other || strings.HasPrefix(path, other+".")
}

// Send notes that the change of a part of p is sent.
func (ls *Losses) Send(p *Pending, part Part) {
	if at := p.Changes[part].At; at != nil {
		ls.sent[at] = true
	}
}

// Store notes that the change of a part of p is sent, and stored.
func (ls *Losses) Store(p *Pending, part Part) {
	ls.Send(p, part)
	if at := p.Changes[part].At; at != nil {
		ls.stored[at] = true
		if fn := setBy(at); fn != nil {
			ls.storedBy[fn] = true
		}
	}
}

// setBy is the function of the program that at calls, nil if at calls none. Functions of libraries are left out: they set
// what they are given.
func setBy(at ssa.Instruction) *types.Func {
	call, ok := at.(ssa.CallInstruction)
	if !ok {
		return nil
	}
	fn := ssaquery.Called(call.Common())
	if fn == nil || kube.Quiet(fn) {
		return nil
	}
	return fn
}

// Join notes that an instruction changes an object from before to after: what is sent of it then has the earlier
// changes as well.
func (ls *Losses) Join(before, after *Pending) {
	for _, part := range Parts {
		from, to := before.Changes[part].At, after.Changes[part].At
		if from == nil || from == to {
			continue
		}
		if ls.joined[from] == nil {
			ls.joined[from] = map[ssa.Instruction]bool{}
		}
		ls.joined[from][to] = true
	}
}

// goes reports whether the change at is sent on some path, or may be: alone, or with later ones.
func (ls *Losses) goes(at ssa.Instruction) bool {
	later := func(at ssa.Instruction) []ssa.Instruction { return slices.Collect(maps.Keys(ls.joined[at])) }
	return flow.Any(at, later, func(at ssa.Instruction) bool { return ls.sent[at] })
}

// Escape is p after code that is not known got the object at the instruction at: it may send or change
// it, or put back what it has lost.
func (ls *Losses) Escape(p *Pending, at ssa.Instruction) *Pending {
	p.Left.Cancel()
	p.lost.Cancel()
	for _, part := range Parts {
		ls.Send(p, part)
	}
	return (&Pending{Type: p.Type}).Changed("", false, at)
}

// Of are the changes that fn, which was looked at, loses.
func (ls *Losses) Of(fn *ssa.Function) []Loss {
	var out []Loss
	for _, k := range ls.order {
		a := ls.at[k]
		if !a.lost || a.cancelled || a.Kind == StatusNotSent && !a.confirmed {
			continue
		}
		if replaced := ls.at[key{StatusReplaced, k.site, k.write, Status}]; k.kind == EmptyPatch && k.part == Status && replaced != nil && replaced.cancelled {
			continue // it was put back
		}
		l := a.Loss
		if l.Partly {
			l.Write = l.Early
		}
		l.Fn, l.Always, l.Elsewhere, l.Others = fn, !a.without, ls.goes(a.Change.At), a.others
		l.Repeats = ls.stored[a.Change.At] || ls.storedBy[setBy(a.Change.At)]
		l.Later = a.Kind == StatusReplaced && a.confirmed
		out = append(out, l)
	}
	return out
}
