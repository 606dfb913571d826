package copyfix

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/astspan"
)

// Find returns the edit that fixes w, in the package of pass, or nothing if no
// single copy does it without a change of meaning. See the package
// documentation for the places that it considers and their order. The spans are those
// of the package, for all that is asked about it.
func Find(pass *analysis.Pass, spans astspan.Files, w Writes) []analysis.SuggestedFix {
	syntax := astspan.File(pass.Files, w.first())
	if syntax == nil || ast.IsGenerated(syntax) {
		return nil
	}
	f := &fixer{file: &file{pass, spans, syntax}, w: w}
	if w.Of.IsValid() && !f.narrow() {
		return nil
	}
	for _, form := range []func() *analysis.SuggestedFix{f.copyVariable, f.copyArgument} {
		if fix := form(); fix != nil {
			return []analysis.SuggestedFix{*fix}
		}
	}
	return nil
}
