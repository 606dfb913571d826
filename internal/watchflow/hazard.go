package watchflow

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// Hazards are the ways in which an advance can move the position backwards.
type Hazards struct {
	// Initial: the watch can start from "" or "0", and the ADDED events that
	// it begins with come in any order (kubernetes issue 74022). A watch of one
	// object begins with one.
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

// String names the open hazards: "initial, deleted", or "none".
func (h Hazards) String() string {
	return holding("initial", h.Initial, "errors", h.Errors, "shared", h.Shared, "deleted", h.Deleted, "none", !h.Any())
}

// hazards tells which hazards of a are open.
func hazards(l *loops, a *Advance) Hazards {
	reached := map[string]bool{}
	any := false
	for _, t := range kube.EventTypes {
		reached[t] = eventReaches(l, a, t)
		any = any || reached[t]
	}
	if !any {
		// The events take a way that cannot be followed: through a queue.
		reached["DELETED"] = true
	}
	h := Hazards{Errors: reached[kube.ErrorEvent], Deleted: reached["DELETED"] && (!any || goesOn(l, a, "DELETED"))}
	if !h.Errors && !h.Deleted && !reached["ADDED"] && !reached["MODIFIED"] {
		return Hazards{} // bookmarks only
	}
	if any && !h.Errors && !initialReaches(l, a) {
		return Hazards{} // past the initial events
	}
	h.Initial = a.Empty && (reached["ADDED"] || !any) && slices.ContainsFunc(a.Sinks, func(s *Sink) bool { return !watchesOne(l.code, s) })
	h.Shared = sharesPosition(l, a)
	return h
}

// A search is an exploration from a receive under the hypothesis of an event's type. What it passes is the
// same for all advances.
type search struct {
	what, event string
	from        ssa.Instruction
	value       any // that is received: from may give several
}

// passes reports whether an exploration that is prepared by explore can come from r to the site of a.
func (l *loops) passes(what, event string, r receive, a *Advance, explore func() *exploration) bool {
	key := search{what, event, r.at, r.from}
	sites, ok := l.passed[key]
	if !ok {
		sites = map[ssa.Instruction]bool{}
		x := explore()
		stops := x.visit
		x.visit = func(s *state, at ssa.Instruction) bool {
			if l.isSite[at] {
				sites[at] = true
			}
			return stops == nil || stops(s, at)
		}
		x.runBehind(r.at, r.env)
		if x.capped {
			sites = nil // all of them, for what is known
		}
		l.passed[key] = sites
	}
	return sites == nil || sites[a.Site]
}

// finds reports whether an exploration from some receive, under the hypothesis that the event is of that type, comes to a
// and finds what ask has it look for.
func (l *loops) finds(what, event string, a *Advance, explore func() *exploration, ask func(x *exploration, found *bool)) bool {
	return slices.ContainsFunc(l.received, func(r receive) bool {
		if event == kube.ErrorEvent && !l.channels.carriesErrors(r) || !l.passes(what, event, r, a, explore) {
			return false
		}
		x, found := explore(), false
		ask(x, &found)
		x.runBehind(r.at, r.env)
		return found || x.capped
	})
}

// eventReaches reports whether an event of type t gets from some receive to a.
func eventReaches(l *loops, a *Advance, t string) bool {
	return l.finds("hazard", t, a, func() *exploration {
		x := l.explore("hazard", t, internalError)
		x.crossing.up, x.crossing.eventOnly = true, true
		return x
	}, func(x *exploration, hit *bool) {
		x.visit = func(s *state, at ssa.Instruction) bool {
			*hit = *hit || arrives(s, a, at)
			return !*hit
		}
	})
}

// goesOn reports whether, after an event of type t has got to a, another event is
// received or a watch is started that can use the position. A loop that ends with the
// object that it watches is no hazard:
//
//	rv = pod.ResourceVersion
//	if event.Type == watch.Deleted {
//		return
//	}
func goesOn(l *loops, a *Advance, t string) bool {
	decodes := map[ssa.Instruction]bool{} // events of watches that are made by hand
	for _, r := range l.received {
		decodes[r.at] = r.from == nil
	}
	return l.finds("goes on", t, a, func() *exploration {
		x := l.explore("goes on", t, internalError)
		x.crossing.up, x.resuming, x.values.closely = true, true, true
		x.visit = func(_ *state, at ssa.Instruction) bool { return !decodes[at] }
		return x
	}, func(x *exploration, open *bool) {
		note := func(s *state) bool {
			*open = *open || s.moved
			return false
		}
		x.receive = note
		x.sink = func(s *state, _ *Sink) bool { return note(s) }
		x.visit = func(s *state, at ssa.Instruction) bool {
			if decodes[at] {
				return note(s)
			}
			s.moved = s.moved || arrives(s, a, at)
			return !*open
		}
		x.crossing.left = func(s *state, f *ssa.Function) {
			// What a variable of f holds is gone; what lies elsewhere can be used by
			// somebody who is not in sight.
			*open = *open || s.moved && !l.code.isLocal(a.loc, f) && !endsWith(l.code, a, f)
		}
	})
}

// arrives reports whether at is where a takes effect.
func arrives(s *state, a *Advance, at ssa.Instruction) bool {
	if at == a.Site {
		s.site = true
		if len(a.Stores) == 0 {
			return true
		}
	}
	return s.site && slices.Contains(a.Stores, at)
}

// initialReaches reports whether an ADDED event of a watch that starts from
// "" gets to a, with no event of another type before it.
func initialReaches(l *loops, a *Advance) bool {
	received := false
	for _, k := range a.Sinks {
		if k.streaming {
			continue
		}
		x := l.explore("initial", "ADDED", 0)
		x.values.position = textOf("")
		hit := false
		x.sink = func(s *state, at *Sink) bool {
			// A streaming watch says itself where its initial events end.
			s.watching = s.watching || !at.streaming
			return !at.streaming
		}
		x.receive = func(s *state) bool {
			received = received || s.watching
			return s.watching
		}
		x.visit = func(s *state, at ssa.Instruction) bool {
			hit = hit || s.watching && arrives(s, a, at)
			return !hit
		}
		for _, fn := range l.code.Around(k.Instr.Parent(), a.Site.Parent()) {
			if x.runFrom(fn); hit || x.capped {
				return true
			}
		}
	}
	return !received
}

// sharesPosition reports whether another watch moves the same position.
func sharesPosition(l *loops, a *Advance) bool {
	// The watch among those of a that the function starts which moves the position at b.
	startedBeside := func(b *Advance) *Sink {
		i := slices.IndexFunc(a.Sinks, func(k *Sink) bool { return k.Instr.Parent() == b.Site.Parent() })
		if i < 0 {
			return nil
		}
		return a.Sinks[i]
	}
	mine := startedBeside(a)
	return mine != nil && slices.ContainsFunc(l.advances, func(b *Advance) bool {
		k := startedBeside(b)
		return b.loc == a.loc && k != nil && k != mine
	})
}

// deadStores lists the stores of an event's version into watch options that
// nothing reads afterwards: options that were passed by value, so that the
// caller's loop goes on from where it was.
func deadStores(l *loops) []*ssa.Store {
	var out []*ssa.Store
	for _, instr := range l.code.Instrs() {
		st, ok := instr.(*ssa.Store)
		if !ok || setsOptionsVersion(st) == nil {
			continue
		}
		a, ok := setsOptionsVersion(st).X.(*ssa.Alloc)
		if !ok || l.code.Escapes(a) || !l.origins.isEventVersion(st.Val) {
			continue
		}
		advances := slices.ContainsFunc(l.advances, func(x *Advance) bool { return x.Site == ssa.Instruction(st) })
		if !advances && !readAfter(a, st) {
			out = append(out, st)
		}
	}
	return out
}

// readAfter reports whether the options a, or the version in them, are read after st, which sets the version.
func readAfter(a *ssa.Alloc, st *ssa.Store) bool {
	along := flow.Walk{Along: flow.Parts, Where: func(u flow.Use) bool {
		fa, part := u.At.(*ssa.FieldAddr)
		return !part || fa.Field == setsOptionsVersion(st).Field
	}}
	return !along.Only(a, func(u flow.Use) bool {
		load, ok := u.At.(*ssa.UnOp)
		return !ok || !ssaquery.RunsAfter(st, load)
	})
}
