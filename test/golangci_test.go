package test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// golangciBinary builds golangci-lint with the plugin, once.
var golangciBinary = sync.OnceValues(func() (string, error) {
	bin := filepath.Join(filepath.Dir(k8slint), "golangci-lint")
	return bin, goBuild(filepath.Join(root, "test", "golangci"), bin, ".")
})

// exampleConfig is the configuration that users copy.
const exampleConfig = ".golangci.example.yml"

// A golangci is golangci-lint with a configuration and a cache, which the tests share. What is in
// the cache depends on the binary, on the settings of the linters, and on go.mod: the first run with
// others analyses the libraries again, for a minute.
type golangci struct {
	bin, config, cache string
	flags              []string
}

// newGolangci has the configuration that users copy, and runs the linters that it enables: but not
// staticcheck, which reads the libraries for a minute.
func newGolangci(t *testing.T) golangci {
	t.Helper()
	bin, err := golangciBinary()
	if err != nil {
		t.Fatal(err)
	}
	cache := filepath.Join(filepath.Dir(bin), "golangci-cache")
	if customBinary != "" {
		bin = customBinary // which has analysed the examples before
	}
	return golangci{bin, filepath.Join(root, exampleConfig), cache, []string{"--disable=staticcheck"}}
}

// only returns g without the other linters.
func (g golangci) only(linter string) golangci {
	g.flags = []string{"--enable-only=" + linter}
	return g
}

// withoutTests returns g for packages that a test changes, which are compiled for it: half as often
// without their tests.
func (g golangci) withoutTests() golangci {
	g.flags = append(slices.Clone(g.flags), "--tests=false")
	return g
}

// withConfig returns g with a configuration of that content, which lists the linters.
func (g golangci) withConfig(t *testing.T, content string) golangci {
	t.Helper()
	g.config, g.flags = filepath.Join(t.TempDir(), ".golangci.yml"), nil
	if err := os.WriteFile(g.config, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	return g
}

// run runs "golangci-lint run" in dir.
func (g golangci) run(t *testing.T, dir string, args ...string) result {
	t.Helper()
	// golangci-lint lets no two of its kind run on a machine; their caches
	// here are apart.
	args = slices.Concat([]string{"run", "-c", g.config, "--path-mode=abs", "--allow-parallel-runners"}, g.flags, args)
	return run(t, dir, []string{"GOLANGCI_LINT_CACHE=" + g.cache}, g.bin, args...)
}

// prefixed is a text of the linter k8slint: the analyzer's name comes first.
var prefixed = regexp.MustCompile(`(?s)^([a-z]+): (.*)$`)

// findings returns what golangci-lint reports in dir for k8slint's linters.
func (g golangci) findings(t *testing.T, dir string, args ...string) []finding {
	t.Helper()
	out := g.run(t, dir, append([]string{"--output.json.path=stdout", "--show-stats=false"}, args...)...)
	var report struct {
		Issues []struct {
			FromLinter, Text string
			Pos              struct {
				Filename string
				Line     int
			}
		}
	}
	if err := json.Unmarshal([]byte(out.stdout), &report); err != nil {
		t.Fatalf("golangci-lint, exit code %d: %v\n%s%s", out.code, err, out.stdout, out.stderr)
	}
	var findings []finding
	for _, issue := range report.Issues {
		analyzer, text := issue.FromLinter, issue.Text
		if m := prefixed.FindStringSubmatch(text); m != nil && analyzer == "k8slint" {
			analyzer, text = m[1], m[2]
		}
		findings = append(findings, finding{relative(t, dir, issue.Pos.Filename), issue.Pos.Line, analyzer, text})
	}
	slices.SortFunc(findings, compareFindings)
	return findings
}

// copyExamples returns a copy of the examples that a test may change. It is in one folder for all
// tests, so that the caches know what the test does not change; but TestDrivers, which runs beside others,
// has its own.
func copyExamples(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(filepath.Dir(k8slint), "examples")
	if strings.HasPrefix(t.Name(), "TestDrivers/") {
		dir = filepath.Join(filepath.Dir(k8slint), "drivers", "examples")
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(root, "examples"))); err != nil {
		t.Fatal(err)
	}
	return dir
}

// edit replaces old, which must be there, in a file.
func edit(t *testing.T, file, old, new string) {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(content), old) {
		t.Fatalf("%s lacks %q", file, old)
	}
	if err := os.WriteFile(file, []byte(strings.ReplaceAll(string(content), old, new)), 0o666); err != nil {
		t.Fatal(err)
	}
}

// onlyK8slint is a configuration with no other linters.
const onlyK8slint = `version: "2"
linters:
  default: none
  enable: [k8slint]
  settings:
    custom:
      k8slint:
        type: module
        settings: {%s}
issues: {max-same-issues: 0, max-issues-per-linter: 0, uniq-by-line: false}
`

