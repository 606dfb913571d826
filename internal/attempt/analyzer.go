package attempt

import (
	"go/types"
	"reflect"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/apiobjects"
	"github.com/k8slint/k8slint/internal/bound"
	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/machine"
	"github.com/k8slint/k8slint/internal/ssabuild"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// New returns the analyzer that provides *Result, nil for packages without a
// body, on the SSA form that ssa provides.
func New(ssa *analysis.Analyzer) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "k8slintattempt",
		Doc:        "replay writes that are refused",
		Requires:   []*analysis.Analyzer{ssa, bound.Analyzer},
		FactTypes:  append(fact.Types[Does](), fact.Types[Package]()...),
		ResultType: reflect.TypeFor[*Result](),
		Run: func(pass *analysis.Pass) (any, error) {
			return run(pass, pass.ResultOf[ssa].(*ssabuild.SSA))
		},
	}
}

// A Result is what happened in the functions of a package.
type Result struct {
	Outcomes []Outcome
	Callers  *Callers
	// Losses finds the changes that never get to the API server. It tells tooLong of the
	// functions that it does not follow to their end.
	Losses func(tooLong func(fn *ssa.Function)) []apiobjects.Loss
}

func run(pass *analysis.Pass, src *ssabuild.SSA) (any, error) {
	if src == nil {
		return (*Result)(nil), nil
	}
	pr := &Program{pkg: src.Pkg, log: bound.Of(pass), others: &others{pass, map[*types.Func]*Does{}, map[*types.Package]bool{}},
		live: ssaquery.NewLiveness(false), replayed: map[*ssa.Function]bool{}, tooLong: map[costly]bool{}, retries: map[*ssa.Function]ownRetry{}, tries: map[*ssa.Function]bool{}, copiers: map[*ssa.Function]bool{}, orders: machine.Orders{}, absent: map[ssa.CallInstruction]bool{}, changed: map[*ssa.Parameter]bool{}, names: map[*types.Func]string{}}
	// A test provokes conflicts and stale writes.
	pr.funcs = src.Plain
	pr.interfaces = &interfaces{src.Pkg, ssaquery.NewTypes(src.Pkg), pr.funcs, map[interfaceMethod][]*ssa.Function{}}
	pr.accessors = &accessors{src.Pkg.Pkg, pr.interfaces.own, pr.others, map[interfaceMethod]string{}}
	pr.circles = sync.OnceValue(func() circles { return findCircles(pr.funcs, pr.mayRun, maxDepth) })
	pr.lists = findLists(append(slices.Clone(pr.funcs), src.Pkg.Func("init")))
	pr.differences = findDifferences(pr.funcs)
	pr.setters = newSetters(pr)
	pr.callers = pr.findWhatMatters()
	pr.findRetries(pr.callers)
	res := &Result{Callers: newCallers(src, pr), Losses: func(tooLong func(fn *ssa.Function)) []apiobjects.Loss { return losses(pr, tooLong) }}
	ran := map[*ssa.Function]*Does{} // what executions show
	for _, fn := range pr.funcs {
		if pr.replayed[fn] && fn.Parent() != nil {
			continue
		}
		r, isRetry := pr.retries[fn]
		if isRetry && isExported(fn) {
			ran[fn] = &Does{Retries: &r.Retry}
		}
		root, exported := pr.isRoot(fn), isExported(fn) && pr.does[fn]&relates != 0 && pr.hasRow(fn)
		if !exported && (!root || ssabuild.InDependency(pass)) {
			continue
		}
		if pr.relevance == nil {
			pr.relevance = machine.NewRelevance(pr.funcs, question{pr})
		}
		m, exits := replayBy(pr, func(m *replay) []exit {
			all := exported || callsItself(pr, fn)
			m.record.refusals = refusals{all: all || pr.tellsApart(fn), onlyAgain: !all}
			if !root {
				m.steps = min(m.steps, maxRow)
			}
			return m.begin(fn, pr.asked(fn), newHeap(m.memory.names))
		}, root)
		switch {
		case len(fn.Blocks) == 0: // it was left out
		case !root && (m.over || m.many):
			pr.log.In(fn, "other packages see only part of what it does: too many states")
		case !root:
		case m.over:
			res.Outcomes = append(res.Outcomes, eachRetry(pr, fn)...)
		default:
			res.Outcomes = append(res.Outcomes, m.record.keep(fn)...)
		}
		if exported && !isRetry {
			ran[fn] = describe(m, fn, exits, func() bool { return keepsNil(pr, fn) })
		}
	}
	tell(pass, pr, ran)
	return res, nil
}

// eachRetry is what happens in the retries of fn, which has too many states: each is looked at alone, and what
// comes behind it is not.
func eachRetry(pr *Program, fn *ssa.Function) []Outcome {
	var out []Outcome
	missed := "its second writes are not checked: too many states"
	for call := range ssaquery.Each[*ssa.Call](fn) {
		if _, again := pr.siteDoes(call.Common()); !again {
			continue
		}
		m := newReplay(pr)
		m.upTo, m.leads = call, map[*ssa.BasicBlock]bool{}
		for _, b := range fn.Blocks {
			m.leads[b] = ssaquery.Reachable(b, call.Block(), nil)
		}
		m.begin(fn, pr.asked(fn), newHeap(m.memory.names))
		if m.over {
			missed = "its retries and second writes are not checked: too many states"
			continue
		}
		for _, o := range m.record.keep(fn) {
			if o.Region.Call == call {
				out = append(out, o)
			}
		}
	}
	pr.log.In(fn, missed)
	return out
}

// keepsNil reports whether fn, which makes errors of others, makes none of nil.
func keepsNil(pr *Program, fn *ssa.Function) bool {
	args := pr.asked(fn)
	args[len(args)-1] = nilValue
	m := newReplay(pr)
	m.steps = maxRow
	exits := m.begin(fn, args, newHeap(m.memory.names))
	return !m.over && !slices.ContainsFunc(exits, func(e exit) bool { return e.results[0] != nilValue })
}
