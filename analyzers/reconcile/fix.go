package reconcile

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/importedit"
)

// returnError returns the error of the call at pos in place of the nil of a return statement. It is
// nil but for what everybody writes, where the return does not depend on what the error is:
//
//	if err := r.Update(ctx, obj); err != nil {
//		log.Error(err, "updating")
//		return ctrl.Result{}, nil
//	}
func returnError(pass *analysis.Pass, ret, call token.Pos) []analysis.SuggestedFix {
	file, path := astspan.Path(pass.Files, ret)
	if file == nil || ast.IsGenerated(file) {
		return nil
	}
	if len(path) < 4 {
		return nil
	}
	s, isReturn := path[0].(*ast.ReturnStmt)
	body, isBlock := path[1].(*ast.BlockStmt)
	test, isIf := path[2].(*ast.IfStmt)
	if !isReturn || !isBlock || !isIf || test.Body != body || len(s.Results) != 2 {
		return nil
	}
	none, ok := s.Results[1].(*ast.Ident)
	err, isVar := astspan.NotNil(test.Cond).(*ast.Ident)
	if !ok || none.Name != "nil" || !isVar || !gives(pass, preceding(test, path[3]), err, call) {
		return nil
	}
	o := pass.TypesInfo.Uses[err]
	if importedit.Named(pass, ret, err.Name) != o || branches(pass, body, o) {
		return nil
	}
	return []analysis.SuggestedFix{{Message: "Return the error", TextEdits: []analysis.TextEdit{{Pos: none.Pos(), End: none.End(), NewText: []byte(err.Name)}}}}
}

// preceding is the statement that runs just before the condition of test, which is in parent.
func preceding(test *ast.IfStmt, parent ast.Node) ast.Stmt {
	if test.Init != nil {
		return test.Init
	}
	return astspan.Beside(parent, test, -1)
}

// gives reports whether s gives the variable err the result of the call at pos.
func gives(pass *analysis.Pass, s ast.Stmt, err *ast.Ident, pos token.Pos) bool {
	as, ok := s.(*ast.AssignStmt)
	if !ok || len(as.Rhs) != 1 {
		return false
	}
	call, ok := ast.Unparen(as.Rhs[0]).(*ast.CallExpr)
	id, isIdent := as.Lhs[len(as.Lhs)-1].(*ast.Ident)
	return ok && isIdent && call.Lparen == pos && pass.TypesInfo.ObjectOf(id) == pass.TypesInfo.Uses[err]
}

// branches reports whether what body does depends on the variable o.
func branches(pass *analysis.Pass, body *ast.BlockStmt, o types.Object) bool {
	for n := range ast.Preorder(body) {
		if branch, ok := n.(*ast.IfStmt); ok {
			n = branch.Cond
		} else if _, ok := n.(*ast.SwitchStmt); !ok {
			continue
		}
		for _, used := range astspan.Names(pass.TypesInfo, n) {
			if used == o {
				return true
			}
		}
	}
	return false
}
