package watchflow

import (
	"go/token"
	"reflect"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/bound"
	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/ssabuild"
)

// New returns the analyzer that provides *Flow; its result is nil for a package
// without watches.
func New(c *config.Config, ssa *analysis.Analyzer) *analysis.Analyzer {
	outside := &analysis.Analyzer{
		Name: "k8slintwatchfacts",
		Doc:  "find which functions list, and which kinds an aggregated API server serves",
		Run: func(pass *analysis.Pass) (any, error) {
			return outsideFacts{exportLists(pass, c), exportServed(pass)}, nil
		},
		FactTypes:  fact.Types[Does](),
		ResultType: reflect.TypeFor[outsideFacts](),
	}
	return &analysis.Analyzer{
		Name: "k8slintwatchflow",
		Doc:  "find list/watch loops, their positions and their error paths",
		Run: func(pass *analysis.Pass) (any, error) {
			return prepare(pass, c, pass.ResultOf[ssa].(*ssabuild.SSA), pass.ResultOf[outside].(outsideFacts)), nil
		},
		Requires:   []*analysis.Analyzer{ssa, outside, bound.Analyzer},
		ResultType: reflect.TypeFor[*Flow](),
	}
}

// outsideFacts is what is known of other packages.
type outsideFacts struct {
	lists  listers
	served servedBy
}

// prepare finds the watch loops of a package, nil where there are none and no
// versions are compared.
//
// What a test does with a loop says nothing of the program: a table of cases is
// no retry, and no case is where the program starts.
func prepare(pass *analysis.Pass, c *config.Config, src *ssabuild.SSA, outside outsideFacts) *Flow {
	if src = ssabuild.Watching(pass, c, src); src == nil {
		return nil
	}
	return newFlow(findLoops(newCode(pass, src, outside.lists), outside.served))
}

// Flow answers what the analyzers ask of the watch loops of a package. Those of
// one package run beside each other: it is safe for concurrent use.
type Flow struct {
	// Sinks are the places where a watch is started, in source order.
	Sinks []*Sink
	// Advances are the places where an event moves a position.
	Advances []*Advance

	mu    sync.Mutex
	loops *loops
}

func newFlow(l *loops) *Flow { return &Flow{Sinks: l.sinks, Advances: l.advances, loops: l} }

// ask gives an answer, one at a time.
func ask[T any](f *Flow, answer func(*loops) T) T {
	f.mu.Lock()
	defer f.mu.Unlock()
	return answer(f.loops)
}

// Hazards returns how a can move its position backwards.
func (f *Flow) Hazards(a *Advance) Hazards {
	return ask(f, func(l *loops) Hazards { return hazards(l, a) })
}

// Failures lists the paths from a failed watch back to watching from the old
// position, one for each place.
func (f *Flow) Failures() []*Failure { return ask(f, failures) }

// Starts lists the places of the package where a watch starts from nothing, in
// source order.
func (f *Flow) Starts() []*Start {
	out := ask(f, func(l *loops) []*Start { return slices.Concat(unsetStarts(l), clearedOptions(l.code), lostLists(l)) })
	slices.SortStableFunc(out, func(a, b *Start) int { return int(a.Pos - b.Pos) })
	return out
}

// Blinds lists the places where a loop over watch events takes what it received
// for what it is not.
func (f *Flow) Blinds() []*Blind { return ask(f, blinds) }

// Comparisons lists the comparisons of resourceVersions for order, by hand.
func (f *Flow) Comparisons() []*Comparison {
	return ask(f, func(l *loops) []*Comparison { return comparisons(l.origins) })
}

// StaleLists lists the watches that start in each round from the version of a
// list that was made before the loop.
func (f *Flow) StaleLists() []*StaleList { return f.loops.stale }

// DeadStores lists the stores of an event's version into watch options that
// nothing reads afterwards.
func (f *Flow) DeadStores() []*ssa.Store { return ask(f, deadStores) }

// ListBefore is where the loop of s lists objects of its kind, or NoPos if that is
// not seen: in the same function, in one that leads to it, or beside it.
func (f *Flow) ListBefore(s *Sink) token.Pos {
	return ask(f, func(l *loops) token.Pos { return l.listBefore(s) })
}

// Nearest is the watch that resumes from a that a reader finds first: in the
// same function or file if there is one.
func (f *Flow) Nearest(a *Advance) *Sink { return f.loops.nearest(a) }

// Posn is a position as messages name it.
func (f *Flow) Posn(pos token.Pos) string { return f.loops.code.line(pos) }
