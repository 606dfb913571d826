package watchflow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/flow"
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
	// Keeps: the program has state that a missed deletion makes wrong. It lists before the watch, or keeps something from watch to watch.
	Keeps bool
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
	return holding(s.Kind.String(), true, "loop", s.Loop, "first", s.First, "single", s.Single, "keeps", s.Keeps)
}

// unsetStarts lists the watches whose options have no version.
func unsetStarts(l *loops) []*Start {
	f := startFinder{l.code, l, map[*ssa.Call]*Sink{}, map[optionsOf]*Start{}, map[*ssa.Call]bool{}}
	var out []*Start
	for _, s := range l.sinks {
		if _, ok := s.Instr.(*ssa.Call); ok && !s.byHand && !s.streaming && s.unset && (isRepeated(l.code, s.Instr, false) || !f.onlyOffered(s.Instr.Parent())) {
			out = append(out, f.starts(s, false)...)
		}
	}
	return out
}

// isProbe reports whether nobody reads the watch that call starts: it shows whether one is allowed, and is stopped.
func isProbe(call *ssa.Call) bool {
	w := ssaquery.ResultAt(call, 0)
	return w != nil && flow.Walk{Along: flow.Kept}.Only(w, func(u flow.Use) bool {
		c, ok := u.At.(ssa.CallInstruction)
		return ok && c.Parent() == call.Parent() && c.Common().IsInvoke() && kube.StopsWatch(c.Common().Method)
	})
}

// A startFinder finds where watches start from nothing.
type startFinder struct {
	code   *code
	loops  *loops
	outer  map[*ssa.Call]*Sink // as outerSink
	told   map[optionsOf]*Start
	toldAt map[*ssa.Call]bool // those of outer that are told
}

// starts returns the starts of the watch s, from nothing: at most one, unless several
// callers give a function the options that it forwards. single: what s leads to
// watches a single object.
func (f startFinder) starts(s *Sink, single bool) []*Start {
	call := s.Instr.(*ssa.Call)
	single = single || watchesOne(f.code, s)
	st := &Start{Pos: call.Pos(), Loop: isRepeated(f.code, call, single), First: s.advances, Single: single}
	st.Keeps = !isProbe(call) && keepsState(f.loops, call, st.Loop && !st.First)
	fn := watchFunc(call.Parent())
	var callers []*Sink
	if fn != nil {
		if callers = f.blamed(s, fn); callers == nil {
			if f.fallsBack(s) {
				return nil
			}
			st.Kind = DroppedOptions
			return []*Start{st}
		}
	}
	if slices.ContainsFunc(kindsOf(&call.Call), f.loops.aggregated) || f.code.isHelper(&call.Call) {
		return nil
	}
	if fn != nil {
		return f.outerStarts(callers, single)
	}
	if earlier := sameOptions(f.told, s, st); earlier != nil {
		earlier.Loop, earlier.Keeps = earlier.Loop || st.Loop, earlier.Keeps || st.Keeps
		return nil
	}
	return []*Start{st}
}

// fallsBack reports whether the watch s is started only after the same function has tried
// to start one with the options that it is given, as they are.
func (f startFinder) fallsBack(s *Sink) bool {
	order := ssaquery.NewOrder()
	return slices.ContainsFunc(f.loops.sinks, func(k *Sink) bool {
		return k != s && k.forwards && k.Instr.Parent() == s.Instr.Parent() && order.Dominates(k.Instr, s.Instr)
	})
}

// outerStarts returns the starts of those of sinks that start from nothing and that
// nobody has told yet.
func (f startFinder) outerStarts(sinks []*Sink, single bool) []*Start {
	var out []*Start
	for _, k := range sinks {
		call := k.Instr.(*ssa.Call)
		// Those in sinkAt are looked at anyway.
		if k.unset && !k.streaming && f.loops.sinkAt[call] == nil && !f.toldAt[call] {
			f.toldAt[call] = true
			out = append(out, f.starts(k, single)...)
		}
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
		a, inMemory := l.Base.(*ssa.Alloc)
		if _, inRegister := l.Base.(*types.Var); inRegister || inMemory && a.Comment != "complit" {
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

// isRepeated reports whether instr is executed in a loop, as far as the package
// shows. With single, loops through data do not count: instr watches another object in each
// round.
func isRepeated(c *code, instr ssa.Instruction, single bool) bool {
	called := func(at ssa.Instruction) []ssa.Instruction {
		from := c.calledFrom(at)
		for _, h := range c.Handed(at.Parent()) {
			from = append(from, h.Call)
		}
		return from
	}
	return flow.Any(instr, called, func(at ssa.Instruction) bool {
		again := func(h pointsto.Handing) bool { return repeats(h.Call, at.Parent()) != kube.NotAgain }
		return ssaquery.InLoop(at.Block()) && !(single && iterates(at.Block())) || slices.ContainsFunc(c.Handed(at.Parent()), again)
	})
}
