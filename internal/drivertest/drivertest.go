// Package drivertest runs the k8slint command in tests of analyzers.
//
// analysistest is for code that says in comments what is found. This package is
// for code that cannot, as releases of client-go, and for flags. Unlike
// analysistest without the sources of dependencies, it compiles nothing: on a
// machine with an empty build cache that takes minutes.
package drivertest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/k8slint/k8slint/analyzers"
	"github.com/k8slint/k8slint/internal/driver"
)

// Findings runs k8slint with the arguments, flags and patterns, in dir, without
// tests and without a network, and returns its findings as
// "file.go:line category", sorted.
func Findings(t *testing.T, dir string, args ...string) []string {
	t.Helper()
	t.Setenv("GOWORK", "off")
	t.Setenv("GOPROXY", "off")
	t.Setenv("GOFLAGS", "-mod=mod")
	args = append([]string{"-C", dir, "-cache=off", "-test=false", "-json"}, args...)
	var stdout, stderr bytes.Buffer
	code := driver.Run(analyzers.New, args, &stdout, &stderr)
	var packages map[string]map[string][]struct{ Category, Posn string }
	if err := json.Unmarshal(stdout.Bytes(), &packages); err != nil || code == 1 { // stderr may count what was not followed to the end
		t.Fatalf("k8slint %s: %v\n%s%s", strings.Join(args, " "), err, &stdout, &stderr)
	}
	var out []string
	for _, analyzers := range packages {
		for _, findings := range analyzers {
			for _, f := range findings {
				place := filepath.Base(f.Posn)
				out = append(out, fmt.Sprintf("%s %s", place[:strings.LastIndexByte(place, ':')], f.Category))
			}
		}
	}
	slices.Sort(out)
	return out
}

// FlagAdds checks that the analyzer finds nothing in the package at pattern, and with the
// flag what is wanted.
func FlagAdds(t *testing.T, dir, pattern, analyzer, flag string, want ...string) {
	t.Helper()
	if got := Findings(t, dir, analyzer, pattern); len(got) != 0 {
		t.Errorf("without %s: %q", flag, got)
	}
	if got := Findings(t, dir, analyzer, flag, pattern); !slices.Equal(got, want) {
		t.Errorf("with %s: %q, want %q", flag, got, want)
	}
}
