package directive

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/analyzerdoc"
	"github.com/k8slint/k8slint/internal/bound"
	"github.com/k8slint/k8slint/internal/contract"
	"github.com/k8slint/k8slint/internal/engines"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/suppress"
	"github.com/k8slint/k8slint/internal/wording"
)

//go:embed doc.go
var doc string

// Analyzer checks //nolint and //k8slint comments.
var Analyzer = New(engines.Default, variables()...)

// New returns the analyzer for the directives that can silence the findings of
// the given ones. It requires those, so that they run first and it is known which
// directives did something. A driver may take some out of a copy's Requires, which
// then says nothing of directives for these.
func New(e *engines.Set, silenceable ...*analysis.Analyzer) *analysis.Analyzer {
	for _, a := range silenceable {
		// One that notes nothing would have all its directives reported.
		if !slices.Contains(a.Requires, suppress.Analyzer) {
			a.Requires = append(slices.Clone(a.Requires), suppress.Analyzer)
		}
	}
	return &analysis.Analyzer{
		Name:     "directive",
		Doc:      analyzerdoc.MustExtract(doc, "directive"),
		URL:      report.URL("directive"),
		Requires: append([]*analysis.Analyzer{suppress.Analyzer, bound.Analyzer}, silenceable...),
		Run:      func(pass *analysis.Pass) (any, error) { return run(pass, e) },
	}
}

func run(pass *analysis.Pass, e *engines.Set) (any, error) {
	var ran []string
	for _, a := range pass.Analyzer.Requires {
		if a != suppress.Analyzer && a != bound.Analyzer {
			ran = append(ran, a.Name)
		}
	}
	set := pass.ResultOf[suppress.Analyzer].(*suppress.Set)
	r := report.For(pass, e.Config)
	// The bug that a comment is for may be in what was left out.
	whole := len(bound.Of(pass).All()) == 0
	for _, e := range set.Entries() {
		check(r, e, ran, whole)
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

// check reports what is wrong with one directive, if it is for one of the
// analyzers that ran, or for the suite. Whether it silences something is known if
// the package was analysed as a whole.
func check(r *report.Reporter, e *suppress.Entry, ran []string, whole bool) {
	var mine, idle []string
	for _, name := range e.Names {
		if name != suppress.Suite && !slices.Contains(ran, name) {
			continue
		}
		mine = append(mine, name)
		if whole && !e.Silenced(name) {
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
		f.Message = fit(text, "%s is followed by text that other tools read as a name; write: %s // reason")
	case len(idle) > 0:
		f.Category = "unused"
		f.Message = fmt.Sprintf("//nolint:%s silences nothing here; remove it, so that it does not hide the next bug", strings.Join(idle, ","))
	case e.Reason == "":
		f.Category = "no-reason"
		f.Message = fit(text, "%s gives no reason; write: %s // why this code is right")
	default:
		return
	}
	r.Report(f)
}

// fit is the message format about the directive text, which it names twice; of one
// that names many analyzers it shows less.
func fit(text, format string) string {
	return wording.Fit(wording.Max, func(l wording.Level) string {
		if l.Detail == wording.Full {
			return fmt.Sprintf(format, text, text)
		}
		return fmt.Sprintf(format, l.Name(text), "//nolint:…")
	})
}
