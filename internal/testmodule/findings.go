package testmodule

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

// Findings runs analyzer on packages that the module in the folder rel of the
// repository requires, and returns its findings as "file.go:line category",
// sorted. It is for code that the tests do not hold: releases of client-go.
func Findings(t testing.TB, rel string, analyzer *analysis.Analyzer, patterns ...string) []string {
	t.Helper()
	cfg := &packages.Config{
		Mode: packages.LoadSyntax | packages.NeedModule,
		Dir:  Dir(t, rel),
		Env:  append(os.Environ(), "GOWORK=off", "GOPROXY=off", "GOFLAGS=-mod=mod"),
	}
	pkgs, err := packages.Load(cfg, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	if packages.PrintErrors(pkgs) > 0 {
		t.Fatalf("%s: packages do not load", rel)
	}
	graph, err := checker.Analyze([]*analysis.Analyzer{analyzer}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, act := range graph.Roots {
		if act.Err != nil {
			t.Fatal(act.Err)
		}
		for _, d := range act.Diagnostics {
			p := act.Package.Fset.Position(d.Pos)
			out = append(out, fmt.Sprintf("%s:%d %s", filepath.Base(p.Filename), p.Line, d.Category))
		}
	}
	slices.Sort(out)
	return out
}
