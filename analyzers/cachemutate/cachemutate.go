package cachemutate

import (
	_ "embed"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/engines"
	"github.com/k8slint/k8slint/internal/ownership"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/ssabuild"
)

//go:embed doc.go
var docFile string

// Analyzer finds writes to objects of an informer's cache. See the package
// documentation.
var Analyzer = New(engines.Default)

// New returns the analyzer on the engines e.
func New(e *engines.Set) *analysis.Analyzer {
	managers := newManagers(e)
	a := e.Analyzer("cachemutate", docFile, func(pass *analysis.Pass, rep *report.Reporter) {
		run(pass, e, pass.ResultOf[managers].([]joined), rep)
	}, e.Ownership, e.Listers, managers)
	a.Flags.BoolVar(&e.Config.Tests, "tests", false, "report writes in _test.go files too")
	a.Flags.BoolVar(&e.Config.NoDeepCopy, "no-deep-copy", false,
		"assume that controller-runtime's client never copies, as when the manager's cache options turn deep copies off")
	a.Flags.BoolVar(&e.Config.EveryWrite, "every-write", false,
		"report each line that writes an object as a separate finding, for tools that only look at the lines of findings (golangci-lint's new-from-rev)")
	return a
}

func run(pass *analysis.Pass, e *engines.Set, ms []joined, rep *report.Reporter) {
	x := &fixer{pass, map[fixed][]analysis.SuggestedFix{}, astspan.Files{}}
	res := pass.ResultOf[e.Ownership].(*ownership.Result)
	for _, f := range res.Findings {
		// There are some in _test.go files: in what initializes a variable.
		f = f.Only(func(w *ownership.Finding) bool {
			return e.Config.Tests || !ssabuild.InTest(pass.Fset, w.Pos)
		})
		if f != nil {
			rep.Report(x.finding(f, nil))
		}
	}
	for _, m := range ms {
		rep.Report(m.finding(x))
	}
}
