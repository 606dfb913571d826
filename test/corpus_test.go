package test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// testCorpus runs the packages on which the analyzers are tested through every
// driver. Each loads packages, carries facts and reports in its own way, and
// all must find the same.
func testCorpus(t *testing.T) {
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
		expectSame(t, "go vet", unmoved(got), "k8slint", unmoved(want))
	})
	t.Run("golangci", func(t *testing.T) {
		g := newGolangci(t).only("k8slint")
		expectSame(t, "golangci-lint", unmoved(g.findings(t, dir, "./...")), "k8slint", unmoved(want))
	})
	t.Run("nogo", func(t *testing.T) {
		expectSame(t, "nogo", unworded(unmoved(runNogo(t, dir, "./..."))), "k8slint", unworded(unmoved(alone(t, "-test=false"))))
	})
}

// unmoved are the findings without those that the command alone reports at the write instead of at
// a manager's option: docs/drivers.md.
func unmoved(all []finding) []finding {
	return slices.DeleteFunc(slices.Clone(all), func(f finding) bool { return strings.HasPrefix(f.file, "managers/") })
}

// unworded are the findings without messages: nogo names files from the root of its workspace.
func unworded(all []finding) []finding {
	all = slices.Clone(all)
	for i := range all {
		all[i].message = ""
	}
	return all
}
