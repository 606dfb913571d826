package attempt

import (
	"go/types"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssabuild"
)

// New returns the analyzer that provides *Result, nil for packages without a
// body, on the SSA form that ssa provides.
func New(ssa *analysis.Analyzer) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "k8slintattempt",
		Doc:        "replay writes that are refused",
		Requires:   []*analysis.Analyzer{ssa},
		FactTypes:  []analysis.Fact{new(Fact)},
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
}

func run(pass *analysis.Pass, src *ssabuild.SSA) (any, error) {
	if src == nil {
		return (*Result)(nil), nil
	}
	pr := &Program{pkg: src.Pkg, funcs: src.SrcFuncs, facts: map[string]*Fact{},
		needed: map[*ssa.Function]map[*ssa.BasicBlock]map[ssa.Value]bool{}, replayed: map[*ssa.Function]bool{}, tooLong: map[*ssa.Function]bool{}}
	for _, pf := range pass.AllPackageFacts() {
		if f, ok := pf.Fact.(*Fact); ok && pf.Package != pass.Pkg {
			pr.facts[kube.Unvendored(pf.Package.Path())] = f
		}
	}
	pr.findWhatMatters()
	res := &Result{Callers: newCallers(src.SrcFuncs)}
	fact := &Fact{}
	for _, fn := range src.SrcFuncs {
		if pr.replayed[fn] && fn.Parent() != nil || inTest(pass, fn) {
			continue
		}
		root, exported := pr.isRoot(fn), isExported(fn) && pr.relevant[fn]
		if !root && !exported {
			continue
		}
		m := newMachine(pr)
		if !root {
			m.steps = maxRow
		}
		exits := m.run(&frame{fn: fn, base: true}, nil, nil, newHeap())
		if root && !m.over {
			res.Outcomes = append(res.Outcomes, m.keep(fn)...)
		}
		if exported {
			fact.add(m, fn, exits)
		}
	}
	fact.sort()
	pass.ExportPackageFact(fact)
	return res, nil
}

// inTest reports whether fn stands in a _test.go file: a test provokes conflicts
// and stale writes, and nothing in it is reported.
func inTest(pass *analysis.Pass, fn *ssa.Function) bool {
	return fn.Pos().IsValid() && strings.HasSuffix(pass.Fset.File(fn.Pos()).Name(), "_test.go")
}

func isExported(fn *ssa.Function) bool {
	obj, ok := fn.Object().(*types.Func)
	return ok && obj.Exported() && fn.Parent() == nil && fn.Pkg.Pkg.Name() != "main"
}
