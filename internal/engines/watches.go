package engines

import (
	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/analyzerdoc"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/suppress"
	"github.com/k8slint/k8slint/internal/watchflow"
)

// OnWatches returns the analyzer of the given name, whose documentation is in
// docFile, the text of its doc.go. It calls run for each package in which there
// may be watches.
func (e *Set) OnWatches(name, docFile string, run func(*analysis.Pass, *watchflow.Flow, *report.Reporter)) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:     name,
		Doc:      analyzerdoc.MustExtract(docFile, name),
		URL:      report.URL(name),
		Requires: []*analysis.Analyzer{e.Watchflow, suppress.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			if flow := pass.ResultOf[e.Watchflow].(*watchflow.Flow); flow != nil {
				run(pass, flow, report.For(pass, e.Config))
			}
			return nil, nil
		},
	}
}
