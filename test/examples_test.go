package test

import (
	"flag"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestExamplesVettool has go vet drive the same command.
func TestExamplesVettool(t *testing.T) {
	dir := filepath.Join(root, "examples")
	alone := readJSON(t, dir, run(t, dir, nil, k8slint, "-json", "./...").stdout)
	vet := run(t, dir, nil, "go", "vet", "-vettool="+k8slint, "-json", "./...")
	expectSame(t, "go vet", readJSON(t, dir, vet.stdout+vet.stderr), "k8slint", alone)
}

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

// TestDocsREADME checks that the index of the documentation shows the same
// finding as a terminal does.
func TestDocsREADME(t *testing.T) {
	out := run(t, root, []string{"COLUMNS=80"}, k8slint, "-C", "examples", "-explain", "-color=always", "./before/endpoints")
	findings := strings.Split(colour.ReplaceAllString(out.stdout, ""), "\n\nbefore/")
	if len(findings) < 3 {
		t.Fatalf("fewer than three findings:\n%s", out.stdout)
	}
	shows(t, "docs/README.md", "before/"+findings[1]+"\n")
}

// shows fails if the first text block of a page is something else than finding.
func shows(t *testing.T, page, finding string) {
	t.Helper()
	name := filepath.Join(root, filepath.FromSlash(page))
	text := readFile(t, name)
	before, rest, ok := strings.Cut(text, "```text\n")
	shown, after, ok2 := strings.Cut(rest, "```\n")
	if !ok || !ok2 {
		t.Fatalf("%s has no place for a finding", page)
	}
	switch {
	case shown == finding:
	case *update:
		write(t, name, before+"```text\n"+finding+"```\n"+after)
	default:
		t.Errorf("%s shows\n%s\nbut k8slint prints\n%s\nrun go test -run README -update .", page, shown, finding)
	}
}
