package staleretry

import (
	_ "embed"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/analyzerdoc"
	"github.com/k8slint/k8slint/internal/attempt"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/suppress"
)

//go:embed doc.go
var docFile string

// Analyzer finds retries on conflict that cannot win. See the package
// documentation.
var Analyzer = &analysis.Analyzer{
	Name:     "staleretry",
	Doc:      analyzerdoc.MustExtract(docFile, "staleretry"),
	URL:      report.URL("staleretry"),
	Requires: []*analysis.Analyzer{attempt.Analyzer, suppress.Analyzer},
	Run:      run,
}

var caches bool // -from-cache

func init() {
	Analyzer.Flags.BoolVar(&caches, "from-cache", false, "report retries that read the informer's cache in every attempt and are over in 50 ms")
}

func run(pass *analysis.Pass) (any, error) {
	res := pass.ResultOf[attempt.Analyzer].(*attempt.Result)
	if res == nil {
		return nil, nil
	}
	rep := report.For(pass)
	w := &writer{pass: pass}
	for _, b := range w.bugs(res) {
		if w.inTest(b.pos()) || b.category == fromCache && !caches {
			continue
		}
		rep.Report(w.finding(b))
	}
	return nil, nil
}
