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
)

// All returns every analyzer, sorted by name.
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
