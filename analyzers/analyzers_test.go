package analyzers_test

import (
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/analyzers"
	"github.com/k8slint/k8slint/analyzers/directive"
)

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

// A finding that no directive could silence would leave users without a way
// out, and its directives would be reported as unused.
func TestDirectiveKnowsEveryAnalyzer(t *testing.T) {
	for _, a := range analyzers.All() {
		if a != directive.Analyzer && !slices.Contains(directive.Analyzer.Requires, a) {
			t.Errorf("analyzers/directive does not list %s", a.Name)
		}
	}
}
