package main

import (
	"testing"

	"github.com/k8slint/k8slint/internal/drivertest"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// TestExamples: the command finds what is marked in examples/before, and nothing in
// examples/after.
func TestExamples(t *testing.T) {
	dir := testmodule.Dir(t, "examples")
	if n := drivertest.Marked(t, dir, "./before/..."); n < 10 {
		t.Errorf("only %d findings are marked", n)
	}
	if n := drivertest.Marked(t, dir, "./after/...", "./cmd/..."); n > 0 {
		t.Errorf("%d findings are marked in what is fixed", n)
	}
}
