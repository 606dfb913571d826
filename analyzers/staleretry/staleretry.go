package staleretry

import (
	_ "embed"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/attempt"
	"github.com/k8slint/k8slint/internal/engines"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/subresource"
)

//go:embed doc.go
var docFile string

// Analyzer finds retries on conflict that cannot win. See the package
// documentation.
var Analyzer = New(engines.Default)

// New returns the analyzer on the engines e.
func New(e *engines.Set) *analysis.Analyzer {
	a := e.Analyzer("staleretry", docFile, func(pass *analysis.Pass, rep *report.Reporter) { run(pass, rep, e) }, e.Attempt, e.Subresource)
	a.Flags.BoolVar(&e.Config.FromCache, "from-cache", true, "report retries that read the informer's cache in every attempt and end within 50 ms")
	return a
}

func run(pass *analysis.Pass, rep *report.Reporter, e *engines.Set) {
	res := pass.ResultOf[e.Attempt].(*attempt.Result)
	if res == nil {
		return
	}
	w := &writer{pass: pass, kinds: pass.ResultOf[e.Subresource].(*subresource.Kinds)}
	for _, b := range w.bugs(res) {
		if w.inTest(b.pos()) || b.category == fromCache && !e.Config.FromCache {
			continue
		}
		rep.Report(w.finding(b))
	}
}
