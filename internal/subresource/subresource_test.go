package subresource_test

import (
	"fmt"
	"go/ast"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/drivertest"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/subresource"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// probes reports what is known of the argument of each call of a function probe, and calls
// seen for each package.
func probes(kinds *analysis.Analyzer, seen func(pkg string, k *subresource.Kinds)) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:     "probes",
		Doc:      "report evidence",
		Requires: []*analysis.Analyzer{kinds},
		Run: func(pass *analysis.Pass) (any, error) {
			k := pass.ResultOf[kinds].(*subresource.Kinds)
			for _, f := range pass.Files {
				for n := range ast.Preorder(f) {
					call, ok := n.(*ast.CallExpr)
					if !ok || len(call.Args) != 1 {
						continue
					}
					if id, ok := call.Fun.(*ast.Ident); ok && id.Name == "probe" {
						pass.Reportf(call.Pos(), "%s", say(k.Status(pass.TypesInfo.TypeOf(call.Args[0]))))
					}
				}
			}
			seen(pass.Pkg.Path(), k)
			return nil, nil
		},
	}
}

var (
	verdicts = map[subresource.Verdict]string{subresource.Has: "has the status", subresource.HasNot: "has no status"}
	sources  = map[subresource.Source]string{
		subresource.BuiltIn: "the API server", subresource.Marker: "a marker", subresource.Use: "a use", subresource.Manifest: "a manifest",
	}
)

func say(e subresource.Evidence) string {
	if e.Verdict == subresource.Unknown {
		return "nothing is known"
	}
	s := fmt.Sprintf("%s, %s says", verdicts[e.Verdict], sources[e.Source])
	if e.Where != "" {
		s += " at " + e.Where
	}
	if e.Since() != "" {
		s += " since " + e.Since()
	}
	if e.Custom {
		s += "; a custom resource"
	}
	var stored []string
	for _, f := range kube.MetadataFields {
		if e.Stores(f) {
			stored = append(stored, f)
		}
	}
	return fmt.Sprintf("%s; its status endpoint stores %s", s, stored)
}

// Test compares what is known of kinds with the comments in testdata/src/subresource.
func Test(t *testing.T) {
	var mu sync.Mutex // packages are analysed at the same time
	read := map[string]bool{}
	suite := func(c *config.Config) []*analysis.Analyzer {
		return []*analysis.Analyzer{probes(subresource.New(c), func(pkg string, k *subresource.Kinds) {
			mu.Lock()
			defer mu.Unlock()
			m := k.Manifests()
			if m != nil && (m.Digest == [32]byte{} || len(m.Problems) > 0) {
				t.Errorf("%s: digest %x, problems %q", pkg, m.Digest, m.Problems)
			}
			read[pkg] = m != nil
		})}
	}
	drivertest.RunSuite(t, suite, testmodule.Dir(t, "testdata/src"), "./subresource/...")
	for path, want := range map[string]bool{"k8slint.test/subresource/control": true, "k8slint.test/subresource/shared": false, "k8slint.test/subresource/quiet": false} {
		if got, ok := read[path]; got != want || !ok {
			t.Errorf("%s: manifests are read: %v (analysed: %v), want %v", path, got, ok, want)
		}
	}
}
