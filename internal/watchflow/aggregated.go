package watchflow

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/kube"
)

// servedBy tells whether an aggregated API server serves a kind.
type servedBy func(kind *types.TypeName) bool

// exportServed exports which kinds of the package an aggregated API server serves: those that are converted to an
// internal version of the same group.
//
// kube-apiserver knows such versions only of its own groups, whose conversions
// are not in k8s.io/api, and custom resources have none: whoever has one is a
// server built on k8s.io/apiserver, and keeps its objects where it likes.
//
// The fact is about the type and not about its package, since those of
// packages reach no further than to direct importers under nogo.
func exportServed(pass *analysis.Pass) servedBy {
	for _, name := range pass.Pkg.Scope().Names() {
		fn, ok := pass.Pkg.Scope().Lookup(name).(*types.Func)
		if !ok {
			continue
		}
		if kind, internal := kube.ConvertsToInternal(fn); kind != nil {
			fact.Tell(pass, kind, Does{Internal: internal})
		}
	}
	return func(kind *types.TypeName) bool {
		does, _ := fact.Of[Does](pass, kind)
		return does.Internal != ""
	}
}

// isAggregated reports whether s watches a kind that an aggregated API server
// serves, which by tells, as far as the client's or the list's type says.
func isAggregated(s *Sink, by servedBy) bool {
	call, ok := s.Instr.(*ssa.Call)
	if !ok {
		return false
	}
	return slices.ContainsFunc(kindsOf(&call.Call), by)
}
