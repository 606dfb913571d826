package rvassign_test

import (
	"strings"
	"testing"

	"github.com/k8slint/k8slint/internal/drivertest"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// TestOrderedServers: the flag leaves out what only old and aggregated API
// servers can do, and nothing else.
func TestOrderedServers(t *testing.T) {
	dir := testmodule.Dir(t, "testdata/src")
	all := drivertest.Findings(t, dir, "-rvassign", "./rvassign/loops")
	ordered := drivertest.Findings(t, dir, "-rvassign", "-rvassign.ordered-servers", "./rvassign/loops")
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
