package test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// pending are the files with a bug that is not found yet.
var pending = []string{
	"before/operator/reconciler.go",
	"before/endpoints/trigger.go",
}

// TestExamples runs the README's first command: it finds what is marked in
// examples/before, and nothing in examples/after.
func TestExamples(t *testing.T) {
	dir := filepath.Join(root, "examples")
	want := wanted(t, dir)
	if len(want) == 0 {
		t.Fatal("nothing is marked in the examples")
	}
	want = slices.DeleteFunc(want, func(f finding) bool { return slices.Contains(pending, f.file) })
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

// TestREADME checks that the README shows what k8slint prints.
func TestREADME(t *testing.T) {
	out := run(t, root, nil, k8slint, "-C", "examples", "-explain", "./...")
	_, shown, ok := strings.Cut(readFile(t, filepath.Join(root, "README.md")), "```text\n")
	shown, _, ok2 := strings.Cut(shown, "```")
	if !ok || !ok2 {
		t.Fatal("the README shows no finding")
	}
	if !strings.Contains(out.stdout, shown) {
		t.Errorf("the README shows\n%s\nbut k8slint prints\n%s", shown, out.stdout)
	}
}
