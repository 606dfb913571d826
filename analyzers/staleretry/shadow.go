package staleretry

import (
	"go/ast"
	"go/token"

	"github.com/k8slint/k8slint/internal/attempt"
)

// isShadow reports whether what was read again went into a new variable that has
// the name of the one which is written, and is another.
func (w *writer) isShadow(o attempt.Outcome) bool {
	id, tok := w.assigned(o.Reread)
	if id == nil || tok != token.DEFINE {
		return false
	}
	defined := w.pass.TypesInfo.Defs[id]
	e := w.callExpr(o.Site)
	if defined == nil || e == nil {
		return false
	}
	for _, a := range e.Args {
		if sent, ok := ast.Unparen(a).(*ast.Ident); ok && sent.Name == id.Name {
			outer := w.pass.TypesInfo.Uses[sent]
			return outer != nil && outer != defined && outer.Parent() != nil && outer.Parent().Contains(defined.Pos())
		}
	}
	return false
}
