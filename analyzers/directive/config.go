package directive

import (
	"path/filepath"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/configfile"
	"github.com/k8slint/k8slint/internal/engines"
)

// withConfig gives a, the variable of this package, the flag config.
func withConfig(a *analysis.Analyzer) *analysis.Analyzer {
	a.Flags.Func("config", "a `file` like .k8slint.yaml with the severities, paths, categories, models and flags of all analyzers", func(name string) error {
		return configure(a, name)
	})
	return a
}

// configure puts what the named file says in force for the variables of all packages. A
// driver that has only these runs the analyzers that it names: the file does not turn
// them on or off.
func configure(a *analysis.Analyzer, name string) error {
	file, err := configfile.Read(filepath.FromSlash(name))
	if err != nil {
		return err
	}
	settings, err := file.Settings(append(variables(), a))
	if err != nil {
		return err
	}
	rest, err := settings.SetFlags(append(variables(), a))
	if err != nil {
		return err
	}
	return settings.Apply(engines.Default.Config, rest)
}
