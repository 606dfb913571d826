package ownerref_test

import (
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/analyzers/ownerref"
	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/drivertest"
	"github.com/k8slint/k8slint/internal/engines"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// Test compares the findings with the comments in testdata/src/ownerref.
func Test(t *testing.T) {
	suite := func(c *config.Config) []*analysis.Analyzer {
		return []*analysis.Analyzer{drivertest.Facts(ownerref.New(engines.New(c)))}
	}
	drivertest.RunSuite(t, suite, testmodule.Dir(t, "testdata/src"), "./ownerref/...")
}

// TestFixes compares each file that -fix changes with its golden file.
func TestFixes(t *testing.T) {
	dir := testmodule.Dir(t, "testdata/src")
	drivertest.Fix(t, dir, "-ownerref", "./ownerref/...").AllGolden(t, dir)
}
