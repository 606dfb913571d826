package drivertest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

// RunStock compares what the analyzers find in x/tools' own driver with the comments: the
// findings of each in the folder of its name below dir. That driver runs the analyzers on
// the libraries too, as nogo and golangci-lint do. The wants about facts are left out.
func RunStock(t *testing.T, dir string, all []*analysis.Analyzer) {
	t.Helper()
	var patterns []string
	for _, a := range all {
		patterns = append(patterns, "./"+a.Name+"/...")
	}
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.LoadAllSyntax | packages.NeedModule, Tests: true, Dir: dir,
		Env: append(os.Environ(), "GOWORK=off", "GOPROXY=off", "GOFLAGS=-mod=mod"),
	}, patterns...)
	if err != nil || packages.PrintErrors(pkgs) > 0 {
		t.Fatalf("packages do not load: %v", err)
	}
	graph, err := checker.Analyze(all, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	type key struct {
		analyzer *analysis.Analyzer
		place    string
		message  string
	}
	seen := map[key]bool{} // a package is there once more with its tests
	found := map[string][]Finding{}
	for _, act := range graph.Roots {
		if act.Err != nil {
			t.Fatal(act.Err)
		}
		for _, d := range act.Diagnostics {
			p := act.Package.Fset.Position(d.Pos)
			k := key{act.Analyzer, p.String(), d.Message}
			if !seen[k] {
				seen[k] = true
				found[act.Analyzer.Name] = append(found[act.Analyzer.Name], Finding{Analyzer: act.Analyzer.Name, File: p.Filename, Line: p.Line, Message: d.Message})
			}
		}
	}
	for _, a := range all {
		for _, p := range folders(t, dir, []string{"./" + a.Name + "/..."}) {
			rel, _ := filepath.Rel(dir, p)
			t.Run(filepath.ToSlash(rel), func(t *testing.T) {
				var wanted []want
				for _, w := range wants(t, p) {
					if w.name == "" {
						wanted = append(wanted, w)
					}
				}
				if problems := compare(found[a.Name], wanted, p); len(problems) > 0 {
					t.Error(strings.Join(problems, "\n"))
				}
			})
		}
	}
}
