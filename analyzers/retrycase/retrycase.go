package retrycase

import (
	_ "embed"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/watchflow"
)

// Analyzer is being written.
var Analyzer = &analysis.Analyzer{
	Name:     "retrycase",
	Doc:      "being written",
	Requires: []*analysis.Analyzer{watchflow.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	flow := pass.ResultOf[watchflow.Analyzer].(*watchflow.Flow)
	if flow == nil {
		return nil, nil
	}
	r := report.For(pass)
	for _, a := range flow.Failures() {
		cat := "expired"
		if a.Lost {
			cat = "lost-events"
		}
		r.Report(report.Finding{Pos: a.Pos, Category: cat, Message: cat + " " + a.Position})
	}
	return nil, nil
}
