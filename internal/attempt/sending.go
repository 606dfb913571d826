package attempt

import (
	"cmp"

	"github.com/k8slint/k8slint/internal/apiobjects"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/machine"
)

// A sending is a write of an object of which it is asked what it loses.
type sending struct {
	memory *memory
	frame  *machine.Frame
	h      *heap
	call   *callee
	id     int // of the object
	into   bool
	// empty: it is a patch whose base is the object itself.
	empty bool
	// late is the arrival of a status that the base of the patch has as well.
	late *apiobjects.Arrival
}

// send sends the object to the endpoint of the call.
func (s *sending) send(to kube.Endpoint) {
	switch to {
	case kube.ToStatus:
		s.sendStatus()
	case kube.ToMain:
		s.sendMain()
	default:
		noteEscape(s.h, s.id, s.call.call)
	}
}

// arrive notes what a path brings to the write.
func (s *sending) arrive(l apiobjects.Loss) *apiobjects.Arrival {
	if beside(s.memory, s.h, s.id) {
		s.h.losses.Suspect(s.id, l)
		return &apiobjects.Arrival{}
	}
	l.Write, l.Site, l.Into = s.call.call, site(s.frame, s.call.call), s.into
	if l.Partly {
		l.Early = siteIn(l.Change.At.Parent(), s.frame, s.call.call)
	}
	return s.h.losses.Arrive(l)
}

// loss is what the write loses of a part of o.
func (s *sending) loss(kind apiobjects.Kind, o *apiobjects.Pending, part apiobjects.Part) apiobjects.Loss {
	l := apiobjects.Loss{Kind: kind, Change: o.Changes[part], Part: part, Type: o.Type, Others: map[apiobjects.Part]apiobjects.Change{}}
	for _, other := range apiobjects.Parts {
		if change := o.Changes[other]; other != part && change.At != nil {
			l.Others[other] = change
		}
	}
	return l
}

// sendStatus sends the status.
func (s *sending) sendStatus() {
	o := s.h.pending(s.id)
	if s.into && s.h.objs.at(s.id).Source != Built {
		for _, part := range []apiobjects.Part{apiobjects.Metadata, apiobjects.Spec} {
			a := s.arrive(s.loss(apiobjects.OnlyStatusSent, o, part))
			if heldElsewhere(s.h, s.id, part) {
				a.Cancel()
			}
		}
	}
	over := s.readOver(apiobjects.Status)
	s.h.setPending(s.id, o.StatusSent())
	if o.Answers != nil {
		cancelLeft(s.h, o.Answers)
	}
	s.sent(apiobjects.Status)
	if s.into {
		noteSync(s.h, s.id)
		if over = cmp.Or(s.late, over); over == s.late || over.Partly {
			s.h.setPending(s.id, s.h.pending(s.id).Losing(over))
		}
		return
	}
	s.h.setPending(s.id, s.h.pending(s.id).Without(apiobjects.Status).Leaving(nil))
}

// sendMain sends all to the main endpoint, which drops the status.
func (s *sending) sendMain() {
	kind := apiobjects.StatusNotSent
	if s.into {
		kind = apiobjects.StatusReplaced
	}
	s.readOver(apiobjects.Spec)
	a := s.statusLost(kind)
	s.sent(apiobjects.Metadata, apiobjects.Spec)
	if s.into {
		s.h.setPending(s.id, s.h.pending(s.id).SyncedBeside())
		if a != nil {
			s.h.setPending(s.id, s.h.pending(s.id).Losing(a))
		}
		return
	}
	o := s.h.pending(s.id).Without(apiobjects.Metadata, apiobjects.Spec)
	if a != nil {
		o = o.Leaving(a)
	}
	s.h.setPending(s.id, o)
}

// statusLost is the arrival of a status that the main endpoint drops, nil if there is none that matters.
func (s *sending) statusLost(kind apiobjects.Kind) *apiobjects.Arrival {
	o := s.h.pending(s.id)
	if !joinsAll(s.memory) && o.FinishesDeletion() || o.Changes.None() {
		return nil // nobody reads the status of what is gone, and what has not changed may not be sent
	}
	l := s.loss(kind, o, apiobjects.Status)
	a := s.arrive(l)
	switch {
	case l.Change.Certainty() != apiobjects.Surely:
		return nil
	case heldElsewhere(s.h, s.id, apiobjects.Status) && (s.into || s.isCallers(o.Of())), o.Kept():
		a.Cancel()
		return nil
	}
	return a
}

