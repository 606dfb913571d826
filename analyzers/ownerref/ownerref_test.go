package ownerref_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/k8slint/k8slint/analyzers/ownerref"
	"github.com/k8slint/k8slint/internal/testmodule"
)

func Test(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, testmodule.Dir(t, "testdata/src"), ownerref.Analyzer, "./ownerref/...")
}
