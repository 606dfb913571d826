package configfile

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/claim"
	"github.com/k8slint/k8slint/internal/config"
)

// claimed are the categories of these tests' analyzers.
var claimed = [][]claim.Claim{
	claim.Declare("halting", claim.Claim{Category: "loops", Severity: claim.Error}, claim.Claim{Category: "ends", Severity: claim.Note, Flag: "-halting.ends"}),
	claim.Declare("dead", claim.Claim{Category: "code", Severity: claim.Warning}),
}

// suite are two analyzers; one has flags.
func suite() []*analysis.Analyzer {
	halting := &analysis.Analyzer{Name: "halting", Flags: *flag.NewFlagSet("halting", flag.ContinueOnError)}
	halting.Flags.Bool("ends", false, "report what ends")
	halting.Flags.Int("depth", 1, "how deep")
	halting.Flags.String("names", "", "which")
	return []*analysis.Analyzer{{Name: "dead"}, halting}
}

// resolve reads text and returns its settings as lines.
func resolve(text string) (string, error) {
	f, err := Parse("a.yaml", "/repo", []byte(text))
	if err != nil {
		return "", err
	}
	s, err := f.Settings(suite())
	if err != nil {
		return "", err
	}
	var out []string
	for _, flag := range s.Flags {
		out = append(out, fmt.Sprintf("%s=%s %s", flag.Flag, flag.Value, flag.Source))
	}
	for _, group := range claimed {
		for _, c := range group {
			for _, analyzer := range []string{"halting", "dead"} {
				if id := claim.ID(analyzer, c.Category); s.Filter.Off[id] {
					out = append(out, id+" off")
				}
			}
		}
	}
	return strings.Join(out, "\n"), nil
}

// TestSettings: what a file asks for.
func TestSettings(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"empty", "", ""},
		{"comments", "# nothing\n", ""},
		{"version", "version: 1\n", ""},
		{"disable", "disable: [dead]\n", "dead=false a.yaml:1:11"},
		{"disable a category", "disable:\n  - halting/loops\n", "halting/loops off"},
		{"enable a category", "enable: [halting/ends]\n", "halting.ends=true a.yaml:1:10"},
		{"none but one", "default: none\nenable: [dead]\n", "dead=true a.yaml:2:10"},
		{"none but a category", "default: none\nenable: [halting/ends]\n", "halting=true a.yaml:2:10\nhalting.ends=true a.yaml:2:10\nhalting/loops off"},
		{"flags of the command", "severity: note\ngenerated: true\ntests: false\nmodels: hack/m.yaml\nbaseline: /abs/b.json\n",
			"baseline=/abs/b.json a.yaml:5:11\ngenerated=true a.yaml:2:12\nmodels=/repo/hack/m.yaml a.yaml:4:9\nseverity=note a.yaml:1:11\ntest=false a.yaml:3:8"},
		{"flags of analyzers", "flags:\n  halting: {ends: true, depth: 3, names: [a, b]}\n",
			"halting.depth=3 a.yaml:2:32\nhalting.ends=true a.yaml:2:19\nhalting.names=a,b a.yaml:2:42"},
		{"an alias", "enable: &x [halting/ends]\nexclude:\n- paths: [a]\n  checks: *x\n", "halting.ends=true a.yaml:1:13"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got, err := resolve(test.text); err != nil || got != test.want {
				t.Errorf("%v\n%s\nwant\n%s", err, got, test.want)
			}
		})
	}
}

// TestErrors: one error, with the line and column of the first mistake.
func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"version: 2\n":                                      "a.yaml:1:10: this k8slint reads version 1 only",
		"version: 1\nenabel: []\n":                          "a.yaml:2:1: unknown key enabel; did you mean enable?",
		"colour: red\n":                                     "a.yaml:1:1: unknown key colour: want version, default,",
		"disable: dead\n":                                   "a.yaml:1:10: want a list",
		"disable: [1]\n":                                    "a.yaml:1:11: want text",
		"generated: yes please\n":                           "a.yaml:1:12: want true or false",
		"severity: fatal\n":                                 `a.yaml:1:11: "fatal": want error, warning or note`,
		"- dead\n":                                          "a.yaml:1:1: want keys and values",
		"severity: note\nseverity: error\n":                 "a.yaml:2:1: severity is here twice",
		"flags:\n  halting:\n    ends: {}\n":                "a.yaml:3:11: want text, a number, true, false or a list of these",
		"flags: {halting: {end: true}}\n":                   "a.yaml:1:24: halting has no flag end",
		"flags: {hatling: {ends: true}}\n":                  "a.yaml:1:18: no analyzer hatling; did you mean halting?",
		"disable: [dead, halting/loop, x]\nseverity: 1\n":   "a.yaml:2:11: want text",
		"disable: [dead, halting/loop, x]\n":                "a.yaml:1:17: halting has no category loop; did you mean loops? (and 1 more)",
		"severities: {dead/cod: error}\n":                   "a.yaml:1:24: dead has no category cod; did you mean code?",
		"severities: {dead: off}\n":                         `a.yaml:1:20: "off": want error, warning or note`,
		"exclude: [{checks: [dead]}]\n":                     "a.yaml:1:11: paths is missing",
		"exclude: [{paths: [/etc]}]\n":                      `a.yaml:1:20: "/etc" is no path below this folder`,
		"exclude: [{paths: [a], check: [dead]}]\n":          "a.yaml:1:24: unknown key check; did you mean checks?",
		"enable: [dead]\n":                                  "a.yaml:1:10: dead runs anyway; write default: none to run only what enable lists",
		"enable: [halting/loops]\n":                         "a.yaml:1:10: halting/loops is on anyway",
		"enable: [halting/ends]\ndisable: [halting/ends]\n": "a.yaml:2:11: halting/ends is in enable too",
		"enable: [halting/ends]\ndisable: [halting]\n":      "a.yaml:1:10: halting is off, with all its categories",
		"default: none\n":                                   "a.yaml:1:10: nothing runs; write what does in enable",
		"a: [\n":                                            "a.yaml:",
		"a: b: c\n":                                         "a.yaml:1:1: mapping values are not allowed",
		"? [a]\n: b\n":                                      "a.yaml:1:3: want a name",
		"version: 1\n---\ndisable: [dead]\n":                "a.yaml:2:1: a second document, which nobody reads",
	} {
		if got, err := resolve(text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %q, %v, want %s", text, got, err, want)
		}
	}
}

