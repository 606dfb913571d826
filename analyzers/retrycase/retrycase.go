package retrycase

import (
	_ "embed"
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/engines"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/watchflow"
)

//go:embed doc.go
var docFile string

// Analyzer finds watch loops that retry an error from the old position. See
// the package documentation.
var Analyzer = New(engines.Default)

// New returns the analyzer on the engines e.
func New(e *engines.Set) *analysis.Analyzer {
	return e.OnWatches("retrycase", docFile, run)
}

func run(pass *analysis.Pass, flow *watchflow.Flow, rep *report.Reporter) {
	for _, n := range flow.Failures() {
		rep.Report(finding(flow, n))
	}
}

func finding(flow *watchflow.Flow, n *watchflow.Failure) report.Finding {
	watch := flow.Posn(n.Sink.Instr.Pos())
	f := report.Finding{Pos: n.Pos, End: n.End, Category: "expired"}
	switch {
	case n.Lost:
		f.Category = "lost-events"
		f.Message = fmt.Sprintf("after an HTTP 500 from the watch, control comes back to the watch at %s with the old position (%s) and nothing is listed: an event that the server dropped is lost for good", watch, n.Position)
		if n.Expired {
			f.Message += ", and 410 Gone is retried for ever"
		}
	case n.Establishing:
		f.Message = fmt.Sprintf("when starting the watch fails with 410 Gone, control comes back to the watch at %s with the old position (%s), which stays expired: it fails for ever", watch, n.Position)
	default:
		f.Message = fmt.Sprintf("after 410 Gone from the watch, control comes back to the watch at %s with the old position (%s), which stays expired: it fails for ever", watch, n.Position)
	}
	if list := flow.ListBefore(n.Sink); list.IsValid() {
		f.Message += fmt.Sprintf("; list again on this error, as at %s", flow.Posn(list))
		f.Trace = append(f.Trace, report.Step{Pos: list, Text: "the loop lists here"})
	} else {
		f.Message += "; list again on this error, or reset the position so that the next round lists"
	}
	f.Trace = append([]report.Step{
		{Pos: n.From.Pos(), Text: "the watch fails"},
		{Pos: n.Pos, Text: "the error is sent back to the watch"},
		{Pos: n.Sink.Instr.Pos(), Text: "the watch starts again from " + n.Position},
	}, f.Trace...)
	return f
}
