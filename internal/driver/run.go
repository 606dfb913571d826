package driver

import (
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/bound"
	"github.com/k8slint/k8slint/internal/driver/facts"
	"github.com/k8slint/k8slint/internal/driver/finding"
	"github.com/k8slint/k8slint/internal/driver/load"
	"github.com/k8slint/k8slint/internal/ownership"
	"github.com/k8slint/k8slint/internal/posn"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/subresource"
)

// A unit is one package that is ready to be analysed.
type unit struct {
	id      string
	fset    *token.FileSet
	checked *load.Checked
	sizes   types.Sizes
	read    func(name string) ([]byte, error) // a file of the package
	module  *analysis.Module
	other   []string
	ignored []string
	// imported returns the facts of another package of this process, or nil.
	imported func(*types.Package) *facts.Table
	// withFacts returns the packages that the package imports, by any path, and
	// of which there are facts, in a stable order. It may return others too.
	withFacts func() []*types.Package
	// factsOnly says that nobody reads the findings.
	factsOnly bool
	// stopped reports whether nobody wants the result any more.
	stopped func() bool
}

// A result is what came of a unit.
type result struct {
	findings []finding.Finding
	facts    []byte
	// caps are the bounds that were reached.
	caps []bound.Reached
	// manifests is what was read of manifests, nil if nothing was.
	manifests *subresource.Reading
	// internal holds the errors of k8slint itself.
	internal []internalError
}

// An internalError is a bug of k8slint, met in one package.
type internalError struct {
	Analyzer, Package string
	Err               error
	Stack             string
}

func (e internalError) Error() string {
	return fmt.Sprintf("internal error: %s on package %s: %v; its other analyzers and packages are not affected; please report this with the package at https://github.com/k8slint/k8slint/issues", e.Analyzer, e.Package, e.Err)
}

// analyze runs analyzers on u, each after what it requires.
func analyze(u *unit, analyzers []*analysis.Analyzer) *result {
	r := &runner{unit: u, chosen: analyzers, own: new(facts.Table), done: make(map[*analysis.Analyzer]*action)}
	if u.factsOnly {
		analyzers = factAnalyzers(analyzers)
	}
	for _, a := range analyzers {
		act := r.run(a)
		r.res.findings = append(r.res.findings, act.findings...)
	}
	for _, act := range r.done {
		if log, ok := act.value.(*bound.Log); ok {
			r.res.caps = log.All()
		}
		if kinds, ok := act.value.(*subresource.Kinds); ok {
			r.res.manifests = kinds.Manifests()
		}
	}
	data, err := r.own.Encode(u.checked.Types)
	if err != nil {
		r.fail("facts", err, "")
	}
	r.res.facts = data
	slices.SortStableFunc(r.res.findings, finding.Compare)
	if u.factsOnly {
		r.res.findings = nil
	}
	return &r.res
}

// factAnalyzers keeps the analyzers that have facts, and those that require
// one that has.
func factAnalyzers(analyzers []*analysis.Analyzer) []*analysis.Analyzer {
	var kept []*analysis.Analyzer
	seen := make(map[*analysis.Analyzer]bool)
	var visit func(as []*analysis.Analyzer)
	visit = func(as []*analysis.Analyzer) {
		for _, a := range as {
			if seen[a] {
				continue
			}
			seen[a] = true
			visit(a.Requires)
			if len(a.FactTypes) > 0 {
				kept = append(kept, a)
			}
		}
	}
	visit(analyzers)
	return kept
}

type runner struct {
	*unit
	chosen []*analysis.Analyzer
	own    *facts.Table
	done   map[*analysis.Analyzer]*action
	res    result
}

// An action is one analyzer on the package.
type action struct {
	value    any
	findings []finding.Finding
	failed   bool
}

func (r *runner) fail(analyzer string, err error, stack string) {
	r.res.internal = append(r.res.internal, internalError{Analyzer: analyzer, Package: r.id, Err: err, Stack: stack})
}