// testGolangci uses the very file that users copy. Duplicates are not removed:
// each finding is printed once, with no related positions beside it.
func testGolangci(t *testing.T) {
	dir := filepath.Join(root, "examples")
	alone := readJSON(t, dir, run(t, dir, nil, k8slint, "-json", "./...").stdout)
	g := newGolangci(t)
	first := g.findings(t, dir, "./...")
	expectSame(t, "golangci-lint", first, "k8slint", alone)
	if len(first) != len(alone) {
		t.Errorf("golangci-lint prints %d findings, k8slint %d", len(first), len(alone))
	}
	if second := g.findings(t, dir, "./..."); !slices.Equal(first, second) {
		t.Errorf("the cached run differs:\n%v\nat first:\n%v", second, first)
	}
}

// testGolangciText checks that golangci-lint's defaults cut no message.
func testGolangciText(t *testing.T) {
	dir := filepath.Join(root, "examples")
	alone := readJSON(t, dir, run(t, dir, nil, k8slint, "-json", "./...").stdout)
	out := newGolangci(t).run(t, dir, "./...")
	for _, f := range alone {
		if !strings.Contains(out.stdout, f.analyzer+": "+f.message) {
			t.Errorf("golangci-lint prints no line with\n%v\nbut\n%s", f, out.stdout)
		}
	}
}

// testGolangciEdited checks that cached facts and findings are not used for
// code that changed since.
func testGolangciEdited(t *testing.T) {
	dir := copyExamples(t)
	g := newGolangci(t).only("k8slint").withoutTests()
	before := g.findings(t, dir, "./before/endpoints")
	helper := filepath.Join(dir, "before", "endpoints", "trigger.go")
	edit(t, helper, "if trigger.IsZero() {", "slice = slice.DeepCopy()\n\tif trigger.IsZero() {")
	after := g.findings(t, dir, "./before/endpoints")
	alone := readJSON(t, dir, run(t, dir, nil, k8slint, "-json", "-test=false", "./before/endpoints").stdout)
	expectSame(t, "golangci-lint", after, "k8slint", alone)
	if len(after) >= len(before) {
		t.Errorf("%d findings before the helper copied, %d after", len(before), len(after))
	}
}

// testGolangciSingle runs each analyzer under its own name.
func testGolangciSingle(t *testing.T) {
	dir := filepath.Join(root, "examples")
	alone := readJSON(t, dir, run(t, dir, nil, k8slint, "-json", "./...").stdout)
	var names []string
	for _, f := range alone {
		names = append(names, f.analyzer)
	}
	slices.Sort(names)
	names = slices.Compact(names)
	g := newGolangci(t).withConfig(t, `version: "2"
linters:
  default: none
  enable: [`+strings.Join(names, ", ")+`]
  settings:
    custom:
      `+strings.Join(names, ": {type: module}\n      ")+`: {type: module}
issues: {max-same-issues: 0, max-issues-per-linter: 0, uniq-by-line: false}
`)
	expectSame(t, "golangci-lint", g.findings(t, dir, "./..."), "k8slint", alone)
}

// testGolangciSettings checks that a wrong setting is refused and named.
func testGolangciSettings(t *testing.T) {
	dir := filepath.Join(root, "examples")
	for _, test := range []struct{ settings, want string }{
		{"enabled: [rvassign]", "unknown key enabled; did you mean enable?"},
		{"disable: [rvasign]", "no analyzer rvasign; did you mean rvassign?"},
		{"flags: {rvassign: {ordered-server: true}}", "rvassign has no flag ordered-server"},
	} {
		g := newGolangci(t).withConfig(t, fmt.Sprintf(onlyK8slint, test.settings))
		out := g.run(t, dir, "./after/...")
		if out.code != 3 || !strings.Contains(out.stderr, test.want) {
			t.Errorf("settings %s: exit code %d, want 3; standard error lacks %q:\n%s", test.settings, out.code, test.want, out.stderr)
		}
	}
}

// testGolangciNolint checks that a directive works under both drivers.
func testGolangciNolint(t *testing.T) {
	dir := copyExamples(t)
	edit(t, filepath.Join(dir, "before", "endpoints", "controller.go"), "// want cachemutate", "//nolint:k8slint // only this goroutine reads it")
	// A directive silences its own line; one above a function, all of it.
	edit(t, filepath.Join(dir, "before", "endpoints", "trigger.go"), "func addTrigger", "//nolint:cachemutate,rvassign // only this goroutine reads it\nfunc addTrigger")
	edit(t, filepath.Join(dir, "before", "operator", "reconciler.go"), "// want cachemutate", "//nolint:cachemutate // only this goroutine reads it")
	edited := []string{"./before/endpoints", "./before/operator"}
	want := readJSON(t, dir, run(t, dir, nil, k8slint, append([]string{"-json", "-test=false"}, edited...)...).stdout)
	for _, f := range want {
		if f.analyzer == "cachemutate" {
			t.Errorf("not silenced: %v", f)
		}
	}
	// golangci-lint itself knows nothing of the analyzer behind a linter, so
	// the analyzer has to honour its own name.
	expectSame(t, "golangci-lint", newGolangci(t).only("k8slint").withoutTests().findings(t, dir, edited...), "k8slint", want)
}

