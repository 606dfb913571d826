package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/k8slint/k8slint/analyzers"
	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/configfile"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// TestConfigurationPage: the file that the page shows is a right one.
func TestConfigurationPage(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(testmodule.Root(), "docs", "configuration.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "```yaml\n")
	text, _, ok := strings.Cut(rest, "```")
	f, err := configfile.Parse("a.yaml", "/repo", []byte(text))
	if err != nil || !ok || !f.Has("exclude") {
		t.Fatal(err)
	}
	if _, err := f.Settings(analyzers.New(new(config.Config))); err != nil {
		t.Error(err)
	}
}

// TestTemplate: the examples in a new configuration file name analyzers, categories and
// flags that there are.
func TestTemplate(t *testing.T) {
	n := 0
	for line := range strings.Lines(configfile.Template()) {
		example := strings.TrimPrefix(line, "# ")
		name, _, ok := strings.Cut(example, ": ")
		if !ok || strings.ContainsAny(name, " -#") {
			continue
		}
		n++
		f, err := configfile.Parse("a.yaml", "/repo", []byte(example))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Settings(analyzers.New(new(config.Config))); err != nil {
			t.Errorf("%s: %v", example, err)
		}
	}
	if n < 10 {
		t.Errorf("%d examples", n)
	}
}
