package test

import (
	"flag"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestVettoolCached checks that go vet runs the tool on nothing that has not
// changed, and that its exit code is 1 where there are findings.
func TestVettoolCached(t *testing.T) {
	dir := filepath.Join(root, "examples")
	vet := func(pattern string) result {
		return run(t, dir, nil, "go", "vet", "-x", "-vettool="+k8slint, pattern)
	}
	if out := vet("./after/..."); out.code != 0 {
		t.Errorf("exit code %d, want 0:\n%s", out.code, out.stderr)
	}
	if out := vet("./after/..."); out.code != 0 || strings.Contains(out.stderr, "vet.cfg") {
		t.Errorf("the tool was run again, exit code %d:\n%s", out.code, out.stderr)
	}
	if out := vet("./before/..."); out.code != 1 {
		t.Errorf("exit code %d, want 1:\n%s", out.code, out.stderr)
	}
}

// update rewrites what the pages show of k8slint's output.
var update = flag.Bool("update", false, "rewrite what the pages show of k8slint's output")

// colour is what colours text on a terminal.
var colour = regexp.MustCompile("\x1b\\[[0-9;]*m")
