package watchflow

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// loops is what is known of the watch loops of a package, before a question is
// asked.
type loops struct {
	code     *code
	origins  *origins
	order    *ordering
	sinks    []*Sink
	advances []*Advance
	sinkAt   map[ssa.Instruction]*Sink
	channels *channels
	// received are the places where events come in.
	received []receive
	// places keep the positions of the sinks.
	places map[pointsto.Loc]bool
	// relevant are the functions that an exploration must go into.
	relevant map[*ssa.Function]bool
	// stale are the watches that go back to the version of a list of before
	// their loop.
	stale []*StaleList
	// aggregated tells the kinds that another server than kube-apiserver serves.
	aggregated servedBy
	// isSite tells the sites of the advances, passed to which of them a search comes; nil: to all.
	isSite map[ssa.Instruction]bool
	passed map[search]map[ssa.Instruction]bool
}

func findLoops(c *code, aggregated servedBy) *loops {
	found := newOrigins(c)
	l := &loops{
		code:       c,
		origins:    found,
		order:      &ordering{code: c, origins: found},
		sinks:      findSinks(c),
		sinkAt:     map[ssa.Instruction]*Sink{},
		received:   receives(c),
		places:     map[pointsto.Loc]bool{},
		aggregated: aggregated,
		isSite:     map[ssa.Instruction]bool{},
		passed:     map[search]map[ssa.Instruction]bool{},
	}
	for _, s := range l.sinks {
		l.sinkAt[s.Instr] = s
	}
	l.advances = positions(l.order, l.sinks, l.sinkAt)
	for _, a := range l.advances {
		l.isSite[a.Site] = true
	}
	for _, s := range l.sinks {
		for p := range s.locs {
			l.places[p] = true
		}
	}
	l.channels = &channels{c, l.sinkAt}
	l.relevant = l.findRelevant()
	l.stale = staleLists(l.origins, l.sinks, l.received)
	return l
}

// findRelevant returns the functions that watch, list, receive events or set
// positions, and those that lead to them.
func (l *loops) findRelevant() map[*ssa.Function]bool {
	rel := map[*ssa.Function]bool{}
	add := func(f *ssa.Function) {
		for g := range l.code.Leading(f) {
			rel[g] = true
		}
	}
	for f, instr := range l.code.Instrs() {
		if !rel[f] && l.concernsWatch(instr) {
			add(f)
		}
	}
	for _, r := range l.received {
		add(r.at.Parent())
	}
	return rel
}

// concernsWatch reports whether instr watches, lists or sets a position.
func (l *loops) concernsWatch(instr ssa.Instruction) bool {
	if l.sinkAt[instr] != nil {
		return true
	}
	switch instr := instr.(type) {
	case *ssa.Store:
		return slices.ContainsFunc(l.code.Locs(instr.Addr), func(p pointsto.Loc) bool { return l.places[p] })
	case ssa.CallInstruction:
		return l.code.isListCall(instr)
	}
	return false
}

// listBefore is where the loop of s lists objects of its kind, or NoPos if that is
// not seen: in the same function, in one that leads to it, or beside it.
func (l *loops) listBefore(s *Sink) token.Pos {
	at := s.Instr.Parent()
	watch, _ := s.Instr.(*ssa.Call)
	best, rank := token.NoPos, 0
	for fn, instr := range l.code.Instrs() {
		call, ok := instr.(*ssa.Call)
		if !ok || !l.code.isListCall(call) || watch != nil && otherKinds(&call.Call, &watch.Call) {
			continue
		}
		r := 0
		switch {
		case fn == at:
			r = 3
		case l.code.Leading(at)[fn]:
			r = 2
		case slices.ContainsFunc(l.code.Callers(at), func(c ssa.CallInstruction) bool { return l.code.Within(c.Parent())[fn] }):
			r = 1
		}
		if r > rank {
			best, rank = call.Pos(), r
		}
	}
	return best
}

// nearest is the watch that resumes from a that a reader finds first: in the
// same function or file if there is one.
func (l *loops) nearest(a *Advance) *Sink {
	file := func(i ssa.Instruction) string { return l.code.fset.Position(i.Pos()).Filename }
	rank := func(s *Sink) int {
		switch {
		case s.Instr.Parent() == a.Site.Parent():
			return 2
		case file(s.Instr) == file(a.Site):
			return 1
		}
		return 0
	}
	return slices.MaxFunc(a.Sinks, func(s, t *Sink) int { return rank(s) - rank(t) })
}

// explore prepares an exploration of the package for what is named, under the hypothesis that a
// watch starts from an old position and that events are of the given type; if
// that is ERROR, with a Status of the given HTTP code. It stops at watches and at
// receives.
func (l *loops) explore(what, eventType string, httpCode int) *exploration {
	v := &evaluator{
		code:       l.code,
		origins:    l.origins,
		hypothesis: hypothesis{eventType, httpCode, abstract{kind: someText}},
		places:     l.places,
		before:     map[ssa.Value]bool{},
		ids:        ssaquery.Numbers{},
	}
	for _, stale := range l.stale {
		for _, listed := range stale.Sink.listed {
			v.before[listed] = true
		}
	}
	e := &effects{l.code, l.origins, v}
	return &exploration{
		code:     l.code,
		values:   v,
		effects:  e,
		crossing: &crossing{code: l.code, origins: l.origins, values: v, effects: e, library: &library{l.code, v}, climbed: map[string]bool{}, sinks: l.sinkAt, relevant: l.relevant},
		what:     what,
		sink:     func(*state, *Sink) bool { return false },
		receive:  func(*state) bool { return false },
	}
}
