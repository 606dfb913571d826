package driver

import (
	"bufio"
	"go/types"
	"maps"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/driver/load"
)

// printFacts prints the facts of the packages that were asked for: for each
// package that has any its path after a #, then the lines of their texts,
// sorted. What is said of an object stands behind its name.
func (p printer) printFacts(s *session) error {
	of := make(map[string]map[string]bool) // by path: a package and its test variants
	for _, n := range s.nodes {
		if n.Role != load.Findings || len(n.facts) == 0 {
			continue
		}
		if n.twin != nil {
			n = n.twin
		}
		lines := of[n.Path]
		if lines == nil {
			lines = make(map[string]bool)
			of[n.Path] = lines
		}
		s.needAll([]*node{n}) // one from the store has no types yet
		s.factsOf(n.types).Each(factTypes(s.analyzers), func(obj types.Object, fact analysis.Fact) {
			for _, line := range strings.Split(factText(fact), "\n") {
				lines[objectName(obj)+line] = true
			}
		})
	}
	out := bufio.NewWriter(p.stdout)
	for _, path := range slices.Sorted(maps.Keys(of)) {
		out.WriteString("# " + path + "\n")
		for _, line := range slices.Sorted(maps.Keys(of[path])) {
			out.WriteString(line + "\n")
		}
	}
	return out.Flush()
}

// factText is the text of a fact, or its type if it has none.
func factText(fact analysis.Fact) string {
	if s, ok := fact.(interface{ String() string }); ok {
		return s.String()
	}
	return reflect.TypeOf(fact).String()
}

// objectName is the name of what a fact is about, with a colon; nothing for
// the package itself.
func objectName(obj types.Object) string {
	switch obj := obj.(type) {
	case nil:
		return ""
	case *types.Func:
		return obj.FullName() + ": "
	}
	return obj.Pkg().Path() + "." + obj.Name() + ": "
}

// factTypes are the types of the facts of analyzers and of those that they
// require.
func factTypes(analyzers []*analysis.Analyzer) map[reflect.Type]bool {
	of := make(map[reflect.Type]bool)
	for _, a := range factAnalyzers(analyzers) {
		for _, f := range a.FactTypes {
			of[reflect.TypeOf(f)] = true
		}
	}
	return of
}
