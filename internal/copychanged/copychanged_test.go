package copychanged_test

import (
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/copychanged"
	"github.com/k8slint/k8slint/internal/drivertest"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/suppress"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// suite is an analyzer of nothing but changed copies.
func suite(c *config.Config) []*analysis.Analyzer {
	return []*analysis.Analyzer{{
		Name:     "lostwrite",
		Doc:      "report changed copies",
		Requires: []*analysis.Analyzer{suppress.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			rep := report.For(pass, c)
			for _, f := range copychanged.Find(pass) {
				rep.Report(f)
			}
			return nil, nil
		},
	}}
}

// Test compares the copies that the package finds with the comments in testdata/src/lostwrite/copies.
func Test(t *testing.T) {
	drivertest.RunSuite(t, suite, testmodule.Dir(t, "testdata/src"), "-severity=note", "./lostwrite/copies/...")
}
