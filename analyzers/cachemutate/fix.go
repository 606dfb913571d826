package cachemutate

import (
	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/copyfix"
	"github.com/k8slint/k8slint/internal/ownership"
)

// fix is the edit that fixes f, if one copy does: in the function that is
// called with the object where all writes are there, else in the one that got
// the object.
func fix(pass *analysis.Pass, f *ownership.Finding) []analysis.SuggestedFix {
	if len(f.Within) > 0 {
		w := copyfix.Writes{At: f.Within, Args: f.Args, Source: f.Source}
		if s := copyfix.Find(pass, w); s != nil {
			return s
		}
	}
	if f.Many || len(f.All) == 0 {
		return nil
	}
	return copyfix.Find(pass, copyfix.Writes{At: f.All, Args: f.Args, Source: f.Source, Entry: f.Entry})
}
