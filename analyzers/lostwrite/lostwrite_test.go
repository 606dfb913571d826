package lostwrite_test

import (
	"testing"

	"github.com/k8slint/k8slint/internal/drivertest"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// Test compares the findings with the comments in testdata/src/lostwrite.
func Test(t *testing.T) {
	drivertest.Run(t, testmodule.Dir(t, "testdata/src"), "-lostwrite", "-severity=note", "./lostwrite/...")
}

// TestFixes compares each file that -fix changes with its golden file.
func TestFixes(t *testing.T) {
	dir := testmodule.Dir(t, "testdata/src")
	drivertest.Fix(t, dir, "-lostwrite", "./lostwrite/...").AllGolden(t, dir)
}
