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

// A Program is the package that is analysed, with what is known of others.
type Program struct {
	pkg   *ssa.Package
	funcs []*ssa.Function
	facts map[string]*Fact
	live  map[*ssa.Function]map[*ssa.BasicBlock]map[ssa.Value]bool
	ran   map[*ssa.Function]bool
	mat   map[*ssa.Function]bool
	// calls that write, directly or through functions of the package.
	writers map[*ssa.Function]bool
}

func run(pass *analysis.Pass, src *ssabuild.SSA) (any, error) {
	if src == nil {
		return (*Result)(nil), nil
	}
	pr := &Program{pkg: src.Pkg, funcs: src.SrcFuncs, facts: map[string]*Fact{},
		live: map[*ssa.Function]map[*ssa.BasicBlock]map[ssa.Value]bool{}, ran: map[*ssa.Function]bool{}}
	for _, pf := range pass.AllPackageFacts() {
		if f, ok := pf.Fact.(*Fact); ok && pf.Package != pass.Pkg {
			pr.facts[kube.Unvendored(pf.Package.Path())] = f
		}
	}
	pr.findWhatMatters()
	res := &Result{Callers: newCallers(src.SrcFuncs)}
	fact := &Fact{}
	for _, fn := range src.SrcFuncs {
		if pr.ran[fn] && fn.Parent() != nil {
			continue
		}
		root, exported := pr.isRoot(fn), isExported(fn) && pr.mat[fn]
		if !root && !exported {
			continue
		}
		m := pr.newMachine()
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

func (pr *Program) newMachine() *machine {
	return &machine{prog: pr, ids: map[any]int{}, steps: maxSteps, objOwner: map[int]*ssa.Function{}, cellOwner: map[string]*ssa.Function{}, repeated: map[ssa.CallInstruction]bool{}}
}

// keep are the outcomes that count: a loop in which a write that went well is
// made again is no retry, unless a conflict was told from other errors.
func (m *machine) keep(fn *ssa.Function) []Outcome {
	var out []Outcome
	for _, o := range m.outcomes {
		if o.Region == nil {
			if o.Kind == Again && !o.Tested && m.repeated[o.Site] {
				continue
			}
			o.Region = &Region{Fn: fn, AnyError: !o.Tested}
		}
		out = append(out, o)
	}
	return out
}

func isExported(fn *ssa.Function) bool {
	obj, ok := fn.Object().(*types.Func)
	return ok && obj.Exported() && fn.Parent() == nil && fn.Pkg.Pkg.Name() != "main"
}

// isRoot reports whether something can be found in fn: it retries, or writes
// more than once.
func (pr *Program) isRoot(fn *ssa.Function) bool {
	writes, loop, tests := 0, false, false
	for _, b := range fn.Blocks {
		for _, s := range b.Succs {
			loop = loop || s.Dominates(b)
		}
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			f, name, sig, recv := target(call.Common())
			if f != nil {
				if _, ok := kube.RetryRows[kube.Name(f)]; ok {
					return true
				}
				if answer, known := kube.SaysConflict(f); answer && known && predicate(sig) {
					tests = true
				}
			}
			switch kube.CallOf(name, f, sig, recv).Verb {
			case kube.Write, kube.WriteInto, kube.PatchInto:
				writes++
			default:
				if own := pr.own(call.Common()); own != nil && pr.writers[own] {
					writes++
				} else if row := pr.row(f); strings.Contains(row, "commit") {
					writes++
				}
				if own := pr.own(call.Common()); own != nil && hasFuncParam(own) && pr.mat[own] {
					return true
				}
			}
		}
	}
	return writes > 1 || writes > 0 && (loop || tests)
}

func hasFuncParam(fn *ssa.Function) bool {
	for _, p := range fn.Params {
		if _, ok := p.Type().Underlying().(*types.Signature); ok {
			return true
		}
	}
	return false
}

// target is what a call calls, without running it.
func target(c *ssa.CallCommon) (fn *types.Func, name string, sig *types.Signature, recv types.Type) {
	if c.IsInvoke() {
		return c.Method, c.Method.Name(), c.Signature(), c.Value.Type()
	}
	if f := c.StaticCallee(); f != nil {
		if f.Origin() != nil {
			f = f.Origin()
		}
		if obj, ok := f.Object().(*types.Func); ok {
			if r := f.Signature.Recv(); r != nil {
				recv = r.Type()
			}
			return obj.Origin(), obj.Name(), f.Signature, recv
		}
		return nil, f.Name(), f.Signature, nil
	}
	return nil, valueName(c.Value), c.Signature(), nil
}

// own is the function of the package that a call calls, nil for others.
func (pr *Program) own(c *ssa.CallCommon) *ssa.Function {
	f := c.StaticCallee()
	if f == nil {
		return nil
	}
	if f.Origin() != nil {
		f = f.Origin()
	}
	if f.Pkg != pr.pkg || len(f.Blocks) == 0 {
		return nil
	}
	return f
}
