package cachemutate

import (
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/copyfix"
	"github.com/k8slint/k8slint/internal/ownership"
)

// A fixer finds the edits that fix findings. Those of one object have the same.
type fixer struct {
	pass  *analysis.Pass
	known map[fixed][]analysis.SuggestedFix
	spans astspan.Files
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
		s = x.find(f)
		x.known[k] = s
	}
	return s
}

// find is the edit that fixes f, if one copy does: in the function that is
// called with the object where all writes are there, else in the one that got
// the object.
func (x *fixer) find(f *ownership.Finding) []analysis.SuggestedFix {
	if len(f.Within) > 0 {
		w := copyfix.Writes{At: f.Within, Args: f.Args, Source: f.Source}
		if s := copyfix.Find(x.pass, x.spans, w); s != nil {
			return s
		}
	}
	if f.Many {
		return nil
	}
	return copyfix.Find(x.pass, x.spans, copyfix.Writes{At: f.All, Args: f.Args, Source: f.Source, Entry: f.Entry})
}
