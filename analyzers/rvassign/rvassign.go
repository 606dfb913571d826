package rvassign

import (
	_ "embed"
	"fmt"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/engines"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/watchflow"
)

//go:embed doc.go
var docFile string

// Analyzer finds watch loops whose position can move backwards. See the
// package documentation.
var Analyzer = New(engines.Default)

// New returns the analyzer on the engines e.
func New(e *engines.Set) *analysis.Analyzer {
	a := e.OnWatches("rvassign", docFile, func(pass *analysis.Pass, flow *watchflow.Flow, rep *report.Reporter) { run(pass, flow, rep, e.Config) })
	a.Flags.BoolVar(&e.Config.OrderedServers, "ordered-servers", false,
		"all API servers order their events: leave out findings of category deleted-events")
	return a
}

func run(pass *analysis.Pass, flow *watchflow.Flow, rep *report.Reporter, c *config.Config) {
	for _, a := range flow.Advances {
		h := flow.Hazards(a)
		if !h.Any() {
			continue
		}
		cat := category(h)
		if cat == "deleted-events" && c.OrderedServers {
			continue
		}
		rep.Report(finding(pass, flow, a, h, cat))
	}
	for _, s := range flow.StaleLists() {
		rep.Report(report.Finding{
			Pos: s.Sink.Instr.Pos(), Category: "stale-list",
			Message: fmt.Sprintf("each round of this loop starts its watch from the version of the list at %s, which was made before the loop: what came since comes again, and once that version has expired (410 Gone) the watch fails for ever; list again in each round, or go on from the newest version that was seen", flow.Posn(s.List)),
			Trace: []report.Step{
				{Pos: s.List, Text: "the list is made, once"},
				{Pos: s.Sink.Instr.Pos(), Text: "each round watches from its version"},
			},
		})
	}
	for _, st := range flow.DeadStores() {
		rep.Report(report.Finding{
			Pos: st.Pos(), Category: "dead-store",
			Message: "the resourceVersion of the event goes into a copy of the options that nothing reads again: the next watch starts from the old position; pass the options by pointer or return the version, and store it only if it is newer",
		})
	}
}

// category is the gravest of the open hazards.
func category(h watchflow.Hazards) string {
	switch {
	case h.Shared:
		return "shared-position"
	case h.Initial:
		return "initial-events"
	case h.Errors:
		return "error-events"
	}
	return "deleted-events"
}

func finding(pass *analysis.Pass, flow *watchflow.Flow, a *watchflow.Advance, h watchflow.Hazards, cat string) report.Finding {
	var open []string
	if h.Shared {
		open = append(open, "shared position (another watch moves it too)")
	}
	if h.Initial {
		open = append(open, "initial events (a watch from \"\" or \"0\" begins with ADDED events in any order)")
	}
	if h.Errors {
		open = append(open, "error events (a Status has an empty resourceVersion)")
	}
	if h.Deleted {
		open = append(open, "deleted events (older and aggregated servers send the version of the last update)")
	}
	watch := flow.Nearest(a).Instr
	f := report.Finding{
		Pos: a.Site.Pos(), Category: cat,
		Message: fmt.Sprintf("%s, where the watch at %s resumes, is set to the resourceVersion of any event, older ones too: %s; store it only if it is newer than the present one, as resourceversion.CompareResourceVersion tells",
			a.Position(), flow.Posn(watch.Pos()), strings.Join(open, ", ")),
		Trace: []report.Step{
			{Pos: a.Extraction.Pos(), Text: "the resourceVersion of the event's object is read"},
			{Pos: a.Site.Pos(), Text: "it becomes " + a.Position()},
			{Pos: watch.Pos(), Text: "the watch resumes from " + a.Position()},
		},
	}
	if fix := fix(pass, a); fix != nil {
		f.Fixes = []analysis.SuggestedFix{*fix}
	}
	return f
}