// readOver notes that the write sends the object as it was read over a change of the part, perhaps with others.
func (s *sending) readOver(part apiobjects.Part) *apiobjects.Arrival {
	l := apiobjects.Loss{Kind: apiobjects.ReadOver, Part: part}
	if o := s.h.pending(s.id); o.Over() != nil && !((o.Over().Partly || o.Over().Beside) && part != apiobjects.Status) {
		l = s.loss(apiobjects.ReadOver, o.With(o.Over().Changes), part)
		l.Read, l.Partly, l.Beside = o.Over().Read, o.Over().Partly, o.Over().Beside
	}
	return s.arrive(l)
}

// isCallers reports whether the object id was given by the caller, who has it back and may send it.
func (s *sending) isCallers(id int) bool {
	return s.h.objs.at(id).Root != nil && s.h.pending(id).Of() == 0
}

// sent notes that the write stores the parts.
func (s *sending) sent(parts ...apiobjects.Part) {
	for _, part := range parts {
		if !s.empty {
			noteSent(s.h, s.id, part)
		}
	}
}

// compare compares the base of a patch, which goes to an endpoint, with the object. It reports false for patches that are
// no difference.
func (s *sending) compare(with value, to kube.Endpoint) bool {
	if with.kind != patch || with.obj < 0 {
		return with.kind == patch
	}
	o, base := s.h.pending(s.id), s.h.pending(with.obj)
	how := apiobjects.Compare(s.id, o, with.obj, base)
	s.empty = with.obj == s.id
	for _, part := range apiobjects.Parts {
		empty, reversed := apiobjects.Loss{Kind: apiobjects.EmptyPatch, Part: part}, apiobjects.Loss{Kind: apiobjects.ReversedPatch, Part: part}
		switch {
		case how == apiobjects.Same:
			empty = s.loss(apiobjects.EmptyPatch, o, part)
			empty.Base, empty.Copied = with.call, with.obj != s.id
			if joinsAll(s.memory) { // the base may have changed in some
				reversed = s.loss(apiobjects.ReversedPatch, base, part)
			}
		case how == apiobjects.Late && to == endpointFor(part) && s.h.objs.at(s.id).Source != Built:
			changes := o.Changes
			changes[part] = o.InCopy(part)
			empty = s.loss(apiobjects.EmptyPatch, o.With(changes), part)
			empty.Base, empty.Copied, empty.Partly = with.call, true, empty.Change.Certainty() == apiobjects.Surely
		case how == apiobjects.Reversed && !base.Changes[part].Clears():
			reversed = s.loss(apiobjects.ReversedPatch, base, part)
			reversed.Base = with.call
		}
		a := s.arrive(empty)
		s.arrive(reversed)
		switch {
		case !empty.Partly || part != apiobjects.Status:
		case o.Kept():
			a.Cancel()
		default:
			s.late = a
		}
	}
	return true
}

// endpointFor is the endpoint that stores a part of an object.
func endpointFor(part apiobjects.Part) kube.Endpoint {
	if part == apiobjects.Status {
		return kube.ToStatus
	}
	return kube.ToMain
}

// create creates the object: its status is dropped, unless it was kept, or is set again.
func (s *sending) create() {
	o := s.h.pending(s.id)
	a := s.arrive(s.loss(apiobjects.StatusCreated, o, apiobjects.Status))
	if o.Kept() {
		a.Cancel()
	}
	noteSync(s.h, s.id)
	if o.Certainty(kube.StatusField) == apiobjects.Surely {
		s.h.setPending(s.id, s.h.pending(s.id).Losing(a))
	}
}

// mutated looks at what a function that CreateOrUpdate calls has set at its exits, before being what
// was set before.
func (s *sending) mutated(before *apiobjects.Pending, exits []exit) {
	for _, part := range []apiobjects.Part{apiobjects.Metadata, apiobjects.Spec} {
		for _, e := range exits {
			l := s.loss(apiobjects.SetBefore, before, part)
			if before.Generated() && !joinsAll(s.memory) || s.h.missed {
				l.Change = apiobjects.Change{}
			}
			l.Others = map[apiobjects.Part]apiobjects.Change{}
			for other, change := range e.h.pending(s.id).Changes {
				if change.At != nil {
					l.Others[apiobjects.Part(other)] = change
				}
			}
			s.arrive(l)
		}
	}
	if kube.DropsStatus(s.call.fn) {
		for _, e := range exits {
			s.arrive(s.loss(apiobjects.StatusReplaced, e.h.pending(s.id), apiobjects.Status))
		}
	}
}