func (r *runner) run(a *analysis.Analyzer) *action {
	if act := r.done[a]; act != nil {
		return act
	}
	act := new(action)
	r.done[a] = act
	if r.stopped != nil && r.stopped() {
		act.failed = true
		return act
	}
	inputs := make(map[*analysis.Analyzer]any, len(a.Requires))
	for _, req := range a.Requires {
		in := r.run(req)
		if in.failed {
			act.failed = true // said there
			return act
		}
		inputs[req] = in.value
	}
	value, err, stack := r.call(a, act, inputs)
	if err == nil && value != nil && a.ResultType != nil && reflect.TypeOf(value) != a.ResultType {
		err = fmt.Errorf("result of type %T, want %v", value, a.ResultType)
	}
	if err != nil {
		act.failed = true
		act.findings = nil
		r.fail(a.Name, err, stack)
		return act
	}
	act.value = value
	return act
}

// call runs a and turns a panic into an error.
func (r *runner) call(a *analysis.Analyzer, act *action, inputs map[*analysis.Analyzer]any) (value any, err error, stack string) {
	defer func() {
		if p := recover(); p != nil {
			stack = string(debug.Stack())
			value, err = nil, fmt.Errorf("panic: %v%s", p, panicPlace(stack))
		}
	}()
	value, err = a.Run(r.pass(a, act, inputs))
	return value, err, ""
}

// panicPlace names the function of this module that panicked.
func panicPlace(stack string) string {
	_, after, _ := strings.Cut(stack, "panic(")
	for line := range strings.Lines(after) {
		if fn, ok := strings.CutPrefix(line, "github.com/k8slint/k8slint/"); ok {
			if i := strings.LastIndex(fn, "("); i > 0 {
				fn = fn[:i]
			}
			return " in " + strings.TrimSpace(fn)
		}
	}
	return ""
}

func (r *runner) pass(a *analysis.Analyzer, act *action, inputs map[*analysis.Analyzer]any) *analysis.Pass {
	c := r.checked
	of := make(map[reflect.Type]bool, len(a.FactTypes))
	for _, f := range a.FactTypes {
		of[reflect.TypeOf(f)] = true
	}
	table := func(p *types.Package) *facts.Table {
		if p == c.Types {
			return r.own
		}
		return r.imported(p)
	}
	pass := &analysis.Pass{
		Analyzer:     a,
		Fset:         r.fset,
		Files:        c.Files,
		OtherFiles:   r.other,
		IgnoredFiles: r.ignored,
		Pkg:          c.Types,
		TypesInfo:    c.Info,
		TypesSizes:   r.sizes,
		Module:       r.module,
		ResultOf:     inputs,
		Report: func(d analysis.Diagnostic) {
			if f, ok := r.trusted(a, d); ok {
				act.findings = append(act.findings, f)
			}
		},
		ImportObjectFact: func(obj types.Object, ptr analysis.Fact) bool {
			if obj == nil {
				panic("nil object")
			}
			return obj.Pkg() != nil && of[reflect.TypeOf(ptr)] && table(obj.Pkg()).Get(obj, ptr)
		},
		ImportPackageFact: func(p *types.Package, ptr analysis.Fact) bool {
			if p == nil {
				panic("nil package")
			}
			return of[reflect.TypeOf(ptr)] && table(p).Get(nil, ptr)
		},
		ExportObjectFact: func(obj types.Object, fact analysis.Fact) {
			if obj == nil || obj.Pkg() != c.Types {
				panic(fmt.Sprintf("fact %T about %v, which is not of package %s", fact, obj, c.Types.Path()))
			}
			r.own.Set(obj, fact)
		},
		ExportPackageFact: func(fact analysis.Fact) { r.own.Set(nil, fact) },
	}
	pass.AllObjectFacts = func() []analysis.ObjectFact {
		var out []analysis.ObjectFact
		for _, p := range append(r.withFacts(), c.Types) {
			table(p).Each(of, func(obj types.Object, fact analysis.Fact) {
				if obj != nil {
					out = append(out, analysis.ObjectFact{Object: obj, Fact: fact})
				}
			})
		}
		return out
	}
	pass.AllPackageFacts = func() []analysis.PackageFact {
		var out []analysis.PackageFact
		for _, p := range append(r.withFacts(), c.Types) {
			table(p).Each(of, func(obj types.Object, fact analysis.Fact) {
				if obj == nil {
					out = append(out, analysis.PackageFact{Package: p, Fact: fact})
				}
			})
		}
		return out
	}
	pass.ReadFile = func(name string) ([]byte, error) {
		if !slices.Contains(r.other, name) && !slices.Contains(r.ignored, name) && !r.isSource(name) {
			return nil, errors.New("not a file of the package: " + name)
		}
		return r.read(name)
	}
	return pass
}

