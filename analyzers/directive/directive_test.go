package directive_test

import (
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/k8slint/k8slint/analyzers/cachemutate"
	"github.com/k8slint/k8slint/analyzers/directive"
	"github.com/k8slint/k8slint/analyzers/staleretry"
	"github.com/k8slint/k8slint/internal/testmodule"
)

func TestDirective(t *testing.T) {
	analysistest.Run(t, testmodule.Dir(t, "testdata/src"), directive.Analyzer, "./directive/a", "./directive/writes")
}

// TestTurnedOff: of directives for analyzers that do not run nothing is said, and
// of those for the others as much as ever.
func TestTurnedOff(t *testing.T) {
	some := *directive.Analyzer
	some.Requires = slices.DeleteFunc(slices.Clone(some.Requires), func(a *analysis.Analyzer) bool {
		return a == cachemutate.Analyzer || a == staleretry.Analyzer
	})
	analysistest.Run(t, testmodule.Dir(t, "testdata/src"), &some, "./directive/turnedoff")
}
