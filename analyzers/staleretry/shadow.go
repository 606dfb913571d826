package staleretry

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/ssa"

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

// assigned is the variable that the result of a call goes to, nil if it is none.
func (w *writer) assigned(call ssa.CallInstruction) (*ast.Ident, token.Token) {
	for _, file := range w.pass.Files {
		if file.FileStart > call.Pos() || call.Pos() >= file.FileEnd {
			continue
		}
		nodes, _ := astutil.PathEnclosingInterval(file, call.Pos(), call.Pos())
		for _, n := range nodes {
			if as, ok := n.(*ast.AssignStmt); ok {
				id, _ := as.Lhs[0].(*ast.Ident)
				return id, as.Tok
			}
		}
	}
	return nil, token.ILLEGAL
}
