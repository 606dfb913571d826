package copyfix

import (
	"go/ast"
	"go/token"
	"strings"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/kube"
)

// This file reads expressions and assignments by their syntax alone.

// inner is what the expression e selects from, or nil.
func inner(e ast.Expr) ast.Expr {
	var x ast.Expr
	switch e := e.(type) {
	case *ast.SelectorExpr:
		x = e.X
	case *ast.IndexExpr:
		x = e.X
	case *ast.SliceExpr:
		x = e.X
	case *ast.StarExpr:
		x = e.X
	case *ast.UnaryExpr:
		if e.Op != token.AND {
			return nil
		}
		x = e.X
	case *ast.CallExpr:
		// x.GetObjectKind().SetGroupVersionKind(...)
		sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr)
		if !ok || !strings.HasPrefix(sel.Sel.Name, "Get") || len(e.Args) > 0 {
			return nil
		}
		x = sel.X
	default:
		return nil
	}
	return ast.Unparen(x)
}

// chainOf lists e, what it selects from, and so on to its root.
func chainOf(e ast.Expr) []ast.Expr {
	var chain []ast.Expr
	for x := ast.Unparen(e); x != nil; x = inner(x) {
		chain = append(chain, x)
	}
	return chain
}

// innermost is the root of a chain of selectors.
func innermost(e ast.Expr) ast.Expr {
	chain := chainOf(e)
	return chain[len(chain)-1]
}

// elementOf is the element of a list or map that as takes, or nil: pods[i],
// &list.Items[i].
func elementOf(as *ast.AssignStmt) *ast.IndexExpr {
	if len(as.Rhs) != 1 {
		return nil
	}
	x, _ := astspan.Addressed(as.Rhs[0]).(*ast.IndexExpr)
	return x
}

// givesFresh reports whether an assignment gives a value that was just made: a
// literal, a copy.
func givesFresh(as *ast.AssignStmt) bool {
	if len(as.Rhs) != 1 {
		return false
	}
	switch x := ast.Unparen(as.Rhs[0]).(type) {
	case *ast.CompositeLit:
		return true
	case *ast.UnaryExpr:
		_, ok := x.X.(*ast.CompositeLit)
		return ok
	case *ast.CallExpr:
		if sel, ok := x.Fun.(*ast.SelectorExpr); ok {
			return kube.NamesDeepCopy(sel.Sel.Name)
		}
	}
	return false
}

// makesNew reports whether e makes something new: map[string]string{},
// make(...), nil.
func makesNew(e ast.Expr) bool {
	switch x := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return true
	case *ast.Ident:
		return x.Name == "nil"
	case *ast.CallExpr:
		id, ok := x.Fun.(*ast.Ident)
		return ok && (id.Name == "make" || id.Name == "new")
	}
	return false
}
