// Package report turns what an analyzer knows about a bug into a diagnostic
// that reads the same in every driver.
package report

import (
	"go/ast"
	"go/token"
	"strings"
	"sync/atomic"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/suppress"
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
	set  *suppress.Set
}

// Generated, if set, lets findings in generated files through. A driver sets
// it before the first package is analysed.
var Generated atomic.Bool

// For returns the reporter of pass. An analyzer that requires
// [suppress.Analyzer] shares its directives, so that unused ones are found.
func For(pass *analysis.Pass) *Reporter {
	set, _ := pass.ResultOf[suppress.Analyzer].(*suppress.Set)
	return &Reporter{pass: pass, set: set}
}

// Report emits f, unless a directive in the source silences it or its file is
// generated: who generates it must mend the generator.
func (r *Reporter) Report(f Finding) {
	if !Generated.Load() && r.inGenerated(f.Pos) {
		return
	}
	if r.set == nil {
		r.set = suppress.New(r.pass.Fset, r.pass.Files)
	}
	if r.set.Silences(r.pass.Fset, r.pass.Analyzer.Name, f.Pos) {
		return
	}
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

// inGenerated reports whether pos lies in a file that says that it was
// generated.
func (r *Reporter) inGenerated(pos token.Pos) bool {
	for _, f := range r.pass.Files {
		if f.FileStart <= pos && pos <= f.FileEnd {
			return ast.IsGenerated(f)
		}
	}
	return false
}
