package analyzers_test

import (
	"flag"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/analyzers"
	"github.com/k8slint/k8slint/internal/claim"
	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/copyfix/copyedit"
	"github.com/k8slint/k8slint/internal/driver"
	"github.com/k8slint/k8slint/internal/drivertest"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// The packages of testdata/src are the corpus: the folder NAME has the tests of the analyzer
// NAME. One run analyses them with all analyzers, so that the libraries are read once.

// TestFindings compares the findings of each analyzer with the comments in its folder:
//
//	go test ./analyzers -run TestFindings/rvassign/loops
func TestFindings(t *testing.T) {
	dir := testmodule.Dir(t, "testdata/src")
	found := corpus(t, chosen()...)
	for _, name := range chosen() {
		patterns := []string{"./" + name + "/..."}
		if name == "directive" { // TestTurnedOff and TestNoReason have the others
			patterns = []string{"./directive/a", "./directive/ignore", "./directive/writes"}
		}
		if drivertest.Compare(t, dir, of(found, name), patterns...) == 0 && len(chosen()) > 1 {
			t.Errorf("%s: no finding is wanted", name)
		}
	}
}

// of are the findings of one analyzer.
func of(findings []drivertest.Finding, analyzer string) (out []drivertest.Finding) {
	for _, f := range findings {
		if f.Analyzer == analyzer {
			out = append(out, f)
		}
	}
	return out
}

// chosen are the names of the analyzers that go test -run TEST/NAME asks for: all of them
// without.
func chosen() []string {
	all := names(analyzers.All())
	parts := strings.Split(flag.Lookup("test.run").Value.String(), "/")
	if len(parts) < 2 {
		return all
	}
	re, err := regexp.Compile(parts[1])
	if err != nil {
		return all
	}
	return slices.DeleteFunc(all, func(name string) bool { return !re.MatchString(name) })
}

// corpus is what is found in the folders of the analyzers, and the facts that comments can
// state. If all are named, it is that of all of testdata/src.
func corpus(t *testing.T, folders ...string) []drivertest.Finding {
	t.Helper()
	patterns := []string{"./..."}
	if len(folders) < len(analyzers.All()) {
		patterns = nil
		for _, name := range folders {
			patterns = append(patterns, "./"+name+"/...")
		}
	}
	return once(t, withFacts, testmodule.Dir(t, "testdata/src"), patterns...)
}

// everything is what is found in testdata/src, with the categories that flags turn on.
func everything(t *testing.T) (out []drivertest.Finding) {
	t.Helper()
	for _, f := range corpus(t, names(analyzers.All())...) {
		if f.Category != drivertest.FactCategory {
			out = append(out, f)
		}
	}
	for _, f := range flagged(t) {
		if c, ok := claim.Find(f.Analyzer + "/" + f.Category); ok && c.Flag != "" {
			out = append(out, f)
		}
	}
	return out
}

// done is what once returned before.
var done = map[string][]drivertest.Finding{}

// once analyses packages of the module in dir once for all tests of this package.
func once(t *testing.T, suite driver.Suite, dir string, args ...string) []drivertest.Finding {
	t.Helper()
	key := strings.Join(append([]string{dir}, args...), " ")
	if _, ok := done[key]; !ok {
		done[key] = drivertest.ReportSuite(t, suite, dir, append([]string{"-severity=note"}, args...)...)
	}
	return done[key]
}

// withFacts are all analyzers; some also report facts, for comments to state.
func withFacts(c *config.Config) []*analysis.Analyzer {
	all := analyzers.New(c)
	for _, a := range all {
		switch a.Name {
		case "cachemutate":
			withEffects(a)
		case "finalizer", "ownerref":
			drivertest.Facts(a)
		}
	}
	return all
}

// fewestFixes bounds, by analyzer, how many fixes there are in its folder: with fewer, something
// is no longer fixed.
var fewestFixes = map[string]int{"cachemutate": 55, "rvassign": 8, "staleretry": 40, "watcherror": 8, "watchrv": 3}

// allGolden are the folders in which each file that -fix changes has a golden file.
var allGolden = []string{"deepequal", "informer", "lostwrite", "ownerref", "reconcile", "staleretry/fixes", "tombstone/fixes", "watchstop", "workqueue"}

// TestFixes applies the fixes of each analyzer in its folder: what was fixed compiles, is
// formatted, and has no finding that has a fix. Golden files have each form of a fix:
//
//	go test ./analyzers -run TestFixes/lostwrite -update
func TestFixes(t *testing.T) {
	dir := testmodule.Dir(t, "testdata/src")
	var patterns []string // that have fixes
	fixes := map[string]int{}
	for _, f := range corpus(t, chosen()...) {
		rel, _ := filepath.Rel(dir, filepath.Dir(f.File))
		pattern := "./" + filepath.ToSlash(rel)
		if f.Fixable && strings.HasPrefix(pattern, "./"+f.Analyzer+"/") {
			fixes[f.Analyzer]++
			patterns = append(patterns, pattern)
		}
	}
	slices.Sort(patterns)
	changed := drivertest.Fix(t, eachInItsFolder, dir, slices.Compact(patterns)...)
	for _, name := range chosen() {
		t.Run(name, func(t *testing.T) {
			if fixes[name] < fewestFixes[name] {
				t.Errorf("%d findings have a fix, want at least %d", fixes[name], fewestFixes[name])
			}
			for file, c := range changed {
				slashed := filepath.ToSlash(file)
				if !strings.HasPrefix(slashed, name+"/") {
					continue
				}
				must := slices.ContainsFunc(allGolden, func(folder string) bool { return strings.HasPrefix(slashed, folder+"/") })
				drivertest.Golden(t, filepath.Join(dir, file), c, must)
				if err := copyedit.Only(c.Before, c.After); err != nil && name == "cachemutate" { // which only inserts copies
					t.Errorf("%s: %v", slashed, err)
				}
			}
			for _, golden := range drivertest.Goldens(t, dir, name) {
				if _, ok := changed[golden]; !ok {
					t.Errorf("%s: -fix does not change the file", golden)
				}
			}
		})
	}
}

// eachInItsFolder makes each analyzer report in the folder of its name alone, so that fixes of
// several meet in no file.
func eachInItsFolder(c *config.Config) []*analysis.Analyzer {
	all := analyzers.New(c)
	for _, a := range all {
		run := a.Run
		a.Run = func(pass *analysis.Pass) (any, error) {
			if strings.HasPrefix(pass.Pkg.Path(), "k8slint.test/"+a.Name+"/") {
				return run(pass)
			}
			quiet := *pass
			quiet.Report = func(analysis.Diagnostic) {}
			return run(&quiet)
		}
	}
	return all
}
