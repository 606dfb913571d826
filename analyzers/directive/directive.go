package directive

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/bound"
	"github.com/k8slint/k8slint/internal/contract"
	"github.com/k8slint/k8slint/internal/engines"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/suppress"
	"github.com/k8slint/k8slint/internal/wording"
)

//go:embed doc.go
var doc string

// Analyzer checks //nolint and //k8slint comments. Its flag config is for drivers that
// have no settings for all analyzers (nogo).
var Analyzer = withConfig(New(engines.Default, variables()...))

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
	return e.Analyzer("directive", doc, run, append([]*analysis.Analyzer{bound.Analyzer}, silenceable...)...)
}

func run(pass *analysis.Pass, r *report.Reporter) {
	var ran []string
	for _, a := range pass.Analyzer.Requires {
		if a != suppress.Analyzer && a != bound.Analyzer {
			ran = append(ran, a.Name)
		}
	}
	set := pass.ResultOf[suppress.Analyzer].(*suppress.Set)
	// The bug that a comment is for may be in what was left out.
	whole := len(bound.Of(pass).All()) == 0
	for _, e := range set.Entries() {
		check(r, e, ran, whole)
	}
	for _, f := range pass.Files {
		if astspan.IsGenerated(f) {
			continue
		}
		for _, p := range contract.Problems(f) {
			r.Report(report.Finding{Pos: p.Pos, End: p.End, Category: "malformed", Message: p.Message})
		}
	}
}

// check reports what is wrong with one directive, if it is for one of the
// analyzers that ran, or for the suite. Whether it silences something is known if
// the package was analysed as a whole.
func check(r *report.Reporter, e *suppress.Entry, ran []string, whole bool) {
	if e.Blank {
		return // a remark
	}
	f := report.Finding{Pos: e.Pos, End: e.End}
	if f.Message = wrong(e, ran); f.Message != "" {
		f.Category = "malformed"
		r.Report(f)
		return
	}
	var mine, idle []string
	for _, name := range e.Names {
		if base, _, _ := strings.Cut(name, "/"); name != suppress.Suite && !slices.Contains(ran, base) {
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
	text := e.Text(mine...)
	switch {
	case e.Malformed:
		f.Category = "malformed"
		f.Message = fit(e, text, "%s is followed by text that other tools read as a name; write: %s", "reason")
	case len(idle) > 0:
		f.Category = "unused"
		f.Message = fmt.Sprintf("%s silences nothing here; remove it, so that it does not hide the next bug", e.Text(idle...))
	case e.Reason == "":
		f.Category = "no-reason"
		f.Message = fit(e, text, "%s gives no reason; write: %s", "why this code is right")
	default:
		return
	}
	r.Report(f)
}

// wrong says what is wrong with the names of a directive of k8slint's own. Those of
// others may be those of other linters.
func wrong(e *suppress.Entry, ran []string) string {
	if !e.Own {
		return ""
	}
	if e.Idle != "" {
		return e.Idle + "; write: " + e.With(e.Text("analyzer/category"), "why this code is right")
	}
	for _, name := range e.Names {
		if why := suppress.NoSuch(name); why != "" && !slices.Contains(ran, name) {
			return why
		}
	}
	return ""
}

// fit is the message format about the directive e with the given text, which it names
// twice; of one that names many analyzers it shows less.
func fit(e *suppress.Entry, text, format, reason string) string {
	return wording.Fit(wording.Max, func(l wording.Level) string {
		if l.Detail == wording.Full {
			return fmt.Sprintf(format, text, e.With(text, reason))
		}
		return fmt.Sprintf(format, l.Name(text), e.With(e.Text("…"), reason))
	})
}
