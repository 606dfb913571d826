package watcherror

import (
	_ "embed"
	"fmt"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/engines"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/watchflow"
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
			f.Message = "a closed channel is told by an event without an object: receive with \"event, ok := <-ch\", which says whether the watch has ended"
		} else {
			f.Message = fmt.Sprintf("an ERROR event panics here: its object is a *metav1.Status, not a %s; look at event.Type == watch.Error first",
				types.TypeString(b.Type, types.RelativeTo(pass.Pkg)))
		}
		rep.Report(f)
	}
}
