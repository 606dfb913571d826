package plugin

import (
	"go/token"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/analyzers"
)

// simplifyReports makes every analyzer report what golangci-lint can show.
//
// It changes the analyzers themselves, not copies: copies could not share their
// fact types or be required by other analyzers. A process that runs
// golangci-lint runs them in no other way.
var simplifyReports = sync.OnceFunc(func() {
	for _, a := range analyzers.All() {
		run := a.Run
		a.Run = func(pass *analysis.Pass) (any, error) {
			simple := *pass
			simple.Report = func(d analysis.Diagnostic) { pass.Report(simplify(pass.Fset, d)) }
			return run(&simple)
		}
	}
})

// simplify removes from d what golangci-lint v2 gets wrong: it prints each related
// position as a separate finding, which no directive on the line of the
// main one silences; with --fix it applies all alternative fixes at once, and
// drops the edits in other files.
func simplify(fset *token.FileSet, d analysis.Diagnostic) analysis.Diagnostic {
	d.Related = nil
	fixes := d.SuggestedFixes
	d.SuggestedFixes = nil
	for _, fix := range fixes {
		if inFile(fset.File(d.Pos), fix.TextEdits) {
			d.SuggestedFixes = []analysis.SuggestedFix{fix}
			break
		}
	}
	return d
}

// inFile reports whether all edits are in file.
func inFile(file *token.File, edits []analysis.TextEdit) bool {
	if file == nil {
		return false
	}
	contains := func(pos token.Pos) bool {
		return token.Pos(file.Base()) <= pos && pos <= token.Pos(file.Base()+file.Size())
	}
	return !slices.ContainsFunc(edits, func(e analysis.TextEdit) bool { return !contains(e.Pos) || e.End.IsValid() && !contains(e.End) })
}
