package rvcompare

import (
	_ "embed"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/engines"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/ssabuild"
	"github.com/k8slint/k8slint/internal/watchflow"
)

//go:embed doc.go
var docFile string

// Analyzer finds comparisons of resourceVersions made by hand. See the package
// documentation.
var Analyzer = New(engines.Default)

// New returns the analyzer on the engines e.
func New(e *engines.Set) *analysis.Analyzer {
	return e.OnWatches("rvcompare", docFile, run)
}

func run(pass *analysis.Pass, flow *watchflow.Flow, rep *report.Reporter) {
	for _, c := range flow.Comparisons() {
		f := report.Finding{Pos: c.Pos, Category: "strings"}
		switch c.How {
		case watchflow.AsText:
			f.Message = "resourceVersions are compared as strings, where \"9\" comes after \"10\"; compare them with resourceversion.CompareResourceVersion of k8s.io/apimachinery 0.35, or as numbers"
		case watchflow.ByLength:
			f.Category = "numbers"
			f.Message = "resourceVersions are compared by hand, by length and then as text; use resourceversion.CompareResourceVersion of k8s.io/apimachinery, which also rejects what is not a number"
		case watchflow.AsNumbers:
			f.Category = "numbers"
			f.Message = "resourceVersions are parsed and compared by hand; use resourceversion.CompareResourceVersion of k8s.io/apimachinery, which compares versions of any length"
		}
		if f.Category == "numbers" && !kube.CanCompareVersions(ssabuild.Imports(pass)) {
			continue
		}
		rep.Report(f)
	}
}
