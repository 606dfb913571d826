package watchrv

import (
	_ "embed"
	"fmt"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/engines"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/ssabuild"
	"github.com/k8slint/k8slint/internal/watchflow"
	"github.com/k8slint/k8slint/internal/wording"
)

//go:embed doc.go
var docFile string

// Analyzer finds watches that start without a resourceVersion. See the package
// documentation.
var Analyzer = New(engines.Default)

// New returns the analyzer on the engines e.
func New(e *engines.Set) *analysis.Analyzer {
	a := e.OnWatches("watchrv", docFile, func(pass *analysis.Pass, flow *watchflow.Flow, rep *report.Reporter) { run(pass, flow, rep, e.Config) })
	a.Flags.BoolVar(&e.Config.SingleObject, "single-object", false, "report watches of a single object that are started once")
	a.Flags.BoolVar(&e.Config.Interactive, "interactive", false, "report watches in commands and test helpers")
	return a
}

func run(pass *analysis.Pass, flow *watchflow.Flow, rep *report.Reporter, c *config.Config) {
	for _, s := range flow.Starts() {
		if f := finding(pass, flow, s); enabled(f.Category, c) {
			rep.Report(f)
		}
	}
}

func enabled(category string, c *config.Config) bool {
	switch category {
	case "single-object":
		return c.SingleObject
	case "interactive":
		return c.Interactive
	}
	return true
}

func finding(pass *analysis.Pass, flow *watchflow.Flow, s *watchflow.Start) report.Finding {
	f := report.Finding{Pos: s.Pos}
	switch s.Kind {
	case watchflow.DroppedOptions:
		f.Category = "dropped-options"
		f.Fixes = forward(pass, s.Pos)
		f.Message = "this function starts the watch without the resourceVersion of its options: instead of resuming, it gets the whole state as ADDED events, and misses what was deleted; forward the options"
	case watchflow.ClearedOptions:
		f.Category = "cleared-options"
		f.Message = "the resourceVersion is cleared for watches too, not only for lists: the informer's watch does not start where its list ended, and misses what was deleted in between; clear it only if it is \"0\""
	case watchflow.LostListMeta:
		f.Category = "lost-listmeta"
		if s.List.IsValid() {
			f.Message = wording.Fit(wording.Max, func(l wording.Level) string {
				return fmt.Sprintf("this watch should start where the list at %s ended, but the list has lost its resourceVersion: what is deleted in between is missed; keep the ListMeta of the list", l.At(flow.Posn(s.List), flow.Posn(s.Pos)))
			})
		} else {
			f.Message = "the new list has the items but not the ListMeta of the old one: the informer's watch has no resourceVersion to start from, and misses what was deleted in between; copy the ListMeta of the last page"
		}
	default:
		f.Category = "unset"
		switch {
		case s.Single && !s.Loop:
			f.Category = "single-object"
		case isInteractive(pass, s.Loop):
			f.Category = "interactive"
		case !s.Keeps:
			f.Category = "replay"
		}
		what := "the watch starts without a resourceVersion"
		if s.First {
			what = "the first watch starts without a resourceVersion"
		}
		f.Message = what + ": each start sends the whole state as ADDED events"
		if s.Keeps {
			f.Message += ", and nothing says what was deleted in between"
		}
		f.Message += "; list first and start from the list's version"
	}
	return f
}

// isInteractive reports whether the package is a command's or helps tests:
// people start few of these watches, controllers many. A program that watches
// in a loop and takes no subcommands is a controller too.
func isInteractive(pass *analysis.Pass, loop bool) bool {
	command := pass.Pkg.Name() == "main"
	parts := strings.Split(pass.Pkg.Path(), "/")
	for i, part := range parts {
		switch part {
		case "cli", "kubectl", "e2e", "test", "tests", "testing", "testutil", "testutils", "integration", "hack", "examples":
			return true
		case "commands":
			command = true
		case "cmd":
			// cmd/up is a command, cmd/manager/state one's insides.
			command = command || i >= len(parts)-2
		}
	}
	return command && (!loop || hasSubcommands(pass))
}

// hasSubcommands reports whether the package parses a command line of several
// commands.
func hasSubcommands(pass *analysis.Pass) bool {
	for _, imp := range ssabuild.Imports(pass) {
		switch imp.Path() {
		case "github.com/spf13/cobra", "github.com/urfave/cli", "github.com/urfave/cli/v2", "github.com/urfave/cli/v3":
			return true
		}
	}
	return false
}
