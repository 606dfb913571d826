// Package analyzers makes every analyzer of k8slint: those of package directive's
// list, and directive itself.
package analyzers

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/analyzers/directive"
	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/engines"
)

// New returns every analyzer, sorted by name, with the settings c. Their flags
// are those of c's fields that they know.
func New(c *config.Config) []*analysis.Analyzer {
	e := engines.New(c)
	var all []*analysis.Analyzer
	for _, s := range directive.Silenceable {
		all = append(all, s.New(e))
	}
	return sorted(append(all, directive.New(e, all...)))
}

// All returns every analyzer, sorted by name, as it stands in the variable of
// its package: with engines.Default's settings.
func All() []*analysis.Analyzer {
	all := []*analysis.Analyzer{directive.Analyzer}
	for _, s := range directive.Silenceable {
		all = append(all, s.Analyzer)
	}
	return sorted(all)
}

func sorted(all []*analysis.Analyzer) []*analysis.Analyzer {
	slices.SortFunc(all, func(a, b *analysis.Analyzer) int { return strings.Compare(a.Name, b.Name) })
	return all
}
