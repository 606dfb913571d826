package staleretry_test

import (
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/k8slint/k8slint/analyzers/staleretry"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// The packages of the tests want every category.
func TestMain(m *testing.M) {
	if err := staleretry.Analyzer.Flags.Set("from-cache", "true"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

func Test(t *testing.T) {
	analysistest.Run(t, testmodule.Dir(t, "testdata/src"), staleretry.Analyzer, "./staleretry/...")
}

// TestFromCache: without the flag, nothing is said of caches, and all else is.
func TestFromCache(t *testing.T) {
	if err := staleretry.Analyzer.Flags.Set("from-cache", "false"); err != nil {
		t.Fatal(err)
	}
	defer staleretry.Analyzer.Flags.Set("from-cache", "true")
	found := testmodule.Findings(t, "testdata/src", staleretry.Analyzer, "./staleretry/cached", "./staleretry/loops")
	if len(found) == 0 {
		t.Error("nothing is found")
	}
	for _, f := range found {
		if strings.HasSuffix(f, " from-cache") {
			t.Error(f)
		}
	}
}
