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
	"github.com/k8slint/k8slint/internal/wording"
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
		"assume that all API servers order their events: leave out findings of category deleted-events")
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
			Message: wording.Fit(wording.Max, func(l wording.Level) string {
				return fmt.Sprintf("each round watches from the version of the list at %s, made once before the loop: old events come again, and after 410 Gone every watch fails; list again in each round", l.At(flow.Posn(s.List), flow.Posn(s.Sink.Instr.Pos())))
			}),
			Trace: []report.Step{
				{Pos: s.List, Text: "the list is made, once"},
				{Pos: s.Sink.Instr.Pos(), Text: "each round watches from its version"},
			},
		})
	}
	for _, st := range flow.DeadStores() {
		rep.Report(report.Finding{
			Pos: st.Pos(), Category: "dead-store",
			Message: "the event's resourceVersion is stored in a copy of the options that nothing reads, so the next watch starts from the old position; pass the options by pointer, and store only a newer version",
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
	watch := flow.Nearest(a).Instr
	f := report.Finding{
		Pos: a.Site.Pos(), Category: cat, Message: message(a.Position(), flow.Posn(watch.Pos()), flow.Posn(a.Site.Pos()), h),
		Trace: []report.Step{
			{Pos: a.Extraction.Pos(), Text: "the resourceVersion of the event's object is read"},
			{Pos: a.Site.Pos(), Text: fmt.Sprintf("it becomes %s, even if it is older: %s", a.Position(), strings.Join(dangers(h, true), ", "))},
			{Pos: watch.Pos(), Text: "the watch resumes from " + a.Position()},
		},
	}
	if fix := fix(pass, a, h); fix != nil {
		f.Fixes = []analysis.SuggestedFix{*fix}
	}
	return f
}

// message says, near a place, that position moves backwards, where the watch at watch resumes,
// with as many of the reasons as there is room for: the trace has all.
func message(position, watch, near string, h watchflow.Hazards) string {
	why := dangers(h, false)
	return wording.Fit(wording.Max, func(l wording.Level) string {
		some, advice := strings.Join(why, ", "), "store only a newer version"
		if h == (watchflow.Hazards{Deleted: true}) {
			servers := "servers before 1.10, some aggregated ones"
			if l.Detail >= wording.Counts {
				servers = "before 1.10, or aggregated"
			}
			some += " (" + servers + ")"
		}
		switch {
		case l.Detail == wording.Full:
			advice += " (see resourceversion.CompareResourceVersion)"
		case l.Detail >= wording.Ends && len(why) > 1:
			some = why[0]
		case l.Detail > wording.Ways && len(why) > 2:
			some = fmt.Sprintf("%s, and %d more reasons", why[0], len(why)-1)
		}
		return fmt.Sprintf("%s can move backwards, and the watch at %s resumes from it: %s; %s", l.Name(position), l.At(watch, near), some, advice)
	})
}

// dangers are the open hazards, the gravest first; why they are hazards too.
func dangers(h watchflow.Hazards, why bool) []string {
	var open []string
	for _, d := range []struct {
		open      bool
		what, why string
	}{
		{h.Shared, "another watch moves it too", ""},
		{h.Initial, "initial events come in any order", " (a watch from \"\" or \"0\" begins with ADDED events of all objects)"},
		{h.Errors, "ERROR events have no version", " (a Status has an empty resourceVersion)"},
		{h.Deleted, "DELETED events can have an old version", " (servers before 1.10, and aggregated ones that do not set that of the deletion, send that of the last update)"},
	} {
		switch {
		case d.open && why:
			open = append(open, d.what+d.why)
		case d.open:
			open = append(open, d.what)
		}
	}
	return open
}
