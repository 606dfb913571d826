package plugin

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/configfile"
	"github.com/k8slint/k8slint/internal/engines"
	"github.com/k8slint/k8slint/internal/yamlfile"
)

// parse reads the settings of the linter "k8slint": the keys of .k8slint.yaml, or config
// alone, which names such a file.
func parse(settings any) (*configfile.File, error) {
	if keys, ok := settings.(map[string]any); ok && keys["config"] != nil {
		name, ok := keys["config"].(string)
		if !ok || len(keys) > 1 {
			return nil, errors.New("settings: config is the name of a file, with no other keys beside it")
		}
		file, err := configfile.Read(name)
		if err != nil {
			return nil, fmt.Errorf("settings: config: %w", err)
		}
		return file, nil
	}
	data, err := json.Marshal(settings)
	if err != nil {
		return nil, fmt.Errorf("settings: %w", err)
	}
	root, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	file, err := configfile.Parse("settings", root, data)
	if err != nil {
		return nil, plain(err)
	}
	for _, key := range []string{"baseline", "tests"} {
		if file.Has(key) {
			return nil, fmt.Errorf("settings: %s: only the command k8slint can do this", key)
		}
	}
	return file, nil
}

// plain is err without a line and a column: golangci-lint does not tell those of
// settings.
func plain(err error) error {
	var at *yamlfile.Error
	if errors.As(err, &at) && at.Name == "settings" {
		return errors.New("settings: " + at.Text)
	}
	return err
}

// apply sets what file says, and returns those of all that are to run.
func apply(file *configfile.File, all []*analysis.Analyzer) ([]*analysis.Analyzer, error) {
	settings, err := file.Settings(all)
	if err != nil {
		return nil, plain(err)
	}
	rest, err := settings.SetFlags(all)
	if err == nil {
		err = settings.Apply(engines.Default.Config, rest)
	}
	if err != nil {
		return nil, err
	}
	runs := make(map[string]string)
	for _, s := range rest {
		runs[s.Flag] = s.Value
	}
	named := slices.ContainsFunc(all, func(a *analysis.Analyzer) bool { return runs[a.Name] == "true" })
	selected := slices.DeleteFunc(slices.Clone(all), func(a *analysis.Analyzer) bool {
		return runs[a.Name] == "false" || named && runs[a.Name] == ""
	})
	if len(selected) == 0 {
		return nil, errors.New("settings: every analyzer is disabled")
	}
	return selected, nil
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
