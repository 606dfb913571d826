package cachemutate

import (
	"go/token"
	"slices"

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
	many   token.Pos  // where other objects are written as well
}

// fix is the edit that fixes f.
func (x *fixer) fix(f *ownership.Finding) []analysis.SuggestedFix {
	if len(f.All) == 0 {
		return nil
	}
	k := fixed{object: &f.All[0]}
	if f.Many {
		k.many = f.Pos
	}
	s, ok := x.known[k]
	if !ok {
		s = x.find(f)
		x.known[k] = s
	}
	if s == nil {
		return x.ofVariable(f)
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
	w := copyfix.Writes{At: f.All, Args: f.Args, Source: f.Source, Entry: f.Entry}
	if f.Many {
		w.At, w.Source = f.Union, token.NoPos
	}
	return copyfix.Find(x.pass, x.spans, w)
}

// maxApart bounds the writes of an object among which those of a single variable are looked for: each
// finding asks. Functions with more are generated, or tests.
// No finding is lost, only a fix.
const maxApart = 50

// ofVariable is the edit that fixes the writes of the variable that f stands at, where the places of its
// object have several.
func (x *fixer) ofVariable(f *ownership.Finding) []analysis.SuggestedFix {
	w := copyfix.Writes{At: f.All, Args: f.Args, Source: f.Source, Entry: f.Entry, Of: f.Pos}
	if f.Many {
		w.At, w.Source = f.Union, token.NoPos
	}
	if len(w.At) > maxApart || !slices.Contains(w.At, f.Pos) {
		return nil
	}
	return copyfix.Find(x.pass, x.spans, w)
}
