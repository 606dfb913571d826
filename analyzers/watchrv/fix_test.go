package watchrv_test

import (
	"testing"

	"github.com/k8slint/k8slint/internal/drivertest"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// TestFixes applies every fix of the test packages: what is fixed compiles, is
// formatted, and has no finding that has a fix.
func TestFixes(t *testing.T) {
	fixed := drivertest.Fix(t, testmodule.Dir(t, "testdata/src"), "-watchrv", "./watchrv/...")
	if fixed.Findings < 3 {
		t.Errorf("%d findings fixed, want at least 3", fixed.Findings)
	}
}
