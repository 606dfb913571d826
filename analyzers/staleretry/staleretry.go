package staleretry

import (
	_ "embed"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/analyzerdoc"
	"github.com/k8slint/k8slint/internal/attempt"
	"github.com/k8slint/k8slint/internal/engines"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/suppress"
)

//go:embed doc.go
var docFile string

// Analyzer finds retries on conflict that cannot win. See the package
// documentation.
var Analyzer = New(engines.Default)

// New returns the analyzer on the engines e.
func New(e *engines.Set) *analysis.Analyzer {
	a := &analysis.Analyzer{
		Name:     "staleretry",
		Doc:      analyzerdoc.MustExtract(docFile, "staleretry"),
		URL:      report.URL("staleretry"),
		Requires: []*analysis.Analyzer{e.Attempt, suppress.Analyzer},
		Run:      func(pass *analysis.Pass) (any, error) { return run(pass, e) },
	}
	a.Flags.BoolVar(&e.Config.FromCache, "from-cache", true, "report retries that read the informer's cache in every attempt and end within 50 ms")
	return a
}

func run(pass *analysis.Pass, e *engines.Set) (any, error) {
	res := pass.ResultOf[e.Attempt].(*attempt.Result)
	if res == nil {
		return nil, nil
	}
	rep := report.For(pass, e.Config)
	w := &writer{pass: pass}
	for _, b := range w.bugs(res) {
		if w.inTest(b.pos()) || b.category == fromCache && !e.Config.FromCache {
			continue
		}
		rep.Report(w.finding(b))
	}
	return nil, nil
}