// FuzzParse: no content panics.
func FuzzParse(f *testing.F) {
	f.Add("version: 1\nflags: {halting: {ends: true}}\nexclude: [{paths: [a]}]\n")
	f.Add("a: &a [*a]")
	f.Add("<<: {a: b}")
	f.Fuzz(func(t *testing.T, text string) { _, _ = resolve(text) })
}

// TestFind: the nearest file up to the root of the repository, or of the module.
func TestFind(t *testing.T) {
	root := t.TempDir()
	write := func(name string) {
		name = filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{
		Name, "repo/.git/HEAD", "repo/" + Name, "repo/mod/go.mod", "repo/mod/a/a.go", "repo/own/go.mod", "repo/own/" + Name,
		"bare/go.mod", "bare/" + Name, "bare/a/a.go", "none/.git/HEAD", "loose/a/a.go",
	} {
		write(name)
	}
	for dir, want := range map[string]string{
		"repo/mod/a": "repo", "repo/own": "repo/own", "repo": "repo", "bare/a": "bare", "none": "-", "loose/a": "-",
	} {
		got, err := Find(filepath.Join(root, filepath.FromSlash(dir)))
		if want == "-" {
			want = ""
		} else {
			want = filepath.Join(root, filepath.FromSlash(want), Name)
		}
		if err != nil || got != want {
			t.Errorf("%s: %s, %v, want %s", dir, got, err, want)
		}
	}
}

// TestUnmatched: a path that matches nothing is an error at its place.
func TestUnmatched(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"a/zz.go", "b/b.go"} {
		if err := os.MkdirAll(filepath.Join(root, filepath.Dir(name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for text, want := range map[string]string{
		"exclude: [{paths: ['**/zz*.go', b]}]\n": "",
		"exclude: [{paths: [a, c/**, d]}]\n":     "a.yaml:1:23: no file or folder matches this path",
	} {
		f, err := Parse("a.yaml", root, []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if err := f.Unmatched(); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestApply: what drivers without a command line take from a file.
func TestApply(t *testing.T) {
	f, err := Parse("a.yaml", "/repo", []byte("severity: error\ngenerated: true\nseverities: {dead: note}\nflags: {halting: {depth: 2}}\n"))
	if err != nil {
		t.Fatal(err)
	}
	all := suite()
	s, err := f.Settings(all)
	if err != nil {
		t.Fatal(err)
	}
	rest, err := s.SetFlags(all)
	if err != nil {
		t.Fatal(err)
	}
	var c config.Config
	if err := s.Apply(&c, rest); err != nil {
		t.Fatal(err)
	}
	if c.Severity != claim.Error || !c.Generated || c.Filter.SeverityOf("dead", "code") != claim.Note || all[1].Flags.Lookup("depth").Value.String() != "2" {
		t.Errorf("%+v", c)
	}
}

// TestTemplate: each line of a new file is right once its comment sign is removed.
func TestTemplate(t *testing.T) {
	text := Template()
	f, err := Parse("a.yaml", "/repo", []byte(text))
	if err != nil || f.Version != Version || len(f.at) != 2 { // the file and its version
		t.Fatalf("as written: %v, %v", err, f)
	}
	for line := range strings.Lines(text) {
		key, ok := strings.CutPrefix(line, "# ")
		name, _, hasKey := strings.Cut(key, ": ")
		if !ok || !hasKey || strings.ContainsAny(name, " -") {
			continue
		}
		if f, err := Parse("a.yaml", "/repo", []byte(key)); err != nil || !f.Has(name) {
			t.Errorf("%s: %v", key, err)
		}
	}
}

// TestSchema: every key, and the names of analyzers, categories and flags.
func TestSchema(t *testing.T) {
	data, err := Schema(suite())
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		AdditionalProperties bool
		Properties           map[string]struct {
			Description string
			Items       struct{ Enum []string }
			Properties  map[string]struct{ Properties map[string]any }
		}
	}
	if err := json.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"version", "default", "enable", "disable", "severity", "severities", "exclude", "tests", "generated", "flags", "models", "baseline"} {
		if doc.Properties[key].Description == "" {
			t.Errorf("no description of %s", key)
		}
	}
	if got := doc.Properties["enable"].Items.Enum; !slices.Contains(got, "halting/ends") || !slices.Contains(got, "dead") {
		t.Errorf("enable: %q", got)
	}
	if len(doc.Properties["flags"].Properties["halting"].Properties) != 3 || doc.AdditionalProperties {
		t.Errorf("%s", data)
	}
}

// TestEndless: a file without an end is refused.
func TestEndless(t *testing.T) {
	if _, err := os.Stat("/dev/zero"); err != nil {
		t.Skip(err)
	}
	if _, err := Read("/dev/zero"); err == nil || !strings.Contains(err.Error(), "/dev/zero: larger than 1048576 bytes") {
		t.Errorf("error %v", err)
	}
}
