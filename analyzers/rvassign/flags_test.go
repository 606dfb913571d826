package rvassign_test

import (
	"strings"
	"testing"

	"github.com/k8slint/k8slint/analyzers/rvassign"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// TestOrderedServers: the flag leaves out what only old and aggregated API
// servers can do, and nothing else.
func TestOrderedServers(t *testing.T) {
	all := testmodule.Findings(t, "testdata/src", rvassign.Analyzer, "./rvassign/loops")
	if err := rvassign.Analyzer.Flags.Set("ordered-servers", "true"); err != nil {
		t.Fatal(err)
	}
	defer rvassign.Analyzer.Flags.Set("ordered-servers", "false")
	ordered := testmodule.Findings(t, "testdata/src", rvassign.Analyzer, "./rvassign/loops")
	var want []string
	for _, f := range all {
		if !strings.HasSuffix(f, " deleted-events") {
			want = append(want, f)
		}
	}
	if len(want) == 0 || len(want) == len(all) {
		t.Fatalf("no findings of both kinds: %q", all)
	}
	if strings.Join(ordered, "\n") != strings.Join(want, "\n") {
		t.Errorf("with -ordered-servers: %q, want %q", ordered, want)
	}
}
