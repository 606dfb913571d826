package analyzers_test

import (
	"os"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/analyzers"
	"github.com/k8slint/k8slint/analyzers/directive"
	"github.com/k8slint/k8slint/internal/config"
)

// TestValid: x/tools accepts the analyzers, and they are sorted.
func TestValid(t *testing.T) {
	all := analyzers.All()
	if err := analysis.Validate(all); err != nil {
		t.Fatal(err)
	}
	if !slices.IsSortedFunc(all, func(a, b *analysis.Analyzer) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	}) {
		t.Error("not sorted by name")
	}
}

// Each folder beside this file is an analyzer that the list names. A finding that
// no directive could silence would leave users without a way out, and its
// directives would be reported as unused.
func TestListed(t *testing.T) {
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, e := range entries {
		if e.IsDir() && e.Name() != "testdata" {
			want = append(want, e.Name())
		}
	}
	all := analyzers.All()
	if got := names(all); !slices.Equal(got, want) {
		t.Errorf("All returns %v, there are %v", got, want)
	}
	if got := names(analyzers.New(&config.Config{})); !slices.Equal(got, want) {
		t.Errorf("New returns %v, there are %v", got, want)
	}
	for _, a := range all {
		if a != directive.Analyzer && !slices.Contains(directive.Analyzer.Requires, a) {
			t.Errorf("directive does not require the variable of package %s", a.Name)
		}
	}
}

func names(all []*analysis.Analyzer) []string {
	var out []string
	for _, a := range all {
		out = append(out, a.Name)
	}
	return out
}
