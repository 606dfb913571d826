package watcherror_test

import (
	"testing"

	"github.com/k8slint/k8slint/internal/drivertest"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// TestFixes applies every fix of the test packages: what is fixed compiles, is
// formatted, and has no finding that has a fix. Package fixes has the expected text.
func TestFixes(t *testing.T) {
	fixed := drivertest.Fix(t, testmodule.Dir(t, "testdata/src"), "-watcherror", "./watcherror/...")
	if fixed.Findings < 8 {
		t.Errorf("%d findings fixed, want at least 8", fixed.Findings)
	}
}
