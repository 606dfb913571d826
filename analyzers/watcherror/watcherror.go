package watcherror

import (
	_ "embed"
	"fmt"

	"golang.org/x/tools/go/analysis"

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
	return e.OnWatches("watcherror", docFile, run)
}

func run(pass *analysis.Pass, flow *watchflow.Flow, rep *report.Reporter) {
	for _, b := range flow.Blinds() {
		f := report.Finding{Pos: b.Pos, Category: "panics"}
		if b.Closed {
			f.Category = "closed"
			f.Message = "once the watch ends, its closed channel yields zero events, and nothing leaves the loop for them: it spins; receive with \"event, ok := <-ch\" and leave the loop when ok is false"
		} else {
			typ := importedit.TypeString(pass, b.Pos, b.Type)
			f.Message = wording.Fit(wording.Max, func(l wording.Level) string {
				return fmt.Sprintf("an ERROR event panics here: its object is a *metav1.Status, not a %s; check for event.Type == watch.Error first", l.Name(typ))
			})
		}
		f.Fixes = fixes(pass, b.Pos, b.Closed)
		rep.Report(f)
	}
}
