package ownership

import (
	"go/token"
	"go/types"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/bound"
	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/effect"
	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/posn"
	"github.com/k8slint/k8slint/internal/ssabuild"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// New returns the analyzer that computes the summaries of a package and finds
// its writes to the informer cache, on the SSA form that ssa provides. It
// reports nothing itself: cachemutate does.
func New(c *config.Config, ssa *analysis.Analyzer) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "ownership",
		Doc:        "track which memory belongs to an informer's cache",
		Requires:   []*analysis.Analyzer{ssa, bound.Analyzer},
		FactTypes:  append(fact.Types[*Does](), fact.Types[*Handlers]()...),
		ResultType: reflect.TypeFor[*Result](),
		Run: func(pass *analysis.Pass) (any, error) {
			return runPass(pass, c, pass.ResultOf[ssa].(*ssabuild.SSA))
		},
	}
}

// A Result is what the analysis of a package finds.
type Result struct {
	// Findings are sorted by position, one for each read of the cache.
	Findings []*Finding
	// Conditional are writes to what a manager's client reads, in the same
	// order: they are findings if the manager turns deep copies off.
	Conditional []*Finding
	// LiveClients are the fields and variables that hold clients which the
	// program made for itself: what they read is never the cache's.
	LiveClients []string

	effects map[*types.Func]*effect.Summary
}

// Effect is what the function or method f of the package does, nil if it was
// not analysed. It says more than the fact that other packages get: it is there
// for functions that those cannot call, and names every write.
func (r *Result) Effect(f *types.Func) *effect.Summary { return r.effects[f] }

func runPass(pass *analysis.Pass, c *config.Config, in *ssabuild.SSA) (any, error) {
	if in == nil {
		return &Result{}, nil
	}
	e := newEngine(pass, c, in)
	for _, f := range in.Counted {
		if len(f.Blocks) == 0 || byConvention(f) && !handWritten(f) {
			continue
		}
		if tooLarge(f) {
			e.log.In(f, "not analysed: too many instructions")
			continue
		}
		e.analysed[f] = true
	}
	e.deps.readFacts()
	e.known.readContracts()
	components := e.bottomUp(in.Counted)
	e.funcs = slices.Concat(components...)
	e.stores.find()
	e.fixpoint(components)
	e.exportFact()
	g := &grouping{e.environment, ssaquery.NewOrder(), e.transformed()}
	res := &Result{Findings: g.group(false), Conditional: g.group(true), LiveClients: e.clients.liveClients(), effects: e.effects()}
	certain := map[token.Pos]bool{}
	for _, f := range res.Findings {
		for _, w := range f.Writes() {
			certain[w.Pos] = true
		}
	}
	var rest []*Finding
	for _, f := range res.Conditional {
		if f = f.Only(func(w *Finding) bool { return !certain[w.Pos] }); f != nil && !f.Origin.Managed.Given {
			rest = append(rest, f)
		}
	}
	res.Conditional = rest
	return res, nil
}

// effects are the summaries of the functions that the package declares.
func (e *engine) effects() map[*types.Func]*effect.Summary {
	out := make(map[*types.Func]*effect.Summary, len(e.funcs))
	for _, fn := range e.funcs {
		if f := ssaquery.Declared(fn); f != nil && fn.Parent() == nil {
			out[f] = e.results[fn].sum
		}
	}
	return out
}

// newEngine makes the engine for pass's package.
func newEngine(pass *analysis.Pass, c *config.Config, in *ssabuild.SSA) *engine {
	path := kube.Unvendored(pass.Pkg.Path())
	u := &unit{
		config:   c,
		pass:     pass,
		prog:     in.Pkg.Prog,
		pkg:      in.Pkg,
		types:    typeInfo{memo: map[types.Type]bool{}},
		dir:      posn.Folder(pass),
		analysed: map[*ssa.Function]bool{},
		uses:     map[*ssa.Function]int{},
		source:   ssaquery.Source{Files: pass.Files},
		log:      bound.Of(pass),
		points:   in.Points,
	}
	deps := &dependencies{unit: u, places: map[keptQuery][]keptPlace{}}
	stores := &localStores{unit: u}
	return &engine{rules: knownRules(), environment: &environment{
		unit:     u,
		deps:     deps,
		stores:   stores,
		dispatch: &dispatch{unit: u, deps: deps, stores: stores, own: ssaquery.NewTypes(u.pkg), impls: map[implKey][]implementation{}, backed: map[types.Type]bool{}},
		clients:  &clients{unit: u},
		known:    &knowledge{unit: u, deps: deps, models: modelsOf(c.Models), passesHandlers: kube.PassesHandlers(path)},
		results:  map[*ssa.Function]*result{},
	}}
}

// tooLarge reports whether f is not worth its time: it is generated.
func tooLarge(f *ssa.Function) bool {
	n := 0
	for _, b := range f.Blocks {
		n += len(b.Instrs)
	}
	return n > maxInstrs
}
