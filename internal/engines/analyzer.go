package engines

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/analyzerdoc"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/ssabuild"
	"github.com/k8slint/k8slint/internal/suppress"
	"github.com/k8slint/k8slint/internal/watchflow"
)

// Analyzer returns the analyzer of the given name, whose documentation is in
// docFile, the text of its doc.go. It calls run for each package.
func (e *Set) Analyzer(name, docFile string, run func(*analysis.Pass, *report.Reporter), requires ...*analysis.Analyzer) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:     name,
		Doc:      analyzerdoc.MustExtract(docFile, name),
		URL:      report.URL(name),
		Requires: append(requires, suppress.Analyzer),
		Run: func(pass *analysis.Pass) (any, error) {
			run(pass, report.For(pass, e.Config))
			return nil, nil
		},
	}
}

// OnWatches is Analyzer, with a run that it calls for each package in which there may be watches.
func (e *Set) OnWatches(name, docFile string, run func(*analysis.Pass, *watchflow.Flow, *report.Reporter)) *analysis.Analyzer {
	return e.Analyzer(name, docFile, func(pass *analysis.Pass, rep *report.Reporter) {
		if flow := pass.ResultOf[e.Watchflow].(*watchflow.Flow); flow != nil {
			run(pass, flow, rep)
		}
	}, e.Watchflow)
}

// OnFunctions is Analyzer, with a run that it calls for each package in which there may be API objects.
func (e *Set) OnFunctions(name, docFile string, run func(*analysis.Pass, *ssabuild.SSA, *report.Reporter)) *analysis.Analyzer {
	return e.Analyzer(name, docFile, func(pass *analysis.Pass, rep *report.Reporter) {
		if s := pass.ResultOf[e.SSA].(*ssabuild.SSA); s != nil && kube.ReachesAPIMachinery(pass.Pkg) {
			run(pass, s, rep)
		}
	}, e.SSA)
}

// OnFiles is OnFunctions for an analyzer that reads the syntax of the files.
func (e *Set) OnFiles(name, docFile string, run func(*analysis.Pass, []*ast.File, *report.Reporter), requires ...*analysis.Analyzer) *analysis.Analyzer {
	return e.Analyzer(name, docFile, func(pass *analysis.Pass, rep *report.Reporter) {
		if kube.ReachesAPIMachinery(pass.Pkg) {
			run(pass, ssabuild.FilesOutsideTests(pass), rep)
		}
	}, requires...)
}
