package directive

import (
	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/analyzers/cachemutate"
	"github.com/k8slint/k8slint/analyzers/deepequal"
	"github.com/k8slint/k8slint/analyzers/finalizer"
	"github.com/k8slint/k8slint/analyzers/generation"
	"github.com/k8slint/k8slint/analyzers/informer"
	"github.com/k8slint/k8slint/analyzers/lostwrite"
	"github.com/k8slint/k8slint/analyzers/ownerref"
	"github.com/k8slint/k8slint/analyzers/reconcile"
	"github.com/k8slint/k8slint/analyzers/retrycase"
	"github.com/k8slint/k8slint/analyzers/rvassign"
	"github.com/k8slint/k8slint/analyzers/rvcompare"
	"github.com/k8slint/k8slint/analyzers/staleretry"
	"github.com/k8slint/k8slint/analyzers/tombstone"
	"github.com/k8slint/k8slint/analyzers/watcherror"
	"github.com/k8slint/k8slint/analyzers/watchrv"
	"github.com/k8slint/k8slint/analyzers/watchstop"
	"github.com/k8slint/k8slint/analyzers/workqueue"
	"github.com/k8slint/k8slint/internal/engines"
)

// Silenceable are the analyzers whose findings directives can silence: all but
// this one, sorted by name. It is the one list of analyzers. It stands here and not
// above, since the variable Analyzer requires those of the other packages.
var Silenceable = []struct {
	New      func(*engines.Set) *analysis.Analyzer
	Analyzer *analysis.Analyzer // with engines.Default's settings
}{
	{cachemutate.New, cachemutate.Analyzer},
	{deepequal.New, deepequal.Analyzer},
	{finalizer.New, finalizer.Analyzer},
	{generation.New, generation.Analyzer},
	{informer.New, informer.Analyzer},
	{lostwrite.New, lostwrite.Analyzer},
	{ownerref.New, ownerref.Analyzer},
	{reconcile.New, reconcile.Analyzer},
	{retrycase.New, retrycase.Analyzer},
	{rvassign.New, rvassign.Analyzer},
	{rvcompare.New, rvcompare.Analyzer},
	{staleretry.New, staleretry.Analyzer},
	{tombstone.New, tombstone.Analyzer},
	{watcherror.New, watcherror.Analyzer},
	{watchrv.New, watchrv.Analyzer},
	{watchstop.New, watchstop.Analyzer},
	{workqueue.New, workqueue.Analyzer},
}

// variables are the variables of the packages of Silenceable.
func variables() []*analysis.Analyzer {
	var all []*analysis.Analyzer
	for _, s := range Silenceable {
		all = append(all, s.Analyzer)
	}
	return all
}
