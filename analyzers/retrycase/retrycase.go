package retrycase

import (
	_ "embed"
	"fmt"
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/engines"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/watchflow"
	"github.com/k8slint/k8slint/internal/wording"
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

func run(_ *analysis.Pass, flow *watchflow.Flow, rep *report.Reporter) {
	for _, n := range flow.Failures() {
		rep.Report(finding(flow, n))
	}
}

func finding(flow *watchflow.Flow, n *watchflow.Failure) report.Finding {
	f := report.Finding{Pos: n.Pos, Category: "expired"}
	if n.Lost {
		f.Category = "lost-events"
	}
	list := ""
	if pos := flow.ListBefore(n.Sink); pos.IsValid() {
		list = flow.Posn(pos)
		f.Trace = append(f.Trace, report.Step{Pos: pos, Text: "the initial list is here"})
	}
	f.Message = message(n, flow.Posn(n.Sink.Instr.Pos()), list, flow.Posn(n.Pos))
	f.Trace = append(steps(n.From.Pos(), n.Pos, n.Sink.Instr.Pos(), n.Position), f.Trace...)
	return f
}

// steps leads from where the watch fails, by the way back, to where it starts again from position: one step a place.
func steps(fails, back, starts token.Pos, position string) []report.Step {
	again := "starts again from " + position
	switch {
	case fails == starts && back == starts:
		return []report.Step{{Pos: starts, Text: "the watch fails, and " + again}}
	case back == starts || back == fails:
		return []report.Step{{Pos: fails, Text: "the watch fails"}, {Pos: starts, Text: "it " + again}}
	}
	return []report.Step{
		{Pos: fails, Text: "the watch fails"},
		{Pos: back, Text: "the error path leads back to the watch"},
		{Pos: starts, Text: "the watch " + again},
	}
}

// message says, near a place, what happens to the watch at watch after n, and what to do; list
// is where the loop lists, "" if it does not.
func message(n *watchflow.Failure, watch, list, near string) string {
	return wording.Fit(wording.Max, func(l wording.Level) string {
		advice := "list again on this error"
		switch {
		case list != "" && l.Detail < wording.Core:
			advice += ", as at " + l.At(list, near)
		case list == "" && l.Detail < wording.Ways:
			advice += ", or reset the position so that the next round lists"
		}
		at, from := l.At(watch, near), l.Name(n.Position)
		switch {
		case n.Lost && n.Expired:
			return fmt.Sprintf("after an HTTP 500 the watch at %s restarts from the old %s without a list: dropped events stay lost, and 410 Gone is retried forever; %s", at, from, advice)
		case n.Lost:
			return fmt.Sprintf("after an HTTP 500 the watch at %s restarts from the old %s without a list: events that the server dropped stay lost; %s", at, from, advice)
		case n.Establishing:
			return fmt.Sprintf("when the watch at %s fails to start with 410 Gone, it is retried from the old %s, which stays expired: it fails forever; %s", at, from, advice)
		}
		return fmt.Sprintf("after 410 Gone the watch at %s restarts from the old %s, which stays expired: it fails forever; %s", at, from, advice)
	})
}
