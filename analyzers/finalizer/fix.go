package finalizer

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/kube"
)

// keepOut adds a finalizer only to objects that are not being deleted, where an if that asks for the finalizer is
// around the call add, or asks it:
//
//	if pod.GetDeletionTimestamp().IsZero() && !controllerutil.ContainsFinalizer(pod, f) {
func keepOut(pass *analysis.Pass, add ssa.Instruction) []analysis.SuggestedFix {
	file, call, path := astspan.Call(pass.Files, add.Pos())
	if call == nil || ast.IsGenerated(file) {
		return nil
	}
	obj := object(pass, call)
	var inner ast.Node = call
	for i, n := range path {
		switch n := n.(type) {
		case *ast.IfStmt:
			asked := inner == n.Cond || inner == n.Body && asksForFinalizer(n.Cond)
			if _, elseIf := path[i+1].(*ast.IfStmt); elseIf || obj == nil || !asked || n.Init != nil || n.Else != nil {
				return nil
			}
			return []analysis.SuggestedFix{{Message: "Add the finalizer only if the object is not being deleted", TextEdits: condition(n.Cond, types.ExprString(obj)+".GetDeletionTimestamp().IsZero()")}}
		case *ast.FuncLit:
			return nil
		}
		inner = n
	}
	return nil
}

// object is the variable with the only object that a call is given, as an argument or receiver; nil if there is none.
func object(pass *analysis.Pass, call *ast.CallExpr) ast.Expr {
	var found ast.Expr
	all := call.Args
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		all = append([]ast.Expr{sel.X}, all...)
	}
	for _, x := range all {
		x = astspan.Addressed(x)
		t := pass.TypesInfo.TypeOf(x)
		if _, ok := x.(*ast.Ident); !ok || t == nil || pass.TypesInfo.Types[x].IsType() {
			continue
		}
		if get, _, _ := types.LookupFieldOrMethod(t, true, pass.Pkg, "GetDeletionTimestamp"); get == nil || !kube.IsObject(t) && !kube.IsObject(types.NewPointer(t)) {
			continue
		}
		if found != nil {
			return nil
		}
		found = x
	}
	return found
}

// asksForFinalizer reports whether a condition names finalizers.
func asksForFinalizer(cond ast.Expr) bool {
	for n := range ast.Preorder(cond) {
		if id, ok := n.(*ast.Ident); ok && strings.Contains(strings.ToLower(id.Name), "finalizer") {
			return true
		}
	}
	return false
}

// condition puts text before cond, and both must hold.
func condition(cond ast.Expr, text string) []analysis.TextEdit {
	before := analysis.TextEdit{Pos: cond.Pos(), End: cond.Pos(), NewText: []byte(text + " && ")}
	or, ok := cond.(*ast.BinaryExpr)
	if !ok || or.Op != token.LOR {
		return []analysis.TextEdit{before}
	}
	before.NewText = append(before.NewText, '(')
	return []analysis.TextEdit{before, {Pos: cond.End(), End: cond.End(), NewText: []byte(")")}}
}
