package plugin

import (
	"fmt"
	"slices"
	"strings"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/engines"
	"github.com/k8slint/k8slint/internal/models"
)

// Settings are the settings of the linter "k8slint". All analyzers run unless
// Enable or Disable say otherwise.
type Settings struct {
	// Enable names the only analyzers to run.
	Enable []string `json:"enable"`
	// Disable names analyzers not to run.
	Disable []string `json:"disable"`
	// Flags has the flags of analyzers by the analyzer's name.
	Flags map[string]Flags `json:"flags"`
	// Severity is the least severity of findings: error, warning or note. It is
	// warning by default.
	Severity string `json:"severity"`
	// Models is a file that tells what functions of dependencies do, relative
	// to the folder in which golangci-lint runs. See docs/models.md.
	Models string `json:"models"`
}

// Flags are the flags of one analyzer, by name without the analyzer's: the flag
// -rvassign.ordered-servers of the command is ordered-servers of rvassign.
type Flags map[string]any

// decode refuses keys that T does not have. golangci-lint leaves that to
// plugins: its own "config verify" knows nothing of their settings.
func decode[T any](settings any) (T, error) {
	s, err := register.DecodeSettings[T](settings)
	if err != nil {
		return s, fmt.Errorf("settings: %w", err)
	}
	return s, nil
}

// apply sets the flags and returns those of all that are to run.
func (s Settings) apply(all []*analysis.Analyzer) ([]*analysis.Analyzer, error) {
	byName := map[string]*analysis.Analyzer{}
	var names []string
	for _, a := range all {
		byName[a.Name] = a
		names = append(names, a.Name)
	}
	known := func(key, name string) error {
		if byName[name] == nil {
			return fmt.Errorf("settings: %s: there is no analyzer %q; the analyzers are %s", key, name, strings.Join(names, ", "))
		}
		return nil
	}
	for _, name := range s.Enable {
		if err := known("enable", name); err != nil {
			return nil, err
		}
	}
	for _, name := range s.Disable {
		if err := known("disable", name); err != nil {
			return nil, err
		}
		if slices.Contains(s.Enable, name) {
			return nil, fmt.Errorf("settings: %s is in enable and in disable", name)
		}
	}
	for _, name := range sortedKeys(s.Flags) {
		if err := known("flags", name); err != nil {
			return nil, err
		}
		if err := s.Flags[name].apply(byName[name]); err != nil {
			return nil, err
		}
	}
	if s.Severity != "" {
		if err := engines.Default.Config.Severity.Set(s.Severity); err != nil {
			return nil, fmt.Errorf("settings: severity: %q: %w", s.Severity, err)
		}
	}
	if s.Models != "" {
		file, err := models.Load(s.Models)
		if err != nil {
			return nil, fmt.Errorf("settings: models: %w", err)
		}
		engines.Default.Config.Models = file
	}
	var selected []*analysis.Analyzer
	for _, a := range all {
		if len(s.Enable) > 0 && !slices.Contains(s.Enable, a.Name) || slices.Contains(s.Disable, a.Name) {
			continue
		}
		selected = append(selected, a)
	}
	if len(selected) == 0 {
		return nil, fmt.Errorf("settings: every analyzer is disabled")
	}
	return selected, nil
}

// apply sets the flags of a.
func (flags Flags) apply(a *analysis.Analyzer) error {
	for _, name := range sortedKeys(flags) {
		if a.Flags.Lookup(name) == nil {
			return fmt.Errorf("settings: %s has no flag %q", a.Name, name)
		}
		value, err := flagValue(flags[name])
		if err != nil {
			return fmt.Errorf("settings: flag %q of %s: %w", name, a.Name, err)
		}
		if err := a.Flags.Set(name, value); err != nil {
			return fmt.Errorf("settings: flag %q of %s: %w", name, a.Name, err)
		}
	}
	return nil
}

// flagValue is how v is written on a command line.
func flagValue(v any) (string, error) {
	switch v := v.(type) {
	case string, bool, float64:
		return fmt.Sprint(v), nil
	case []any:
		var list []string
		for _, element := range v {
			s, err := flagValue(element)
			if err != nil {
				return "", err
			}
			list = append(list, s)
		}
		return strings.Join(list, ","), nil
	}
	return "", fmt.Errorf("%v is not a string, a number, a truth value or a list of these", v)
}
