package staleretry_test

import (
	"testing"

	"github.com/k8slint/k8slint/internal/drivertest"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// TestFixes compares each file that -fix changes with its golden file.
func TestFixes(t *testing.T) {
	dir := testmodule.Dir(t, "testdata/src")
	drivertest.Fix(t, dir, "-staleretry", "./staleretry/fixes").AllGolden(t, dir)
}
