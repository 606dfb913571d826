package analyzers_test

import (
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/analyzers"
	"github.com/k8slint/k8slint/internal/claim"
	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/drivertest"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// TestStock: in x/tools' own driver, the analyzers find what the comments of testdata/src
// say, as they do in the command.
func TestStock(t *testing.T) {
	testmodule.Slow(t, "analyses all of client-go")
	all := analyzers.New(&config.Config{Severity: claim.Note})
	// What directive finds depends on which analyzers run.
	all = slices.DeleteFunc(all, func(a *analysis.Analyzer) bool { return a.Name == "directive" })
	drivertest.RunStock(t, testmodule.Dir(t, "testdata/src"), all)
}
