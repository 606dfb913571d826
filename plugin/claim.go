package plugin

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"
)

var (
	claimsMu sync.Mutex
	claims   = map[string]string{} // analyzer to linter
)

// claim notes that linter runs the analyzers in list. golangci-lint runs an
// analyzer once and reports what it finds under one linter's name, whichever
// comes last: so two linters may not run the same.
func claim(linter string, list []*analysis.Analyzer) error {
	claimsMu.Lock()
	defer claimsMu.Unlock()
	for _, a := range list {
		other, ok := claims[a.Name]
		if ok && other != linter {
			// Which of the two is built first is random in golangci-lint.
			return fmt.Errorf("the linters %s and %s both run %s: configure one of them, or name %s in disable of %s's settings",
				max(linter, other), min(linter, other), a.Name, a.Name, Name)
		}
	}
	for _, a := range list {
		claims[a.Name] = linter
	}
	return nil
}

func sortedKeys[V any](m map[string]V) []string {
	return slices.Sorted(maps.Keys(m))
}
