// Package analyzers lists every analyzer of k8slint.
package analyzers

import (
	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/analyzers/cachemutate"
	"github.com/k8slint/k8slint/analyzers/directive"
	"github.com/k8slint/k8slint/analyzers/retrycase"
	"github.com/k8slint/k8slint/analyzers/rvassign"
	"github.com/k8slint/k8slint/analyzers/rvcompare"
	"github.com/k8slint/k8slint/analyzers/staleretry"
	"github.com/k8slint/k8slint/analyzers/tombstone"
	"github.com/k8slint/k8slint/analyzers/watcherror"
	"github.com/k8slint/k8slint/analyzers/watchrv"
	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/engines"
)

// New returns every analyzer, sorted by name, with the settings c. Their flags
// are those of c's fields that they know.
func New(c *config.Config) []*analysis.Analyzer {
	e := engines.New(c)
	mutate, retry, assign, compare := cachemutate.New(e), retrycase.New(e), rvassign.New(e), rvcompare.New(e)
	stale, tomb, werror, start := staleretry.New(e), tombstone.New(e), watcherror.New(e), watchrv.New(e)
	return []*analysis.Analyzer{
		mutate,
		directive.New(e, mutate, retry, assign, compare, stale, tomb, werror, start),
		retry,
		assign,
		compare,
		stale,
		tomb,
		werror,
		start,
	}
}

// All returns every analyzer, sorted by name, as it stands in the variable of
// its package: with engines.Default's settings.
func All() []*analysis.Analyzer {
	return []*analysis.Analyzer{
		cachemutate.Analyzer,
		directive.Analyzer,
		retrycase.Analyzer,
		rvassign.Analyzer,
		rvcompare.Analyzer,
		staleretry.Analyzer,
		tombstone.Analyzer,
		watcherror.Analyzer,
		watchrv.Analyzer,
	}
}
