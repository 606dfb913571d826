package plugin

import (
	"flag"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/golangci/plugin-module-register/register"
	"go.yaml.in/yaml/v3"
	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/analyzers"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// TestRegistered: golangci-lint finds k8slint and each of its analyzers by name.
func TestRegistered(t *testing.T) {
	names := []string{Name}
	for _, a := range analyzers.All() {
		names = append(names, a.Name)
	}
	for _, name := range names {
		if _, err := register.GetPlugin(name); err != nil {
			t.Error(err)
		}
	}
}

// TestNew: without settings the plugin runs all analyzers, with types.
func TestNew(t *testing.T) {
	claims = map[string]string{}
	p, err := New(nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := p.BuildAnalyzers()
	if err != nil || !slices.Equal(got, analyzers.All()) {
		t.Errorf("BuildAnalyzers = %v, %v, want all", got, err)
	}
	if mode := p.GetLoadMode(); mode != register.LoadModeTypesInfo {
		t.Errorf("GetLoadMode = %q", mode)
	}
	if err := analysis.Validate(got); err != nil {
		t.Error(err)
	}
	single, err := register.GetPlugin("rvassign")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := single(nil); err == nil || !strings.Contains(err.Error(), "the linters rvassign and k8slint both run rvassign") {
		t.Errorf("rvassign beside k8slint: %v", err)
	}
}

// fakes are two analyzers; the first has flags.
func fakes() []*analysis.Analyzer {
	one := &analysis.Analyzer{Name: "one", Flags: *flag.NewFlagSet("one", flag.ContinueOnError)}
	one.Flags.Bool("strict", false, "")
	one.Flags.Int("depth", 1, "")
	one.Flags.String("names", "", "")
	return []*analysis.Analyzer{one, {Name: "two"}}
}

// TestSettings: settings choose analyzers and flags, and a mistake in them is an error that
// names it.
func TestSettings(t *testing.T) {
	type m = map[string]any
	for _, test := range []struct {
		name     string
		settings any
		want     string // the analyzers that run, or what the error has
		flags    string
	}{
		{name: "none", want: "one two"},
		{name: "enable", settings: m{"default": "none", "enable": []any{"two"}}, want: "two"},
		{name: "enabled anyway", settings: m{"enable": []any{"two"}}, want: "error: settings: two runs anyway; write default: none to run only what enable lists"},
		{name: "disable", settings: m{"disable": []any{"two"}}, want: "one"},
		{
			name:     "flags",
			settings: m{"flags": m{"one": m{"strict": true, "depth": 3, "names": []any{"a", "b"}}}},
			want:     "one two",
			flags:    "depth=3 names=a,b strict=true",
		},
		{name: "unknown key", settings: m{"enabled": []any{"two"}}, want: "error: settings: unknown key enabled; did you mean enable?"},
		{name: "wrong type", settings: m{"enable": "two"}, want: "error: settings: want a list"},
		{name: "unknown analyzer", settings: m{"disable": []any{"three"}}, want: "error: settings: no analyzer three"},
		{name: "flags of unknown analyzer", settings: m{"flags": m{"three": m{}}}, want: "error: settings: no analyzer three"},
		{name: "unknown flag", settings: m{"flags": m{"two": m{"strict": true}}}, want: "error: settings: two has no flag strict"},
		{name: "wrong value", settings: m{"flags": m{"one": m{"strict": "maybe"}}}, want: "error: settings:1:"},
		{name: "no value", settings: m{"flags": m{"one": m{"names": m{}}}}, want: "error: settings: want text, a number, true, false or a list of these"},
		{name: "both", settings: m{"enable": []any{"one"}, "disable": []any{"one"}}, want: "error: settings: one is in enable too"},
		{name: "unknown severity", settings: m{"severity": "fatal"}, want: `error: settings: "fatal": want error, warning or note`},
		{name: "no models file", settings: m{"models": "missing.yaml"}, want: "error: settings:1:"},
		{name: "not for golangci-lint", settings: m{"baseline": "a.json"}, want: "error: settings: baseline: only the command k8slint can do this"},
		{name: "config beside keys", settings: m{"config": "a.yaml", "disable": []any{"two"}}, want: "error: settings: config is the name of a file, with no other keys beside it"},
		{name: "no config", settings: m{"config": "missing.yaml"}, want: "error: settings: config: open missing.yaml"},
		{name: "nothing left", settings: m{"disable": []any{"one", "two"}}, want: "error: settings: every analyzer is disabled"},
	} {
		t.Run(test.name, func(t *testing.T) {
			all := fakes()
			var selected []*analysis.Analyzer
			s, err := parse(test.settings)
			if err == nil {
				selected, err = apply(s, all)
			}
			if err != nil {
				if got := "error: " + err.Error(); !strings.HasPrefix(got, test.want) {
					t.Errorf("%s\nwant %s", got, test.want)
				}
				return
			}
			var names []string
			for _, a := range selected {
				names = append(names, a.Name)
			}
			if got := strings.Join(names, " "); got != test.want {
				t.Errorf("runs %s, want %s", got, test.want)
			}
			var set []string
			all[0].Flags.Visit(func(f *flag.Flag) { set = append(set, f.Name+"="+f.Value.String()) })
			if got := strings.Join(set, " "); got != test.flags {
				t.Errorf("flags %s, want %s", got, test.flags)
			}
		})
	}
}

// TestSimplify: a diagnostic has only what golangci-lint can show: no steps, and one fix of
// its own file.
func TestSimplify(t *testing.T) {
	fset := token.NewFileSet()
	a := fset.AddFile("a.go", -1, 100)
	b := fset.AddFile("b.go", -1, 100)
	fix := func(name string, files ...*token.File) analysis.SuggestedFix {
		f := analysis.SuggestedFix{Message: name}
		for _, file := range files {
			f.TextEdits = append(f.TextEdits, analysis.TextEdit{Pos: file.Pos(10), End: file.Pos(20)})
		}
		return f
	}
	d := simplify(fset, analysis.Diagnostic{
		Pos:            a.Pos(5),
		Message:        "m",
		Related:        []analysis.RelatedInformation{{Pos: a.Pos(1), Message: "from here"}},
		SuggestedFixes: []analysis.SuggestedFix{fix("both", a, b), fix("here", a), fix("here too", a)},
	})
	if len(d.Related) != 0 {
		t.Errorf("Related = %v", d.Related)
	}
	if len(d.SuggestedFixes) != 1 || d.SuggestedFixes[0].Message != "here" {
		t.Errorf("SuggestedFixes = %v, want the first that is in one file", d.SuggestedFixes)
	}
}

// TestExample: the settings that users copy are right ones.
func TestExample(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(testmodule.Root(), ".golangci.example.yml"))
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Linters struct {
			Settings struct {
				Custom struct {
					K8slint struct{ Settings map[string]any }
				}
			}
		}
	}
	if err := yaml.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
	settings := doc.Linters.Settings.Custom.K8slint.Settings
	if len(settings) < 3 {
		t.Fatalf("settings %v", settings)
	}
	file, err := parse(settings)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.Settings(analyzers.All()); err != nil {
		t.Error(err)
	}
}