// trusted is the finding that a reports by d, with those of its writes that stand
// although something was left out. The fix is for all or none.
func (r *runner) trusted(a *analysis.Analyzer, d analysis.Diagnostic) (finding.Finding, bool) {
	f := finding.New(r.fset, r.checked.Files, a, d)
	all := report.Each(r.fset, d)
	if len(all) == 0 {
		return f, r.trusts(a, d)
	}
	var kept []finding.Write
	for i, w := range all {
		if r.trusts(a, w) {
			kept = append(kept, f.Writes[i])
		}
	}
	if len(kept) == 0 {
		return f, false
	}
	if len(kept) < len(all) {
		f = f.WithWrites(kept)
		f.Fixes = nil
	}
	return f, true
}

// trusts reports whether what a says stands although something was left out, if
// anything was.
func (r *runner) trusts(a *analysis.Analyzer, d analysis.Diagnostic) bool {
	if r.checked.Whole() {
		return true
	}
	on := load.Surroundings
	reqs := requirements(a)
	for _, req := range reqs {
		if slices.ContainsFunc(req.FactTypes, decides) {
			on = load.Told
		}
		if req != a && slices.Contains(r.chosen, req) {
			return false // it judges what others found, or did not
		}
	}
	if slices.ContainsFunc(reqs, isOwnership) {
		on = load.Sources
	}
	via := r.trace(d)
	if len(d.Related) > 0 && len(via) == 0 {
		return false // other packages decide whether it is reported here
	}
	return r.checked.Trusts(d.Pos, via, on)
}

// decides reports whether findings depend on facts of the type of f: on what packages say
// that are not all there. Few do on one that is marked as optional, so that the others
// need not be given up.
func decides(f analysis.Fact) bool {
	o, ok := f.(interface{ Optional() bool })
	return !ok || !o.Optional()
}

// isOwnership reports whether a is the engine that follows objects from where
// they are read.
func isOwnership(a *analysis.Analyzer) bool {
	return a.ResultType == reflect.TypeFor[*ownership.Result]()
}

// trace returns the places of the steps of d's trace that lie in the package.
// Some are told in words.
func (r *runner) trace(d analysis.Diagnostic) []token.Pos {
	var via []token.Pos
	folder := posn.Folder(&analysis.Pass{Pkg: r.checked.Types, Module: r.module})
	for _, rel := range d.Related {
		name, line, ok := finding.Place(rel.Message)
		if !ok {
			via = append(via, rel.Pos)
			continue
		}
		for _, f := range r.checked.Files {
			file := r.fset.File(f.FileStart)
			if posn.File(folder, file.Name()) == name && line <= file.LineCount() {
				via = append(via, file.LineStart(line))
			}
		}
	}
	return via
}

// requirements returns a and what it requires, by any way.
func requirements(a *analysis.Analyzer) []*analysis.Analyzer {
	out := []*analysis.Analyzer{a}
	for i := 0; i < len(out); i++ {
		for _, req := range out[i].Requires {
			if !slices.Contains(out, req) {
				out = append(out, req)
			}
		}
	}
	return out
}

// isSource reports whether name is one of the package's Go files.
func (r *runner) isSource(name string) bool {
	for _, f := range r.checked.Files {
		if r.fset.File(f.FileStart).Name() == name {
			return true
		}
	}
	return false
}
