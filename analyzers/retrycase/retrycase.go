package retrycase

import (
	_ "embed"
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/config"
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
	a := e.OnWatches("retrycase", docFile, func(_ *analysis.Pass, flow *watchflow.Flow, rep *report.Reporter) { run(flow, rep, e.Config) })
	a.Flags.BoolVar(&e.Config.ExpiredLists, "expired-lists", false, "report lists that are repeated from a version that has expired")
	return a
}

func run(flow *watchflow.Flow, rep *report.Reporter, c *config.Config) {
	for _, n := range flow.Failures() {
		rep.Report(finding(flow, n))
	}
	if c.ExpiredLists {
		for _, n := range flow.ExpiredLists() {
			rep.Report(expiredList(flow, n))
		}
	}
}

func expiredList(flow *watchflow.Flow, n *watchflow.Failure) report.Finding {
	list := n.Sink.Instr.Pos()
	return report.Finding{
		Pos: n.Pos, End: n.End, Category: "expired-list",
		Message: fmt.Sprintf("when the list fails with 410 Gone, control comes back to the list at %s with the old position (%s), which stays expired: it fails for ever; list without a resourceVersion after this error",
			flow.Posn(list), n.Position),
		Trace: []report.Step{
			{Pos: n.From.Pos(), Text: "the list fails"},
			{Pos: list, Text: "it is made again from " + n.Position},
		},
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
