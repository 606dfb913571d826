package watchflow

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A Start is a place where a watch starts, or is made to start, from nothing.
type Start struct {
	Pos  token.Pos
	Kind StartKind
	// Loop: the watch is started again and again.
	Loop bool
	// First: only the first round starts from nothing.
	First bool
	// Single: a field selector picks one object.
	Single bool
	// List is the list that loses its version, if it is not at Pos.
	List token.Pos
}

// StartKind says why a watch has no resourceVersion.
type StartKind int

const (
	// Unset: the options have none.
	Unset StartKind = iota
	// DroppedOptions: a WatchFunc ignores the options that it is given.
	DroppedOptions
	// ClearedOptions: a function that tweaks the options of lists and watches
	// empties it.
	ClearedOptions
	// LostListMeta: a ListFunc returns a list without its metadata, so that
	// the watch after it has none.
	LostListMeta
)

func (k StartKind) String() string {
	return [...]string{"unset", "dropped options", "cleared options", "lost list metadata"}[k]
}

// String tells what is known of the start: "unset, loop".
func (s *Start) String() string {
	out := s.Kind.String()
	for _, f := range []struct {
		name string
		set  bool
	}{{"loop", s.Loop}, {"first", s.First}, {"single", s.Single}} {
		if f.set {
			out += ", " + f.name
		}
	}
	return out
}

// unsetStarts lists the watches whose options have no version.
func unsetStarts(l *loops) []*Start {
	var out []*Start
	told := map[optionsOf]*Start{}
	for _, s := range l.sinks {
		call, ok := s.Instr.(*ssa.Call)
		if !ok || s.byHand || s.streaming || !s.unset {
			continue
		}
		st := &Start{Pos: call.Pos(), Loop: isRepeated(l.code, s.Instr, 0), First: s.advances, Single: s.single || watchesOne(l.code, s)}
		if isWatchFunc(call.Parent()) {
			st.Kind = DroppedOptions
		} else if s.aggregated || isAggregated(s, l.aggregated) {
			continue
		} else if earlier := sameOptions(told, s, st); earlier != nil {
			earlier.Loop = earlier.Loop || st.Loop
			continue
		}
		out = append(out, st)
	}
	return out
}

// optionsOf are a variable with options and the function of the source that it is
// used in.
type optionsOf struct {
	loc pointsto.Loc
	top *ssa.Function
}

// sameOptions returns the earlier start in the same function from the same
// options, or nil, and notes st: one is told, not each time that the watch is
// established again.
func sameOptions(told map[optionsOf]*Start, s *Sink, st *Start) *Start {
	var earlier *Start
	for _, l := range s.named {
		if a, ok := l.Base.(*ssa.Alloc); ok && a.Comment != "complit" {
			at := optionsOf{l, outermost(s.Instr.Parent())}
			if told[at] != nil {
				earlier = told[at]
			} else {
				told[at] = st
			}
		}
	}
	return earlier
}

// maxRepeatDepth bounds the callers that isRepeated asks.
const maxRepeatDepth = 3

// isRepeated reports whether instr is executed in a loop, as far as the package
// shows.
func isRepeated(c *code, instr ssa.Instruction, depth int) bool {
	if ssaquery.InLoop(instr.Block()) {
		return true
	}
	if depth > maxRepeatDepth {
		return false
	}
	f := instr.Parent()
	for _, call := range c.Callers(f) {
		if isRepeated(c, call, depth+1) {
			return true
		}
	}
	for _, h := range c.Handed(f) {
		if c.repeats(h.Call, f) || isRepeated(c, h.Call, depth+1) {
			return true
		}
	}
	return false
}

// isWatchFunc reports whether f, or a function that it is a literal of, is given
// options and returns a watch: then the watch is to start as they say.
func isWatchFunc(f *ssa.Function) bool {
	for ; f != nil; f = f.Parent() {
		watcher, options := false, false
		for r := range f.Signature.Results().Variables() {
			watcher = watcher || kube.IsWatcher(r.Type())
		}
		for p := range f.Signature.Params().Variables() {
			options = options || kube.OptionsField(p.Type()) != ""
		}
		if watcher && options {
			return true
		}
	}
	return false
}
