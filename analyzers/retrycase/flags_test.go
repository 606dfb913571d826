package retrycase_test

import (
	"slices"
	"testing"

	"github.com/k8slint/k8slint/analyzers/retrycase"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// TestExpiredLists: the flag adds the list that is repeated from a version that
// has expired.
func TestExpiredLists(t *testing.T) {
	find := func() []string {
		return testmodule.Findings(t, "testdata/src", retrycase.Analyzer, "./retrycase/lists")
	}
	if got := find(); len(got) != 0 {
		t.Errorf("without the flag: %q", got)
	}
	if err := retrycase.Analyzer.Flags.Set("expired-lists", "true"); err != nil {
		t.Fatal(err)
	}
	defer retrycase.Analyzer.Flags.Set("expired-lists", "false")
	if got, want := find(), []string{"lists.go:25 expired-list"}; !slices.Equal(got, want) {
		t.Errorf("with the flag: %q, want %q", got, want)
	}
}
