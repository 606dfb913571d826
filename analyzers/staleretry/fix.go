package staleretry

import (
	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/attempt"
)

// fix is the edit that fixes b, nil where none is certain to be right.
func (f *fixer) fix(b bug) *analysis.SuggestedFix {
	switch {
	case b.category == neverReread && b.out.Kind == attempt.Again:
		return f.reread(b)
	case b.category == flattened:
		return wrap(f.w, b)
	case b.category == fromCache:
		return f.readLive(b)
	case b.category == secondWrite:
		return (&versions{f.w}).keep(b)
	}
	return nil
}
