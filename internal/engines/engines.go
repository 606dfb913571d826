// Package engines makes the engines that the analyzers of a run share.
package engines

import (
	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/attempt"
	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/listers"
	"github.com/k8slint/k8slint/internal/ownership"
	"github.com/k8slint/k8slint/internal/ssabuild"
	"github.com/k8slint/k8slint/internal/subresource"
	"github.com/k8slint/k8slint/internal/watchflow"
)

// A Set is the engines of a run, each made once: analyzers that require the
// same one share its results.
type Set struct {
	Config    *config.Config
	SSA       *analysis.Analyzer // of *ssabuild.SSA
	Ownership *analysis.Analyzer // of *ownership.Result
	Listers   *analysis.Analyzer // of facts alone
	Watchflow *analysis.Analyzer // of *watchflow.Flow
	Attempt   *analysis.Analyzer // of *attempt.Result
	// Subresource tells which kinds have a status subresource: *subresource.Kinds.
	Subresource *analysis.Analyzer
}

// New returns the engines for c.
func New(c *config.Config) *Set {
	ssa := ssabuild.New(c)
	own := ownership.New(c, ssa)
	return &Set{Config: c, SSA: ssa, Ownership: own, Listers: listers.New(ssa, own), Watchflow: watchflow.New(c, ssa), Attempt: attempt.New(ssa),
		Subresource: subresource.New(c)}
}

// Default is what the analyzers are made with that stand in variables of their
// packages, for drivers that know analyzers only by those (nogo). Its settings
// are the flags of these analyzers.
var Default = New(&config.Config{})
