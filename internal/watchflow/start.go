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
			at := optionsOf{l, ssaquery.Outermost(s.Instr.Parent())}
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

// Whose fault it is that a watch starts from nothing: that of the
// function that starts it, or of those that call it with options without a version.

// blamed returns the calls of fn, in which s starts a watch from nothing, as watches
// that they start. The options that they give to fn are what to change: fn forwards
// them, or it does not, and none of them has a version at any time. Otherwise it is
// nil, and fn is to blame.
func (f startFinder) blamed(s *Sink, fn *ssa.Function) []*Sink {
	if !s.forwards && len(f.code.Handed(fn)) > 0 {
		return nil
	}
	var out []*Sink
	if s.forwards {
		out = []*Sink{}
	}
	for _, c := range f.code.Callers(fn) {
		k := f.outerSink(c)
		if !s.forwards && (k == nil || !k.unset || k.advances || k.streaming) {
			return nil
		}
		if k != nil {
			out = append(out, k)
		}
	}
	return out
}

// outerSink returns the watch that call starts by calling a function that is given
// options, nil where it is given none.
func (f startFinder) outerSink(c ssa.CallInstruction) *Sink {
	call, ok := c.(*ssa.Call)
	if !ok {
		return nil
	}
	if s := f.loops.sinkAt[call]; s != nil {
		return s
	}
	s, known := f.outer[call]
	if known {
		return s
	}
	for _, a := range explicitArgs(&call.Call) {
		if s = optionsSink(call, a); s != nil {
			s.streaming = sinkFinder{f.code}.streams(s.value)
			positions(f.loops.order, []*Sink{s}, f.loops.sinkAt)
			break
		}
	}
	f.outer[call] = s
	return s
}

// watchFunc returns f, or the function that it is a literal of, if that is given
// options and returns a watch: then the watch is to start as they say. It is nil if
// there is none.
func watchFunc(f *ssa.Function) *ssa.Function {
	for ; f != nil; f = f.Parent() {
		watcher, options := false, false
		for r := range f.Signature.Results().Variables() {
			watcher = watcher || kube.IsWatcher(r.Type())
		}
		for p := range f.Signature.Params().Variables() {
			options = options || kube.OptionsField(p.Type()) != ""
		}
		if watcher && options {
			return f
		}
	}
	return nil
}

// onlyOffered reports whether fn is, or is a literal of, a method that nobody calls, as
// far as can be told: one that returns a watch, or something else, of a type that others
// cannot name. What is done with the watch, and how often it is started, is not known.
// A literal that is given options is for somebody who starts watches again and again.
func (f startFinder) onlyOffered(fn *ssa.Function) bool {
	if w := watchFunc(fn); w != nil && w.Parent() != nil {
		return false
	}
	fn = ssaquery.Outermost(fn)
	recv := fn.Signature.Recv()
	if recv == nil || !returnsValue(fn.Signature) || len(f.code.Callers(fn)) > 0 || len(f.code.Handed(fn)) > 0 {
		return false
	}
	named := ssaquery.Named(recv.Type())
	if named == nil || named.Obj().Exported() {
		return false
	}
	for _, instr := range f.code.Instrs() {
		switch instr := instr.(type) {
		case *ssa.MakeClosure: // a method value
			if f.code.Source(instr.Fn.(*ssa.Function)) == fn {
				return false
			}
		case *ssa.MakeInterface:
			if t := ssaquery.Named(instr.X.Type()); t != nil && t.Origin() == named.Origin() && f.offersOthers(instr.Type(), fn.Name()) {
				return false
			}
		}
	}
	return true
}

// returnsValue reports whether a function of that signature returns more than an
// error.
func returnsValue(sig *types.Signature) bool {
	n := sig.Results().Len()
	return n > 1 || n == 1 && !isError(sig.Results().At(0).Type())
}

// offersOthers reports whether the interface t has the method called name, and another
// package declares it, and so may call the method.
func (f startFinder) offersOthers(t types.Type, name string) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if ok && n.Obj().Pkg() == f.code.pkg {
		return false
	}
	m, _, _ := types.LookupFieldOrMethod(t, false, f.code.pkg, name)
	return m != nil
}
