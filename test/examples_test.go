package test

import (
	"path/filepath"
	"slices"
	"testing"
)

// pending are the analyzers that are still being written.
var pending = []string{"retrycase", "rvassign"}

// TestExamples runs the README's first command: it finds what is marked in
// examples/before, and nothing in examples/after.
func TestExamples(t *testing.T) {
	dir := filepath.Join(root, "examples")
	want := wanted(t, dir)
	if len(want) == 0 {
		t.Fatal("nothing is marked in the examples")
	}
	want = slices.DeleteFunc(want, func(f finding) bool {
		return slices.Contains(pending, f.analyzer) || f.file == "before/operator/reconciler.go"
	})
	out := run(t, dir, nil, k8slint, "-json", "./...")
	got := readJSON(t, dir, out.stdout)
	expectSame(t, "reported", places(got), "marked", want)
	t.Logf("%s", byAnalyzer(got))
}

// TestExamplesVettool has go vet drive the same command.
func TestExamplesVettool(t *testing.T) {
	dir := filepath.Join(root, "examples")
	alone := readJSON(t, dir, run(t, dir, nil, k8slint, "-json", "./...").stdout)
	vet := run(t, dir, nil, "go", "vet", "-vettool="+k8slint, "-json", "./...")
	expectSame(t, "go vet", readJSON(t, dir, vet.stdout+vet.stderr), "k8slint", alone)
}
