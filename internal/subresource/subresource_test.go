package subresource_test

import (
	"fmt"
	"go/ast"
	"reflect"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/subresource"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// probes reports what is known of the argument of each call of a function probe. Its result
// are the Kinds.
func probes(kinds *analysis.Analyzer) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "probes",
		Doc:        "report evidence",
		Requires:   []*analysis.Analyzer{kinds},
		ResultType: reflect.TypeFor[*subresource.Kinds](),
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
			return k, nil
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

func Test(t *testing.T) {
	kinds := subresource.New(&config.Config{})
	results := analysistest.Run(t, testmodule.Dir(t, "testdata/src"), probes(kinds), "./subresource/...")
	read := map[string]bool{}
	for _, r := range results {
		k := r.Result.(*subresource.Kinds)
		m := k.Manifests()
		if m != nil && (m.Digest == [32]byte{} || len(m.Problems) > 0) {
			t.Errorf("%s: digest %x, problems %q", r.Pass.Pkg.Path(), m.Digest, m.Problems)
		}
		read[r.Pass.Pkg.Path()] = m != nil
	}
	for path, want := range map[string]bool{"k8slint.test/subresource/control": true, "k8slint.test/subresource/shared": false, "k8slint.test/subresource/quiet": false} {
		if got, ok := read[path]; got != want || !ok {
			t.Errorf("%s: manifests are read: %v (analysed: %v), want %v", path, got, ok, want)
		}
	}
}
