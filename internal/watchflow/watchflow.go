// Package watchflow understands list/watch loops: where a watch is started and
// from which resourceVersion, what moves that position, and where control goes
// when the watch fails.
//
// It works on the SSA form of one package, without facts of others but which API
// groups have a server of their own, and knows no policy: the analyzers rvassign, retrycase and watchrv decide what is a bug.
package watchflow

import (
	"fmt"
	"go/token"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/pointsto"

	"github.com/k8slint/k8slint/internal/kube"
)

// Analyzer provides *Flow; its result is nil for a package without watches.
var Analyzer = &analysis.Analyzer{
	Name:       "k8slintwatchflow",
	Doc:        "find list/watch loops, their positions and their error paths",
	Run:        run,
	Requires:   []*analysis.Analyzer{servedAnalyzer},
	ResultType: reflect.TypeFor[*Flow](),
}

// Flow is what is known of the watch loops of a package.
type Flow struct {
	p *program
	// Sinks are the places where a watch is started, in source order.
	Sinks []*Sink
	// Advances are the places where an event moves a position.
	Advances []*Advance

	mu       sync.Mutex // the analyzers of a package run beside each other
	places   map[pointsto.Loc]bool
	sinkAt   map[ssa.Instruction]*Sink
	relevant map[*ssa.Function]bool
	served   servedBy
}

// Caps says, in no order, what was left out because it would take too long.
func (f *Flow) Caps() []string {
	if f == nil {
		return nil
	}
	f.p.capsMu.Lock()
	defer f.p.capsMu.Unlock()
	return append(slices.Collect(maps.Keys(f.p.caps)), f.p.pt.Caps()...)
}

// capped notes that of fn something is left out.
func (p *program) capped(fn *ssa.Function, what string) {
	p.capsMu.Lock()
	defer p.capsMu.Unlock()
	if p.caps == nil {
		p.caps = map[string]bool{}
	}
	name := "a variable"
	if fn != nil {
		name = fn.String()
	}
	p.caps[name+": "+what] = true
}

func run(pass *analysis.Pass) (any, error) {
	if !watches(pass.Files) {
		return (*Flow)(nil), nil
	}
	p := build(pass)
	f := &Flow{p: p, Sinks: p.findSinks(), served: pass.ResultOf[servedAnalyzer].(servedBy)}
	f.Advances = p.positions(f.Sinks)
	f.places, f.sinkAt = map[pointsto.Loc]bool{}, p.sinkAt
	for _, s := range f.Sinks {
		for l := range s.locs {
			f.places[l] = true
		}
	}
	f.relevant = f.relevance()
	return f, nil
}

// relevance tells the functions that an exploration must go into: those that
// watch, list, receive events or set positions, and their callers.
func (f *Flow) relevance() map[*ssa.Function]bool {
	rel := map[*ssa.Function]bool{}
	f.p.each(func(fn *ssa.Function, instr ssa.Instruction) {
		if rel[fn] {
			return
		}
		if f.sinkAt[instr] != nil {
			rel[fn] = true
			return
		}
		switch instr := instr.(type) {
		case *ssa.Store:
			for _, l := range f.p.pt.Locs(instr.Addr) {
				rel[fn] = rel[fn] || f.places[l]
			}
		case ssa.CallInstruction:
			rel[fn] = rel[fn] || kube.IsListCall(name(instr.Common()), instr.Common().Signature())
		}
	})
	for _, r := range f.p.receives() {
		rel[r.at.Parent()] = true
	}
	for changed := true; changed; {
		changed = false
		for _, fn := range f.p.pt.Funcs() {
			if rel[fn] {
				continue
			}
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					switch instr := instr.(type) {
					case *ssa.MakeClosure:
						rel[fn] = rel[fn] || rel[instr.Fn.(*ssa.Function)]
					case ssa.CallInstruction:
						for _, g := range f.p.pt.Callees(instr) {
							rel[fn] = rel[fn] || rel[g]
						}
					}
				}
			}
			changed = changed || rel[fn]
		}
	}
	return rel
}

// Posn is a position as messages name it: file:line, without the folder.
func (f *Flow) Posn(pos token.Pos) string {
	p := f.p.pass.Fset.Position(pos)
	return fmt.Sprintf("%s:%d", filepath.Base(p.Filename), p.Line)
}

// Position names the place that a moves.
func (a *Advance) Position() string {
	if d := a.loc.Describe(); d != "" {
		return d
	}
	return "the position"
}

// ListBefore is where the loop of s lists, or NoPos if that is not seen: in
// the same function, in one that leads to it, or beside it.
func (f *Flow) ListBefore(s *Sink) token.Pos {
	at := s.Instr.Parent()
	best, rank := token.NoPos, 0
	f.p.each(func(fn *ssa.Function, instr ssa.Instruction) {
		call, ok := instr.(*ssa.Call)
		if !ok || !kube.IsListCall(name(&call.Call), call.Call.Signature()) {
			return
		}
		r := 0
		switch {
		case fn == at:
			r = 3
		case f.p.pt.Leading(at)[fn]:
			r = 2
		case slices.ContainsFunc(f.p.pt.Callers(at), func(c ssa.CallInstruction) bool { return f.p.pt.Within(c.Parent())[fn] }):
			r = 1
		}
		if r > rank {
			best, rank = call.Pos(), r
		}
	})
	return best
}

// Nearest is the watch that resumes from a that a reader finds first: in the
// same function or file if there is one.
func (f *Flow) Nearest(a *Advance) *Sink {
	file := func(i ssa.Instruction) string { return f.p.pass.Fset.Position(i.Pos()).Filename }
	best, rank := a.Sinks[0], 0
	for _, s := range a.Sinks {
		r := 0
		switch {
		case s.Instr.Parent() == a.Site.Parent():
			r = 2
		case file(s.Instr) == file(a.Site):
			r = 1
		}
		if r > rank {
			best, rank = s, r
		}
	}
	return best
}
