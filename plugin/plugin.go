// Package plugin makes k8slint a module plugin of golangci-lint v2.
//
// It registers the linter "k8slint", which runs all analyzers, and a linter for
// each analyzer under the analyzer's name, for users who want a separate //nolint
// and rule for each:
//
//	linters:
//	  settings:
//	    custom:
//	      k8slint:
//	        type: module
//	        description: bugs of Kubernetes controllers
//
// See https://github.com/k8slint/k8slint/blob/main/docs/golangci-lint.md.
package plugin

import (
	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/analyzers"
)

// Name is the linter that runs all analyzers.
const Name = "k8slint"

func init() {
	register.Plugin(Name, New)
	for _, a := range analyzers.All() {
		register.Plugin(a.Name, func(settings any) (register.LinterPlugin, error) {
			return newSingle(a, settings)
		})
	}
}

// New returns the linter of all analyzers. The settings have the keys of .k8slint.yaml,
// or name such a file as config; golangci-lint has decoded them from YAML, TOML or JSON.
func New(settings any) (register.LinterPlugin, error) {
	file, err := parse(settings)
	if err != nil {
		return nil, err
	}
	selected, err := apply(file, analyzers.All())
	if err != nil {
		return nil, err
	}
	return newLinter(Name, selected)
}

// newSingle returns the linter of the one analyzer a. The settings are a's
// flags.
func newSingle(a *analysis.Analyzer, settings any) (register.LinterPlugin, error) {
	flags, err := decode[Flags](settings)
	if err != nil {
		return nil, err
	}
	if err := flags.apply(a); err != nil {
		return nil, err
	}
	return newLinter(a.Name, []*analysis.Analyzer{a})
}

// A linter is what golangci-lint runs.
type linter struct {
	analyzers []*analysis.Analyzer
}

func newLinter(name string, list []*analysis.Analyzer) (register.LinterPlugin, error) {
	if err := claim(name, list); err != nil {
		return nil, err
	}
	simplifyReports()
	return linter{list}, nil
}

// BuildAnalyzers implements [register.LinterPlugin].
func (l linter) BuildAnalyzers() ([]*analysis.Analyzer, error) { return l.analyzers, nil }

// GetLoadMode implements [register.LinterPlugin]. With types, golangci-lint
// also runs analyzers that have facts on the dependencies.
func (linter) GetLoadMode() string { return register.LoadModeTypesInfo }
