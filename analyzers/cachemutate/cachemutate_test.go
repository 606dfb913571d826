package cachemutate_test

import (
	"testing"

	"github.com/k8slint/k8slint/internal/drivertest"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// Test compares the findings with the comments in testdata/src/cachemutate.
func Test(t *testing.T) {
	drivertest.RunSuite(t, withEffects, testmodule.Dir(t, "testdata/src"), "./cachemutate/...")
}

// TestStandard names packages of the standard library beside one that calls them: the
// findings are those without, as tables say what their functions do.
func TestStandard(t *testing.T) {
	drivertest.Run(t, testmodule.Dir(t, "testdata/src"), "-cachemutate", "./cachemutate/standard", "fmt", "errors", "io", "strconv")
}

// TestIstio runs on the declarations of istio's krt, in a module of its own.
func TestIstio(t *testing.T) {
	drivertest.Run(t, testmodule.Dir(t, "testdata/istio"), "-cachemutate", ".")
}

// TestKnative runs on the real condition sets of knative, in a module of its own:
// they write statuses through interfaces whose implementations they do not see.
func TestKnative(t *testing.T) {
	drivertest.Run(t, testmodule.Dir(t, "testdata/knative"), "-cachemutate", ".")
}

// TestWrangler runs on the real wrangler, in a module of its own as its
// versions of Kubernetes are others.
func TestWrangler(t *testing.T) {
	drivertest.Run(t, testmodule.Dir(t, "testdata/wrangler"), "-cachemutate", "./...")
}

// TestTests asks for the files of tests, too.
func TestTests(t *testing.T) {
	drivertest.Run(t, testmodule.Dir(t, "testdata/src"), "-cachemutate", "-cachemutate.tests", "./testfiles")
}
