// Package drivertest tests analyzers through the k8slint command, in the process of the
// test.
//
// It takes the place of x/tools' analysistest, whose comments it reads. That one analyses
// all of client-go with each analyzer, for twenty seconds. The command reads no function of
// the libraries, compiles nothing, and is what users run.
package drivertest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/types"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/analyzers"
	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/driver"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// The command bounds its heap for one run. A test process that makes several would spend a fifth
// of its time in the collector.
func init() {
	os.Setenv("GOGC", "400") // the command leaves alone what the user has set
	debug.SetGCPercent(400)
}

// A Finding is one that the command printed.
type Finding struct {
	Analyzer string
	Category string
	File     string // its absolute name
	Line     int
	Message  string
	Fixable  bool
}

// Findings runs k8slint with the arguments, flags and patterns, in dir, without
// tests and without a network, and returns its findings as
// "file.go:line category", sorted.
func Findings(t *testing.T, dir string, args ...string) []string {
	t.Helper()
	var out []string
	found, _ := run(t, analyzers.New, dir, append([]string{"-test=false"}, args...))
	for _, f := range found {
		out = append(out, fmt.Sprintf("%s:%d %s", filepath.Base(f.File), f.Line, f.Category))
	}
	slices.Sort(out)
	return out
}

// Report runs k8slint with the arguments, flags and patterns, in dir, without a network, and
// returns its findings.
func Report(t *testing.T, dir string, args ...string) []Finding {
	t.Helper()
	return ReportSuite(t, analyzers.New, dir, args...)
}

// ReportSuite is Report with other analyzers.
func ReportSuite(t *testing.T, suite driver.Suite, dir string, args ...string) []Finding {
	t.Helper()
	found, _ := run(t, suite, dir, args)
	return found
}

// Pass runs one analyzer, an engine for example, on the packages that patterns name in the
// module in dir, and calls do with the pass and the result of each.
func Pass(t *testing.T, dir string, patterns []string, a *analysis.Analyzer, do func(pass *analysis.Pass, result any)) {
	t.Helper()
	var mu sync.Mutex // packages are analysed at the same time
	passes := 0
	probe := *a
	probe.Run = func(pass *analysis.Pass) (any, error) {
		res, err := a.Run(pass)
		named := func(pattern string) bool { return strings.HasSuffix(pass.Pkg.Path(), strings.TrimPrefix(pattern, ".")) }
		if slices.ContainsFunc(patterns, named) && err == nil { // and none that they import
			mu.Lock()
			defer mu.Unlock()
			passes++
			do(pass, res)
		}
		return res, err
	}
	suite := func(*config.Config) []*analysis.Analyzer { return []*analysis.Analyzer{&probe} }
	run(t, suite, dir, append([]string{"-test=false"}, patterns...))
	if passes != len(patterns) {
		t.Fatalf("%q: %d packages, want %d", patterns, passes, len(patterns))
	}
}

// Types are the declarations of packages of the libraries that testdata/src requires.
func Types(t *testing.T, paths ...string) map[string]*types.Package {
	t.Helper()
	src := "package libraries\n\nimport (\n"
	for _, p := range paths {
		src += fmt.Sprintf("\t_ %q\n", p)
	}
	dir := testmodule.With(t, map[string]string{"libraries/libraries.go": src + ")\n"})
	out := map[string]*types.Package{}
	none := &analysis.Analyzer{Name: "none", Doc: "does nothing", Run: func(*analysis.Pass) (any, error) { return nil, nil }}
	Pass(t, dir, []string{"./libraries"}, none, func(pass *analysis.Pass, _ any) {
		for _, p := range pass.Pkg.Imports() {
			out[p.Path()] = p
		}
	})
	for _, p := range paths {
		if out[p] == nil {
			t.Fatalf("%s was not loaded", p)
		}
	}
	return out
}

// run runs the command with the analyzers of suite, and returns what it found and what it
// said beside that. It fails the test if a package cannot be analysed.
func run(t *testing.T, suite driver.Suite, dir string, args []string) (found []Finding, said string) {
	t.Helper()
	t.Setenv("GOWORK", "off")
	t.Setenv("GOPROXY", "off")
	t.Setenv("GOFLAGS", "-mod=mod")
	args = append([]string{"-C", dir, "-cache=off", "-json"}, args...)
	var stdout, stderr bytes.Buffer
	code := driver.Run(suite, args, &stdout, &stderr)
	if code == 1 { // packages are missing in the output; stderr alone may count what was analysed in part
		t.Fatalf("k8slint %s: exit code %d\n%s", strings.Join(args, " "), code, &stderr)
	}
	var packages map[string]map[string][]struct {
		Category, Posn, Message string
		Fixes                   []any `json:"suggested_fixes"`
	}
	if err := json.Unmarshal(stdout.Bytes(), &packages); err != nil {
		t.Fatalf("k8slint %s: exit code %d, %v\n%s", strings.Join(args, " "), code, err, &stderr)
	}
	for _, analyzers := range packages {
		for analyzer, findings := range analyzers {
			for _, f := range findings {
				file, line := place(f.Posn)
				found = append(found, Finding{analyzer, f.Category, file, line, f.Message, len(f.Fixes) > 0})
			}
		}
	}
	return found, stderr.String()
}

// place splits file:line:col.
func place(posn string) (file string, line int) {
	rest := posn[:strings.LastIndexByte(posn, ':')]
	i := strings.LastIndexByte(rest, ':')
	line, _ = strconv.Atoi(rest[i+1:])
	return rest[:i], line
}
