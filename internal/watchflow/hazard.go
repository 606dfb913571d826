package watchflow

import (
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"
)

// Hazards are the ways in which an advance can move the position backwards.
type Hazards struct {
	// Initial: the watch can start from "" or "0", and the ADDED events that
	// it begins with come in any order (kubernetes issue 74022).
	Initial bool
	// Errors: the Status of an ERROR event has an empty resourceVersion.
	Errors bool
	// Shared: several watches move the same position.
	Shared bool
	// Deleted: a DELETED event can carry the version of the last update
	// (Kubernetes before 1.10, and aggregated servers).
	Deleted bool
}

// Any reports whether some hazard is open.
func (h Hazards) Any() bool { return h.Initial || h.Errors || h.Shared || h.Deleted }

// Hazards tells which hazards of a are open.
func (f *Flow) Hazards(a *Advance) Hazards {
	f.mu.Lock()
	defer f.mu.Unlock()
	reached := map[string]bool{}
	any := false
	for _, t := range []string{"ADDED", "MODIFIED", "DELETED", "BOOKMARK", "ERROR"} {
		reached[t] = f.reachedBehind(a, t)
		any = any || reached[t]
	}
	if !any {
		// The events take a way that cannot be followed: through a queue.
		reached["DELETED"] = true
	}
	h := Hazards{Errors: reached["ERROR"], Deleted: reached["DELETED"]}
	moves := reached["ADDED"] || reached["MODIFIED"] || reached["DELETED"] || reached["ERROR"]
	if !moves {
		return Hazards{} // bookmarks only
	}
	if any && !h.Errors && !f.reachedInitially(a) {
		return Hazards{} // past the initial events
	}
	h.Initial = a.Empty && (reached["ADDED"] || !any)
	h.Shared = f.shared(a)
	return h
}

// reachedBehind reports whether an event of type t gets from some receive to a.
func (f *Flow) reachedBehind(a *Advance, t string) bool {
	for _, r := range f.p.receives() {
		x := f.explorer()
		x.event, x.code, x.up, x.bound = t, 500, true, true
		x.receive = func(*state, ssa.Instruction) bool { return false }
		x.sink = func(*state, ssa.Instruction, *Sink) bool { return false }
		hit := false
		x.visit = func(s *state, at ssa.Instruction) bool {
			hit = hit || arrives(s, a, at)
			return !hit
		}
		x.startBehind(r.at, r.env)
		if hit || x.capped {
			return true
		}
	}
	return false
}

// arrives reports whether at is where a takes effect.
func arrives(s *state, a *Advance, at ssa.Instruction) bool {
	if at == a.Site {
		s.site = true
		if len(a.Stores) == 0 {
			return true
		}
	}
	if st, ok := at.(*ssa.Store); ok && s.site && slices.Contains(a.Stores, st) {
		return true
	}
	return false
}

// reachedInitially reports whether an ADDED event of a watch that starts from
// "" gets to a, with no event of another type before it.
func (f *Flow) reachedInitially(a *Advance) bool {
	received := false
	for _, k := range a.Sinks {
		if k.streaming {
			continue
		}
		x := f.explorer()
		x.event = "ADDED"
		x.position = aval{kind: text}
		hit := false
		x.sink = func(s *state, _ ssa.Instruction, at *Sink) bool {
			// A streaming watch says itself where its initial events end.
			s.watching = s.watching || !at.streaming
			return !at.streaming
		}
		x.receive = func(s *state, _ ssa.Instruction) bool {
			received = received || s.watching
			return s.watching
		}
		x.visit = func(s *state, at ssa.Instruction) bool {
			hit = hit || s.watching && arrives(s, a, at)
			return !hit
		}
		for _, fn := range f.p.pt.Around(k.Instr.Parent(), a.Site.Parent()) {
			x.run(fn, fn.Blocks[0], 0, nil)
		}
		if hit || x.capped {
			return true
		}
	}
	return !received
}

// shared reports whether another watch moves the same position.
func (f *Flow) shared(a *Advance) bool {
	own := func(fn *ssa.Function) *Sink {
		for _, k := range a.Sinks {
			if k.Instr.Parent() == fn {
				return k
			}
		}
		return nil
	}
	mine := own(a.Site.Parent())
	if mine == nil {
		return false
	}
	for _, b := range f.Advances {
		if b == a || b.loc != a.loc {
			continue
		}
		if k := own(b.Site.Parent()); k != nil && k != mine {
			return true
		}
	}
	return false
}

func itoa(i int) string { return strconv.Itoa(i) }
