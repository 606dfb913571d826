package generation

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/engines"
	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/wiring"
	"github.com/k8slint/k8slint/internal/wording"
)

//go:embed doc.go
var docFile string

// Analyzer finds predicates on the generation that let no update pass. See the package
// documentation.
var Analyzer = New(engines.Default)

// New returns the analyzer on the engines e.
func New(e *engines.Set) *analysis.Analyzer {
	a := e.OnFiles("generation", docFile, run)
	a.FactTypes = fact.Types[passing]()
	return a
}

func run(pass *analysis.Pass, files []*ast.File, rep *report.Reporter) {
	if !kube.ImportsControllerRuntime(pass.Pkg) {
		return
	}
	p := &predicates{pass: pass, bodies: bodies(pass, files), known: map[ast.Expr]filter{}, entered: map[*types.Func]bool{}}
	p.values, p.grown = assignedOnce(pass, files)
	p.export()
	watches := wiring.Sources(pass, files)
	for _, c := range wiring.Controllers(pass, files) {
		for _, f := range c.Filters {
			reportFilter(rep, c, f, p.read(f.Predicate))
		}
		watches = append(watches, c.Watches...)
	}
	for _, w := range watches {
		if k, ok := kindOf(w); ok {
			f := p.scoped(w)
			if f.passes == metadata && (w.How != kube.BuilderOwns || mostlyMetadata(k)) {
				continue // its author may want nothing else
			}
			if f.drops(w.Type) {
				rep.Report(dropped(f, []string{k.Kind}, w.How, w.Name))
			}
		}
	}
	for _, f := range files {
		p.reportHidden(rep, f)
	}
}

// kindOf is the kind of w, if it is one that has no generation, and the handler of w looks at updates.
func kindOf(w wiring.Watch) (kube.GroupKind, bool) {
	if w.Type == nil || w.NoUpdates {
		return kube.GroupKind{}, false
	}
	k, ok := kube.KindOf(w.Type)
	return k, ok && kube.NoGeneration(k)
}

// mostlyMetadata reports whether objects of that kind have little but metadata.
func mostlyMetadata(k kube.GroupKind) bool { return k.Kind == "Namespace" }

// reportFilter reports the filter of all kinds of c, at which the finding stands.
func reportFilter(rep *report.Reporter, c *wiring.Controller, f wiring.Filter, passes filter) {
	var kinds []string
	how := kube.BuilderOwns
	for _, w := range c.Watches {
		k, ok := kindOf(w)
		if !ok || !passes.drops(w.Type) || passes.passes == metadata && mostlyMetadata(k) {
			continue
		}
		if w.How != kube.BuilderOwns {
			how = w.How
		}
		if !slices.Contains(kinds, k.Kind) {
			kinds = append(kinds, k.Kind)
		}
	}
	if len(kinds) > 0 {
		rep.Report(dropped(passes, kinds, how, f.Name))
	}
}

// dropped is the finding of a predicate at which that drops the updates of the kinds.
func dropped(passes filter, kinds []string, how kube.BuilderCall, at *ast.Ident) report.Finding {
	f := report.Finding{Pos: at.Pos(), End: at.End(), Category: neverPasses}
	if how == kube.BuilderOwns {
		f.Category = ownedNeverPasses
	}
	f.Message = wording.Fit(wording.Max, func(l wording.Level) string {
		names := strings.Join(kinds, ", ")
		if l.Detail >= wording.Counts && len(kinds) > 1 {
			names = fmt.Sprintf("%s and %d other kinds", kinds[0], len(kinds)-1)
		}
		those, its := "that kind", "its"
		if len(kinds) > 1 {
			those, its = "these kinds", "their"
		}
		if passes.passes == metadata {
			names += " other than " + its + " metadata"
		}
		who := "GenerationChangedPredicate"
		if passes.byHand {
			who = "this comparison of generations"
		}
		return fmt.Sprintf("%s drops changes of %s: the API server never sets the generation of %s; set the predicate on other kinds only, with builder.WithPredicates", who, names, those)
	})
	return f
}
