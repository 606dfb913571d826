package directive_test

import (
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/analyzers"
	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/drivertest"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// Test compares the findings with the comments in testdata/src/directive.
func Test(t *testing.T) {
	// All analyzers run, and the findings of this one are printed.
	suite := func(c *config.Config) []*analysis.Analyzer {
		return slices.DeleteFunc(analyzers.New(c), func(a *analysis.Analyzer) bool { return a.Name != "directive" })
	}
	drivertest.RunSuite(t, suite, testmodule.Dir(t, "testdata/src"), "./directive/a", "./directive/ignore", "./directive/writes")
}

// TestTurnedOff: of directives for analyzers that do not run nothing is said, and
// of those for the others as much as ever.
func TestTurnedOff(t *testing.T) {
	drivertest.Run(t, testmodule.Dir(t, "testdata/src"), "-cachemutate=false", "-staleretry=false", "./directive/turnedoff")
}

// TestNoReason: both forms of directives need a reason.
func TestNoReason(t *testing.T) {
	want := []string{"ignore.go:8 no-reason", "noreason.go:12 no-reason"}
	if got := drivertest.Findings(t, testmodule.Dir(t, "testdata/src"), "./directive/noreason"); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
