// Package config holds the settings of a run that change what is found.
package config

import (
	"fmt"
	"strings"

	"github.com/k8slint/k8slint/internal/claim"
	"github.com/k8slint/k8slint/internal/models"
)

// A Config is every setting that changes what analyzers say. It is given to
// engines and analyzers when they are made, and not changed after the first
// package is analysed; two runs of one process can have different ones. Its Key
// is part of the key of every result that is kept.
type Config struct {
	// Tests makes the functions of _test.go files count like others for
	// cachemutate. Without it they are not looked at: what they do wrong is not
	// reported, and the rest of their package is analysed as if they were not
	// there. The analyzers of watches and handlers never look at them.
	Tests bool
	// NoDeepCopy makes every Get and List of controller-runtime's client one
	// without a deep copy, for programs that turn it off in their manager's
	// cache options.
	NoDeepCopy bool
	// EveryWrite makes each line that writes an object a separate finding.
	EveryWrite bool
	// Generated lets findings in generated files through.
	Generated bool
	// OrderedServers says that all API servers send events in order.
	OrderedServers bool
	// SingleObject and Interactive ask for the watches of one object, and for
	// those of commands and test helpers.
	SingleObject, Interactive bool
	// FromCache asks for retries that read the informer's cache in every attempt.
	FromCache bool
	// Models is what users say of the functions of dependencies, nil if they
	// say nothing.
	Models *models.File

	// Severity is the least severity of findings that are reported, warning if
	// it is zero. The command reports all, and leaves out what is not to be
	// shown in the end, when it has compared them.
	Severity claim.Severity

	// Filter is what users want to see, for drivers that show what is reported. The
	// command filters in the end, as it does by severity.
	Filter *Filter

	// Force, where a driver sets it, tells which packages are analysed
	// whatever they are: those that the user has named. It follows from what
	// the driver loads, and is not part of the Key.
	Force func(path string) bool
}

// Key is c as a text that differs where results can differ.
func (c *Config) Key() string {
	var b strings.Builder
	fmt.Fprintf(&b, "tests=%v\nno-deep-copy=%v\nevery-write=%v\ngenerated=%v\nordered-servers=%v\nsingle-object=%v\ninteractive=%v\nfrom-cache=%v\nseverity=%v\n",
		c.Tests, c.NoDeepCopy, c.EveryWrite, c.Generated, c.OrderedServers, c.SingleObject, c.Interactive, c.FromCache, c.Severity)
	if c.Models != nil {
		fmt.Fprintf(&b, "models=%+v\n", *c.Models)
	}
	return b.String()
}
