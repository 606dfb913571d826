package staleretry_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/k8slint/k8slint/analyzers/staleretry"
	"github.com/k8slint/k8slint/internal/testmodule"
)

func TestFix(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, testmodule.Dir(t, "testdata/src"), staleretry.Analyzer, "./staleretry/fixes")
}
