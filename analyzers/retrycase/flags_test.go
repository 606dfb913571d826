package retrycase_test

import (
	"slices"
	"testing"

	"github.com/k8slint/k8slint/internal/drivertest"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// TestExpiredLists: the flag adds the list that is repeated from a version that
// has expired.
func TestExpiredLists(t *testing.T) {
	dir := testmodule.Dir(t, "testdata/src")
	if got := drivertest.Findings(t, dir, "-retrycase", "./retrycase/lists"); len(got) != 0 {
		t.Errorf("without the flag: %q", got)
	}
	got := drivertest.Findings(t, dir, "-retrycase", "-retrycase.expired-lists", "./retrycase/lists")
	if want := []string{"lists.go:25 expired-list"}; !slices.Equal(got, want) {
		t.Errorf("with the flag: %q, want %q", got, want)
	}
}
