package driver

import (
	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/config"
)

// The exit codes, in every output format.
const (
	exitClean    = 0
	exitFailure  = 1 // something could not be analysed, whatever was found in the rest
	exitUsage    = 2 // the command line is wrong, so that nothing was done
	exitFindings = 3
)

// A command is one run of k8slint: it decides what is done, and in which order.
type command struct {
	reporter
	named []string // the patterns of the command line
}

// A Suite makes the analyzers of a run with the settings c, which are what the
// flags say when the first package is analysed.
type Suite func(c *config.Config) []*analysis.Analyzer

// A reporter prints what a session found, as the flags ask for it, and makes
// the fixes.
type reporter struct {
	console
	interrupts
}

// A printer prints what was found, in the format that the user wants.
type printer struct{ *console }
