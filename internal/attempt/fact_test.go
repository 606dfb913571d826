package attempt_test

import (
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/attempt"
	"github.com/k8slint/k8slint/internal/drivertest"
	"github.com/k8slint/k8slint/internal/engines"
	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// told is what the packages of testdata/src that tests ask about tell, a line for each function, by their folders there.
// One run finds it.
var told = map[string][]string{
	"staleretry/helpers/store": nil, "staleretry/ownretry/again": nil, "staleretry/behind/nodes": nil, "staleretry/converted/problem": nil,
}

// toldBy is what the package in a folder tells.
func toldBy(t *testing.T, folder string) []string {
	t.Helper()
	if told[folder] == nil {
		var patterns []string
		for folder := range told {
			patterns = append(patterns, "./"+folder)
		}
		drivertest.Pass(t, testmodule.Dir(t, "testdata/src"), patterns, engines.Default.Attempt, func(pass *analysis.Pass, _ any) {
			var lines []string
			for _, f := range pass.AllObjectFacts() {
				if does, ok := f.Fact.(*fact.Fact[attempt.Does]); ok && f.Object.Pkg() == pass.Pkg {
					lines = append(lines, f.Object.(*types.Func).FullName()+": "+does.String())
				}
			}
			slices.Sort(lines)
			told[strings.TrimPrefix(pass.Pkg.Path(), "k8slint.test/")] = lines
		})
	}
	return told[folder]
}

// TestFact states what other packages are told of helpers.
func TestFact(t *testing.T) {
	const of = "(*k8slint.test/staleretry/helpers/store.Store)."
	want := strings.Join([]string{
		of + "Cached: returns (source cached)",
		of + "Change: commits $2; error same; sets ($2)",
		of + "Live: returns (source live)",
		of + "Refresh: touches $2",
		of + "Save: commits $2; error same; sets ($2)",
		of + "Update: commits $2; error same; returns (source written); sets ($2)",
		"k8slint.test/staleretry/helpers/store.EnsureMarked: returns ($0; copied; perhaps)",
		"k8slint.test/staleretry/helpers/store.Mark: returns ($0); sets ($0; path ObjectMeta.Labels; sure)",
		"k8slint.test/staleretry/helpers/store.Marked: returns ($0; copied)",
	}, "\n")
	if got := strings.Join(toldBy(t, "staleretry/helpers/store"), "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestRetryRows states which functions are known to other packages as retries: not those
// that give up at a conflict, or read the object before they go on.
func TestRetryRows(t *testing.T) {
	const again = "k8slint.test/staleretry/ownretry/again."
	want := strings.Join([]string{
		"(*k8slint.test/staleretry/ownretry/again.Refresher).OnConflict: through $0",
		again + "Conflicting: retries ($1)",
		again + "Default: retries ($0; short)",
		again + "If: retries ($2; if $1)",
		again + "Latest: touches $2; sets ($2)",
		again + "Object: retries ($2; with $1); sets ($1)",
		again + "OnConflict: retries ($2)",
		again + "Polled: retries ($1)",
		again + "Stubborn: retries ($1; any)",
	}, "\n")
	if got := strings.Join(toldBy(t, "staleretry/ownretry/again"), "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestInterfaceRows states what other packages are told of the methods of an interface: nothing of
// those behind which there are several that write.
func TestInterfaceRows(t *testing.T) {
	var got []string
	for _, line := range toldBy(t, "staleretry/behind/nodes") {
		if strings.HasPrefix(line, "(k8slint") {
			got = append(got, line)
		}
	}
	const keeper = "(k8slint.test/staleretry/behind/nodes.Keeper)."
	want := strings.Join([]string{
		keeper + "Find: returns (source live)",
		keeper + "Keep: commits $1; error same; sets ($1)",
		keeper + "Renew: touches $1; sets ($1)",
		keeper + "Replace: commits $1; error same; returns (source written); sets ($1)",
	}, "\n")
	if got := strings.Join(got, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestConversionRows states what other packages are told of functions that make errors of
// others: nothing of those that do so now and then, or may make none.
func TestConversionRows(t *testing.T) {
	const problem = "k8slint.test/staleretry/converted/problem."
	want := strings.Join([]string{
		problem + "ButConflicts: conflict same; nilStays",
		problem + "ByCode: conflict new; nilStays",
		problem + "ByStatus: conflict new; nilStays",
		problem + "Text: conflict new; nilStays",
		problem + "Wrap: conflict same; nilStays",
	}, "\n")
	if got := strings.Join(toldBy(t, "staleretry/converted/problem"), "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
