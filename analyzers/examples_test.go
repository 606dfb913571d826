package analyzers_test

import (
	"testing"

	"github.com/k8slint/k8slint/analyzers"
	"github.com/k8slint/k8slint/internal/drivertest"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// TestExamples: what is marked in examples/before is found, and nothing in examples/after.
func TestExamples(t *testing.T) {
	dir := testmodule.Dir(t, "examples")
	found := once(t, analyzers.New, dir, "./...")
	if n := drivertest.Marked(t, dir, found, "./before/..."); n < 10 {
		t.Errorf("only %d findings are marked", n)
	}
	if n := drivertest.Marked(t, dir, found, "./after/...", "./cmd/..."); n > 0 {
		t.Errorf("%d findings are marked in what is fixed", n)
	}
}
