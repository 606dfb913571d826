// Package report turns what an analyzer knows about a bug into a diagnostic
// that reads the same in every driver.
package report

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// URLBase is where the page of each analyzer is found: URLBase + name + ".md".
const URLBase = "https://github.com/k8slint/k8slint/blob/main/docs/analyzers/"

// URL is the page of the named analyzer.
func URL(analyzer string) string { return URLBase + analyzer + ".md" }

// A Step is one step of the trace that proves a finding, in the order in which
// things happen: the origin first, the write last.
type Step struct {
	// Pos is the place of the step in the package under analysis, or NoPos if
	// it lies in a dependency: then Text names the place as file:line.
	Pos token.Pos
	// Text says what happens there.
	Text string
}

// A Finding is one bug. Message is self-contained and of one line: the object,
// where it came from, why that is wrong, what to do. Drivers that show no
// related information (golangci-lint, GitHub) show nothing else.
type Finding struct {
	Pos, End token.Pos
	Category string
	Message  string
	Trace    []Step
	Fixes    []analysis.SuggestedFix
}

// A Reporter passes the findings of one analyzer in one package on to the
// driver.
type Reporter struct {
	pass *analysis.Pass
}

// For returns the reporter of pass.
func For(pass *analysis.Pass) *Reporter { return &Reporter{pass: pass} }

// Report emits f, unless a directive in the source silences it.
func (r *Reporter) Report(f Finding) {
	d := analysis.Diagnostic{
		Pos:            f.Pos,
		End:            f.End,
		Category:       f.Category,
		Message:        strings.ReplaceAll(f.Message, "\n", " "),
		URL:            URL(r.pass.Analyzer.Name),
		SuggestedFixes: f.Fixes,
	}
	for _, s := range f.Trace {
		pos := s.Pos
		if !pos.IsValid() {
			pos = f.Pos
		}
		d.Related = append(d.Related, analysis.RelatedInformation{Pos: pos, Message: s.Text})
	}
	r.pass.Report(d)
}
