package staleretry

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/subresource"
)

// A writer puts bugs into words.
type writer struct {
	pass  *analysis.Pass
	kinds *subresource.Kinds
}

// A fixer finds the edits that fix bugs.
type fixer struct{ w *writer }

// callExpr is the source of a call, nil if there is none.
func (w *writer) callExpr(call ssa.CallInstruction) *ast.CallExpr {
	_, e, _ := astspan.Call(w.pass.Files, call.Pos())
	return e
}

// text is the source of an expression, "" where it cannot be written.
func (w *writer) text(e ast.Expr) string { return astspan.Text(w.pass.Fset, e) }

// assigned is the variable that the result of a call goes to, nil if it goes to none.
func (w *writer) assigned(call ssa.CallInstruction) (*ast.Ident, token.Token) {
	_, nodes := astspan.Path(w.pass.Files, call.Pos())
	for _, n := range nodes {
		if as, ok := n.(*ast.AssignStmt); ok {
			id, _ := as.Lhs[0].(*ast.Ident)
			return id, as.Tok
		}
	}
	return nil, token.ILLEGAL
}

// fileAt is the file of the package that e is in, nil where it is generated.
func (w *writer) fileAt(e ast.Node) *ast.File {
	f := astspan.File(w.pass.Files, e.Pos())
	if f == nil || ast.IsGenerated(f) {
		return nil
	}
	return f
}

// callVerb is what the call itself does.
func callVerb(call ssa.CallInstruction) kube.Verb {
	c := call.Common()
	if !c.IsInvoke() {
		return kube.NoVerb
	}
	return kube.CallOf(c.Method.Name(), c.Method, c.Signature(), c.Value.Type()).Verb
}

// uses reports whether a name is used in a function.
func uses(fn ast.Node, name string) bool { return astspan.Unused(fn, name) == "" }
