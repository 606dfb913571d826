package watchstop_test

import (
	"testing"

	"github.com/k8slint/k8slint/internal/drivertest"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// Test compares the findings with the comments in testdata/src/watchstop.
func Test(t *testing.T) {
	drivertest.Run(t, testmodule.Dir(t, "testdata/src"), "-watchstop", "-severity=note", "./watchstop/...")
}

// TestFixes compares each file that -fix changes with its golden file.
func TestFixes(t *testing.T) {
	dir := testmodule.Dir(t, "testdata/src")
	drivertest.Fix(t, dir, "-watchstop", "./watchstop/...").AllGolden(t, dir)
}
