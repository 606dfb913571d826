package cachemutate_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/k8slint/k8slint/analyzers/cachemutate"
	"github.com/k8slint/k8slint/internal/testmodule"
)

func Test(t *testing.T) {
	analysistest.Run(t, testmodule.Dir(t, "testdata/src"), withEffects, "./cachemutate/...")
}

// TestIstio runs on the declarations of istio's krt, in a module of its own.
func TestIstio(t *testing.T) {
	analysistest.Run(t, testmodule.Dir(t, "testdata/istio"), cachemutate.Analyzer, ".")
}

// TestKnative runs on the real condition sets of knative, in a module of its own:
// they write statuses through interfaces whose implementations they do not see.
func TestKnative(t *testing.T) {
	analysistest.Run(t, testmodule.Dir(t, "testdata/knative"), cachemutate.Analyzer, ".")
}

// TestWrangler runs on the real wrangler, in a module of its own as its
// versions of Kubernetes are others.
func TestWrangler(t *testing.T) {
	analysistest.Run(t, testmodule.Dir(t, "testdata/wrangler"), cachemutate.Analyzer, "./...")
}

// TestTests asks for the files of tests, too.
func TestTests(t *testing.T) {
	if err := cachemutate.Analyzer.Flags.Set("tests", "true"); err != nil {
		t.Fatal(err)
	}
	defer cachemutate.Analyzer.Flags.Set("tests", "false")
	analysistest.Run(t, testmodule.Dir(t, "testdata/src"), cachemutate.Analyzer, "./testfiles")
}
