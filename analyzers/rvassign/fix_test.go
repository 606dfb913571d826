package rvassign_test

import (
	"bytes"
	"go/format"
	"os"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/k8slint/k8slint/analyzers/rvassign"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// TestFix applies every fix of the test packages: what is fixed compiles, is
// formatted, and has no finding that has a fix.
func TestFix(t *testing.T) {
	cfg := &packages.Config{
		Mode: packages.LoadSyntax | packages.NeedModule,
		Dir:  testmodule.Dir(t, "testdata/src"),
		Env:  append(os.Environ(), "GOWORK=off", "GOPROXY=off", "GOFLAGS=-mod=mod"),
	}
	load := func() []*packages.Package {
		pkgs, err := packages.Load(cfg, "./rvassign/loops", "./rvassign/guards", "./rvassign/replay", "./rvassign/positions")
		if err != nil {
			t.Fatal(err)
		}
		if packages.PrintErrors(pkgs) > 0 {
			t.Fatal("packages do not compile")
		}
		return pkgs
	}
	findings := func() (fixed []analysis.Diagnostic, pkgs []*packages.Package, act []*checker.Action) {
		pkgs = load()
		graph, err := checker.Analyze([]*analysis.Analyzer{rvassign.Analyzer}, pkgs, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range graph.Roots {
			for _, d := range a.Diagnostics {
				if len(d.SuggestedFixes) > 0 {
					fixed = append(fixed, d)
				}
			}
		}
		return fixed, pkgs, graph.Roots
	}

	before, pkgs, _ := findings()
	if len(before) < 8 {
		t.Fatalf("%d findings have a fix, want at least 8", len(before))
	}
	fset := pkgs[0].Fset
	edits := map[string][]analysis.TextEdit{}
	for _, d := range before {
		for _, e := range d.SuggestedFixes[0].TextEdits {
			name := fset.Position(e.Pos).Filename
			// Several fixes of one file import the same package once.
			same := func(o analysis.TextEdit) bool {
				return o.Pos == e.Pos && o.End == e.End && bytes.Equal(o.NewText, e.NewText)
			}
			if !slices.ContainsFunc(edits[name], same) {
				edits[name] = append(edits[name], e)
			}
		}
	}
	cfg.Overlay = map[string][]byte{}
	for name, es := range edits {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		slices.SortFunc(es, func(a, b analysis.TextEdit) int { return int(b.Pos - a.Pos) })
		for _, e := range es {
			from, to := fset.Position(e.Pos).Offset, fset.Position(e.End).Offset
			src = slices.Concat(src[:from], e.NewText, src[to:])
		}
		if out, err := format.Source(src); err != nil || !bytes.Equal(out, src) {
			t.Errorf("%s is not formatted after its fixes (%v):\n%s", name, err, src)
		}
		cfg.Overlay[name] = src
	}
	after, pkgs, _ := findings()
	for _, d := range after {
		t.Errorf("%s: still found after the fix: %s", pkgs[0].Fset.Position(d.Pos), d.Message)
	}
}
