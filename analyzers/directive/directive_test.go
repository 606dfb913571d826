package directive_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/k8slint/k8slint/analyzers/directive"
	"github.com/k8slint/k8slint/internal/testmodule"
)

func TestDirective(t *testing.T) {
	analysistest.Run(t, testmodule.Dir(t, "testdata/src"), directive.Analyzer, "./directive/...")
}
