package analyzers_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/k8slint/k8slint/analyzers"
	"github.com/k8slint/k8slint/internal/claim"
	"github.com/k8slint/k8slint/internal/drivertest"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// flagged is what is found in some packages with flags: those that turn a category on, and
// those of the tests below.
func flagged(t *testing.T) []drivertest.Finding {
	t.Helper()
	args := []string{"-rvassign.ordered-servers", "-staleretry.from-cache=false", "-cachemutate.tests"}
	patterns := []string{"./rvassign/loops", "./staleretry/cached", "./staleretry/loops", "./testfiles"}
	for _, a := range analyzers.All() {
		for _, c := range claim.Of(a.Name) {
			if c.Flag != "" {
				args = append(args, c.Flag)
				patterns = append(patterns, "./"+a.Name+"/...")
			}
		}
	}
	return once(t, analyzers.New, testmodule.Dir(t, "testdata/src"), append(args, patterns...)...)
}

// TestCategoryFlags: a flag leaves out its category, and nothing else. Of rvassign that is what
// only old and aggregated API servers can do, of staleretry what it says of caches.
func TestCategoryFlags(t *testing.T) {
	for _, test := range []struct{ analyzer, category, packages string }{
		{"rvassign", "deleted-events", "rvassign/loops"},
		{"staleretry", "from-cache", "staleretry/cached staleretry/loops"},
	} {
		left := 0
		all, with := places(t, everything(t), test.analyzer, test.packages), places(t, flagged(t), test.analyzer, test.packages)
		all = slices.DeleteFunc(all, func(place string) bool {
			if strings.HasSuffix(place, " "+test.category) {
				left++
				return true
			}
			return false
		})
		if left == 0 || len(all) == 0 {
			t.Errorf("%s: %d findings of %s, %d others", test.analyzer, left, test.category, len(all))
		}
		if !slices.Equal(with, all) {
			t.Errorf("%s without %s: %q, want %q", test.analyzer, test.category, with, all)
		}
	}
}

// places are the findings of an analyzer in packages of testdata/src, as "file.go:line category".
func places(t *testing.T, findings []drivertest.Finding, analyzer, packages string) (out []string) {
	t.Helper()
	for _, f := range of(findings, analyzer) {
		dir, _ := filepath.Rel(testmodule.Dir(t, "testdata/src"), filepath.Dir(f.File))
		if slices.Contains(strings.Fields(packages), filepath.ToSlash(dir)) {
			out = append(out, fmt.Sprintf("%s:%d %s", filepath.Base(f.File), f.Line, f.Category))
		}
	}
	slices.Sort(out)
	return out
}

// TestTests: with a flag, cachemutate reports the files of tests, too.
func TestTests(t *testing.T) {
	drivertest.Compare(t, testmodule.Dir(t, "testdata/src"), of(flagged(t), "cachemutate"), "./testfiles")
}

// TestNoReason: both forms of directives need a reason.
func TestNoReason(t *testing.T) {
	want := []string{"ignore.go:8 no-reason", "noreason.go:12 no-reason"}
	if got := places(t, everything(t), "directive", "directive/noreason"); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestTurnedOff: nothing is said of directives for analyzers that do not run, and as much as ever
// of those for the others.
func TestTurnedOff(t *testing.T) {
	drivertest.Run(t, testmodule.Dir(t, "testdata/src"), "-cachemutate=false", "-staleretry=false", "./directive/turnedoff")
}
