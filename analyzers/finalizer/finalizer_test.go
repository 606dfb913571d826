package finalizer_test

import (
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/analyzers/finalizer"
	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/drivertest"
	"github.com/k8slint/k8slint/internal/engines"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// Test compares the findings with the comments in testdata/src/finalizer.
func Test(t *testing.T) {
	suite := func(c *config.Config) []*analysis.Analyzer {
		return []*analysis.Analyzer{drivertest.Facts(finalizer.New(engines.New(c)))}
	}
	drivertest.RunSuite(t, suite, testmodule.Dir(t, "testdata/src"), "-severity=note", "./finalizer/...")
}
