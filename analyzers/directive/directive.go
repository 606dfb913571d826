package directive

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/analyzers/cachemutate"
	"github.com/k8slint/k8slint/analyzers/retrycase"
	"github.com/k8slint/k8slint/analyzers/rvassign"
	"github.com/k8slint/k8slint/analyzers/rvcompare"
	"github.com/k8slint/k8slint/analyzers/staleretry"
	"github.com/k8slint/k8slint/analyzers/tombstone"
	"github.com/k8slint/k8slint/analyzers/watcherror"
	"github.com/k8slint/k8slint/analyzers/watchrv"
	"github.com/k8slint/k8slint/internal/analyzerdoc"
	"github.com/k8slint/k8slint/internal/contract"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/suppress"
)

//go:embed doc.go
var doc string

// silenceable are the analyzers whose findings a directive can silence. They
// run first, so that it is known which directives did something.
var silenceable = []*analysis.Analyzer{
	cachemutate.Analyzer,
	retrycase.Analyzer,
	rvassign.Analyzer,
	rvcompare.Analyzer,
	staleretry.Analyzer,
	tombstone.Analyzer,
	watcherror.Analyzer,
	watchrv.Analyzer,
}

// Analyzer checks //nolint and //k8slint comments.
var Analyzer = &analysis.Analyzer{
	Name:     "directive",
	Doc:      analyzerdoc.MustExtract(doc, "directive"),
	URL:      report.URL("directive"),
	Requires: append([]*analysis.Analyzer{suppress.Analyzer}, silenceable...),
	Run:      run,
}

func init() {
	// An analyzer that notes nothing would have all its directives reported.
	for _, a := range silenceable {
		if !slices.Contains(a.Requires, suppress.Analyzer) {
			a.Requires = append(slices.Clone(a.Requires), suppress.Analyzer)
		}
	}
}

func run(pass *analysis.Pass) (any, error) {
	set := pass.ResultOf[suppress.Analyzer].(*suppress.Set)
	r := report.For(pass)
	for _, e := range set.Entries() {
		check(r, e)
	}
	for _, f := range pass.Files {
		if report.IsGenerated(f) {
			continue
		}
		for _, p := range contract.Problems(f) {
			r.Report(report.Finding{Pos: p.Pos, End: p.End, Category: "malformed", Message: p.Message})
		}
	}
	return nil, nil
}

// check reports what is wrong with one directive.
func check(r *report.Reporter, e *suppress.Entry) {
	var mine, idle []string
	for _, name := range e.Names {
		if !known(name) {
			continue
		}
		mine = append(mine, name)
		if !e.Silenced(name) {
			idle = append(idle, name)
		}
	}
	if len(mine) == 0 {
		return
	}
	text := "//nolint:" + strings.Join(mine, ",")
	f := report.Finding{Pos: e.Pos, End: e.End}
	switch {
	case e.Malformed:
		f.Category = "malformed"
		f.Message = fmt.Sprintf("%s is followed by text that other tools read as a name; write: %s // reason", text, text)
	case len(idle) > 0:
		f.Category = "unused"
		f.Message = fmt.Sprintf("//nolint:%s silences nothing here; remove it, so that it does not hide the next bug", strings.Join(idle, ","))
	case e.Reason == "":
		f.Category = "no-reason"
		f.Message = fmt.Sprintf("%s gives no reason; write: %s // why this code is right", text, text)
	default:
		return
	}
	r.Report(f)
}

// known reports whether name is the suite or one of its analyzers.
func known(name string) bool {
	return name == suppress.Suite || slices.ContainsFunc(silenceable, func(a *analysis.Analyzer) bool { return a.Name == name })
}
