package watcherror_test

import (
	"slices"
	"testing"

	"github.com/k8slint/k8slint/internal/drivertest"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// TestExits: the flag adds the assertions after which the program ends.
func TestExits(t *testing.T) {
	dir := testmodule.Dir(t, "testdata/src")
	if got := drivertest.Findings(t, dir, "-watcherror", "./watcherror/exits"); len(got) != 0 {
		t.Errorf("without the flag: %q", got)
	}
	got := drivertest.Findings(t, dir, "-watcherror", "-watcherror.exits", "./watcherror/exits")
	if want := []string{"exits.go:25 exits", "exits.go:36 exits", "exits.go:47 exits"}; !slices.Equal(got, want) {
		t.Errorf("with the flag: %q, want %q", got, want)
	}
}
