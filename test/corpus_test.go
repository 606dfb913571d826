package test

import (
	"fmt"
	"path/filepath"
	"testing"
)

// TestCorpus runs the packages on which the analyzers are tested through every
// driver. Each loads packages, carries facts and reports in its own way, and
// all must find the same.
func TestCorpus(t *testing.T) {
	dir := filepath.Join(root, "testdata", "src")
	alone := func(t *testing.T, flags ...string) []finding {
		t.Helper()
		out := run(t, dir, nil, k8slint, append(flags, "-json", "./...")...)
		return readJSON(t, dir, out.stdout)
	}
	want := alone(t)
	if len(want) == 0 {
		t.Fatal("k8slint finds nothing")
	}
	t.Logf("k8slint: %s", byAnalyzer(want))

	t.Run("vettool", func(t *testing.T) {
		out := run(t, dir, nil, "go", "vet", "-vettool="+k8slint, "-json", "./...")
		got := readJSON(t, dir, out.stdout+out.stderr)
		if len(got) == 0 {
			t.Fatalf("go vet finds nothing: exit code %d\n%s%s", out.code, out.stdout, out.stderr)
		}
		expectSame(t, "go vet", got, "k8slint", want)
	})
	t.Run("golangci", func(t *testing.T) {
		g := newGolangci(t, "").withConfig(t, fmt.Sprintf(onlyK8slint, ""))
		expectSame(t, "golangci-lint", g.findings(t, dir, "./..."), "k8slint", want)
	})
	t.Run("nogo", func(t *testing.T) {
		expectSame(t, "nogo", runNogo(t, dir, "./..."), "k8slint", alone(t, "-test=false"))
	})
}
