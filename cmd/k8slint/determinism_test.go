package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/k8slint/k8slint/analyzers"
	"github.com/k8slint/k8slint/internal/driver"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// The same bytes come out of each run: with any number of processors, with the
// packages named in any order, with results of an earlier run or without.
//
// K8SLINT_RUNS sets the number of runs.
func TestDeterministic(t *testing.T) {
	runs := 2
	if n, err := strconv.Atoi(os.Getenv("K8SLINT_RUNS")); err == nil {
		runs = n
	} else if testmodule.All() {
		runs = 4
	}
	dir := testmodule.Dir(t, "testdata/src")
	entries, err := filepath.Glob(filepath.Join(dir, "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	var patterns []string
	for _, e := range entries {
		if hasGo(e) { // and not manifests only
			rel, err := filepath.Rel(dir, e)
			if err != nil {
				t.Fatal(err)
			}
			patterns = append(patterns, "./"+filepath.ToSlash(rel)+"/...")
		}
	}
	if runs == 2 { // a third of them shows most of what all show
		for i := range (len(patterns) + 2) / 3 {
			patterns[i] = patterns[3*i]
		}
		patterns = patterns[:(len(patterns)+2)/3]
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	var first string
	cache := t.TempDir()
	for run := range runs {
		procs := 1 + (run*3)%8 // 1, 4, 7, 2, ...
		runtime.GOMAXPROCS(procs)
		rand.Shuffle(len(patterns), func(i, j int) { patterns[i], patterns[j] = patterns[j], patterns[i] })
		store := "off"
		if run%2 == 1 {
			store = cache // cold the first time, warm after
		}
		var stdout, stderr bytes.Buffer
		code := driver.Run(analyzers.New, append([]string{"-C", dir, "-explain", "-cache", store}, patterns...), &stdout, &stderr)
		got := fmt.Sprintf("exit %d\n%s\n%s", code, &stdout, &stderr)
		if run == 0 {
			first = got
			if code != 3 {
				t.Fatalf("%s", got)
			}
		} else if got != first {
			t.Fatalf("run %d (GOMAXPROCS %d, cache %s) differs from the first:\n%s", run, procs, store, firstDifference(got, first))
		}
	}
}

// hasGo reports whether there is a Go file in dir, or below.
func hasGo(dir string) bool {
	found := false
	_ = filepath.WalkDir(dir, func(name string, _ fs.DirEntry, _ error) error {
		found = found || filepath.Ext(name) == ".go" && name != dir
		return nil
	})
	return found
}

// firstDifference is the first line of got that is not want's.
func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range g {
		if i >= len(w) || g[i] != w[i] {
			return fmt.Sprintf("line %d: %s\nnot: %s", i+1, g[i], strings.Join(w[min(i, len(w)):min(i+1, len(w))], ""))
		}
	}
	return fmt.Sprintf("%d lines, not %d", len(g), len(w))
}
