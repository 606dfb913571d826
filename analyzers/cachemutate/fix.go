package cachemutate

import (
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/copyfix"
	"github.com/k8slint/k8slint/internal/ownership"
)

// A fixer finds the edits that fix findings. Those of one object have the same.
type fixer struct {
	pass  *analysis.Pass
	known map[fixed][]analysis.SuggestedFix
}

type fixed struct {
	object *token.Pos // identifies the list of its places
	many   bool
}

// fix is the edit that fixes f.
func (x *fixer) fix(f *ownership.Finding) []analysis.SuggestedFix {
	if len(f.All) == 0 {
		return nil
	}
	k := fixed{&f.All[0], f.Many}
	s, ok := x.known[k]
	if !ok {
		s = fix(x.pass, f)
		x.known[k] = s
	}
	return s
}

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
	if f.Many {
		return nil
	}
	return copyfix.Find(pass, copyfix.Writes{At: f.All, Args: f.Args, Source: f.Source, Entry: f.Entry})
}
