package rvassign

import (
	_ "embed"; "fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/watchflow"
)

// Analyzer is being written.
var Analyzer = &analysis.Analyzer{
	Name:     "rvassign",
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
	for _, a := range flow.Advances {
		h := flow.Hazards(a); if h.Any() { r.Report(report.Finding{Pos: a.Site.Pos(), Message: fmt.Sprintf("advance %+v", h)}) }
	}
	return nil, nil
}
