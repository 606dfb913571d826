package staleretry_test

import (
	"testing"

	"github.com/k8slint/k8slint/internal/drivertest"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// TestFixes applies every fix of the test packages: what is fixed compiles, is formatted, and has no
// finding that has a fix. Each form of a fix has a golden file.
func TestFixes(t *testing.T) {
	dir := testmodule.Dir(t, "testdata/src")
	if fixed := drivertest.Fix(t, dir, "-staleretry", "./staleretry/..."); fixed.Findings < 40 {
		t.Errorf("%d findings fixed, want at least 40", fixed.Findings)
	}
}