// testGolangciEveryWrite adds a second write below a known one. golangci-lint's
// new-from-rev drops the finding, which stands at the first, unless each write is
// a finding of its own. Of several with one fix, it makes that once.
func testGolangciEveryWrite(t *testing.T) {
	dir := copyExamples(t)
	git := func(args ...string) {
		args = append([]string{"-c", "user.name=a", "-c", "user.email=a@example.com"}, args...)
		if out := run(t, dir, []string{"GIT_CONFIG_GLOBAL=" + os.DevNull}, "git", args...); out.code != 0 {
			t.Fatalf("git %v: %s", args, out.stderr)
		}
	}
	git("init", "-q")
	git("add", ".")
	git("commit", "-q", "-m", "one")
	file := filepath.Join(dir, "before", "endpoints", "controller.go")
	edit(t, file, "slice.Labels[discoveryv1.LabelManagedBy] = controllerName // want cachemutate",
		"slice.Labels[discoveryv1.LabelManagedBy] = controllerName // want cachemutate\n\t\tslice.Labels[\"new\"] = \"b\"\n\t\tslice.Labels[\"newer\"] = \"c\"")

	plain := newGolangci(t).only("k8slint").withoutTests()
	if got := plain.findings(t, dir, "--new-from-rev=HEAD", "./before/endpoints"); len(got) > 0 {
		t.Errorf("without every-write: %v", got)
	}
	every := newGolangci(t).withConfig(t, fmt.Sprintf(onlyK8slint, "default: none, enable: [cachemutate], flags: {cachemutate: {every-write: true}}")).withoutTests()
	got := every.findings(t, dir, "--new-from-rev=HEAD", "./before/endpoints")
	if len(got) != 2 || !strings.HasPrefix(got[0].message, `slice.Labels["new"] = …`) || !strings.HasPrefix(got[1].message, `slice.Labels["newer"] = …`) {
		t.Errorf("with every-write: %v", got)
	}
	if left := every.findings(t, dir, "--new-from-rev=HEAD", "--fix", "./before/endpoints"); len(left) > 0 {
		t.Errorf("--fix leaves %v", left)
	}
	if n := strings.Count(readFile(t, file), "slice = slice.DeepCopy()"); n != 1 {
		t.Errorf("--fix made %d copies", n)
	}
	if out := run(t, dir, nil, "go", "vet", "./before/endpoints"); out.code != 0 {
		t.Errorf("the fixed code does not compile:\n%s", out.stderr)
	}
}

// testGolangciFix checks that --fix applies the fixes, that the result compiles,
// and that k8slint has nothing to add.
func testGolangciFix(t *testing.T) {
	dir := copyExamples(t)
	alone := func() (findings []finding, fixable int) {
		out := run(t, dir, nil, k8slint, "-json", "-test=false", "./before/...")
		return readJSON(t, dir, out.stdout), fixableInPlace(t, out.stdout)
	}
	before, fixable := alone()
	left := newGolangci(t).only("k8slint").withoutTests().findings(t, dir, "--fix", "./before/...")
	if out := run(t, dir, nil, "go", "vet", "./before/..."); out.code != 0 {
		t.Errorf("the fixed code does not compile:\n%s", out.stderr)
	}
	after, _ := alone()
	if len(left) != len(after) {
		t.Errorf("golangci-lint --fix leaves %d findings, k8slint has %d after it", len(left), len(after))
	}
	if len(before)-len(after) < fixable {
		t.Errorf("%d findings before --fix, %d after; %d had a fix", len(before), len(after), fixable)
	}
}

// fixableInPlace counts the findings in what -json prints that have a fix in
// their own file: golangci-lint would drop edits of another.
func fixableInPlace(t *testing.T, output string) int {
	t.Helper()
	var byPackage map[string]map[string][]struct {
		Posn  string
		Fixes []struct {
			Edits []struct{ Filename string }
		} `json:"suggested_fixes"`
	}
	if err := json.Unmarshal([]byte(output), &byPackage); err != nil {
		t.Fatal(err)
	}
	fixable := map[string]bool{} // a place is also in the test variant
	for _, byAnalyzer := range byPackage {
		for _, findings := range byAnalyzer {
			for _, f := range findings {
				if len(f.Fixes) > 0 && strings.HasPrefix(f.Posn, f.Fixes[0].Edits[0].Filename+":") {
					fixable[f.Posn] = true
				}
			}
		}
	}
	return len(fixable)
}
