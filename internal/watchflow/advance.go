package watchflow

import (
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/pointsto"
)

// An Advance is a place where the version of an event becomes, or is handed to
// what makes it, the position of a later watch.
type Advance struct {
	// Site is the store, assignment (*ssa.DebugRef) or call, in the function where the event is known.
	Site ssa.Instruction
	// Extraction is the value that reads the version of the event's object.
	Extraction ssa.Value
	// Sinks are the watches that resume from there.
	Sinks []*Sink
	// Stores are the stores and assignments on the way from Site to the sinks.
	Stores []ssa.Instruction
	// Empty: the position can be unset or "0" when a watch first reads it.
	Empty bool
	// loc is the position, for messages.
	loc pointsto.Loc
	// direct: Site stores to the field that the watch reads, by itself or by a
	// setter, and no other way leads from it to a watch.
	direct bool
}

// Position names the place that a moves.
func (a *Advance) Position() string {
	if d := a.loc.Describe(); d != "" {
		return d
	}
	return "the position"
}

// A hop is one step from a sink back to what feeds it.
type hop struct {
	site  ssa.Instruction // the store, assignment or call nearest to the event, so far
	loc   pointsto.Loc    // the outermost location stored to
	store ssa.Instruction // nil for a call
	prev  *hop
}

func (h *hop) location() pointsto.Loc {
	if h == nil {
		return pointsto.Loc{}
	}
	return h.loc
}

// newAdvance is the advance by the version v of an event that gets to s by h; nil
// where the watch starts from an object at hand, so that nothing is stored.
func newAdvance(s *Sink, v ssa.Value, h *hop) *Advance {
	if h == nil {
		return nil
	}
	a := &Advance{Extraction: v, Sinks: []*Sink{s}, Site: h.site, loc: h.loc}
	_, field := h.loc.Base.(pointsto.Field)
	first := h
	for ; h != nil; h = h.prev {
		if h.store != nil {
			a.Stores = append(a.Stores, h.store)
		}
		first = h
	}
	a.direct = field && first.store != nil && len(a.Stores) == 1
	return a
}
