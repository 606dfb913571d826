package watcherror

import (
	_ "embed"
	"fmt"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/engines"
	"github.com/k8slint/k8slint/internal/importedit"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/watchflow"
	"github.com/k8slint/k8slint/internal/wording"
)

//go:embed doc.go
var docFile string

// Analyzer finds watch loops that are blind to errors. See the package
// documentation.
var Analyzer = New(engines.Default)

// New returns the analyzer on the engines e.
func New(e *engines.Set) *analysis.Analyzer {
	a := e.OnWatches("watcherror", docFile, func(pass *analysis.Pass, flow *watchflow.Flow, rep *report.Reporter) { run(pass, flow, rep, e.Config) })
	a.Flags.BoolVar(&e.Config.Exits, "exits", false, "report assertions after which the program ends with the first ERROR event")
	return a
}

func run(pass *analysis.Pass, flow *watchflow.Flow, rep *report.Reporter, c *config.Config) {
	for _, b := range flow.Blinds() {
		f := report.Finding{Pos: b.Pos, Category: "panics"}
		what := "panics"
		if b.Ends {
			if !c.Exits || isCommand(pass.Pkg) {
				continue
			}
			f.Category, what = "exits", "ends the program"
		}
		if b.Closed {
			f.Category = "closed"
			f.Message = "once the watch ends, its closed channel yields zero events, and nothing leaves the loop for them: it spins; receive with \"event, ok := <-ch\" and leave the loop when ok is false"
		} else {
			typ := importedit.TypeString(pass, b.Pos, b.Type)
			f.Message = wording.Fit(wording.Max, func(l wording.Level) string {
				return fmt.Sprintf("an ERROR event %s here: its object is a *metav1.Status, not a %s; check for event.Type == watch.Error first", what, l.Name(typ))
			})
		}
		f.Fixes = fixes(pass, b.Pos, b.Closed)
		rep.Report(f)
	}
}

// isCommand reports whether the package is a command, or below cmd, cli, hack or e2e: there,
// ending the program is how errors are told.
func isCommand(p *types.Package) bool {
	return p.Name() == "main" || slices.ContainsFunc(strings.Split(p.Path(), "/"), func(s string) bool {
		return s == "cmd" || s == "hack" || s == "cli" || s == "e2e"
	})
}
