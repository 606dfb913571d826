package copyfix

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
)

// nameAssertion gives a name to a copy of the type assertion that all writes go
// through, and uses it from there on:
//
//	pod := obj.(*corev1.Pod).DeepCopy()
//	pod.Labels["a"] = "b"
func (f *fixer) nameAssertion() *analysis.SuggestedFix {
	as := f.assertion()
	if as == nil || !copiesToItself(f.file.pass.TypesInfo.TypeOf(as)) {
		return nil
	}
	id, ok := ast.Unparen(as.X).(*ast.Ident)
	if !ok {
		return nil
	}
	v, _ := f.file.pass.TypesInfo.Uses[id].(*types.Var)
	body := f.file.bodyAt(as.Pos())
	if v == nil || body == nil || f.file.assigned(v, body) || f.readers().outside(v) {
		return nil
	}
	stmt, list := f.file.statementAt(as.Pos())
	if stmt == nil || !f.file.lines().startsLine(stmt) {
		return nil
	}
	name := f.file.freeName(f.file.pass.TypesInfo.TypeOf(as), body)
	text := types.ExprString(as)
	edits := []analysis.TextEdit{{
		Pos: stmt.Pos(), End: stmt.Pos(),
		NewText: []byte(name + " := " + text + ".DeepCopy()\n" + f.file.lines().indent(stmt)),
	}}
	uses, ok := f.assertionsFrom(v, text, body, stmt, list)
	if !ok {
		return nil
	}
	for _, use := range uses {
		edits = append(edits, analysis.TextEdit{Pos: use.Pos(), End: use.End(), NewText: []byte(name)})
	}
	return &analysis.SuggestedFix{Message: "Write to a deep copy of " + text, TextEdits: edits}
}

// assertion is the first of the type assertions that all writes go through, if
// all are the same, or nil.
func (f *fixer) assertion() *ast.TypeAssertExpr {
	var first *ast.TypeAssertExpr
	for _, pos := range f.w.At {
		e := f.file.assignedAt(pos)
		if e == nil {
			return nil
		}
		as, ok := innermost(e).(*ast.TypeAssertExpr)
		if !ok || first != nil && (types.ExprString(as) != types.ExprString(first) || f.file.rootVar(as.X) != f.file.rootVar(first.X)) {
			return nil
		}
		if first == nil {
			first = as
		}
	}
	return first
}

// assertionsFrom lists the type assertions of v with this text from stmt, one
// of list, to the end of body. It is not ok if v is used otherwise from there
// on, or where the name of the copy is not known: behind the list, or in
// another function.
func (f *fixer) assertionsFrom(v *types.Var, text string, body *ast.BlockStmt, stmt ast.Stmt, list []ast.Stmt) (uses []ast.Expr, ok bool) {
	end := list[len(list)-1].End()
	ok = true
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.TypeAssertExpr:
			if n.Pos() < stmt.Pos() || types.ExprString(n) != text || !f.file.is(n.X, v) {
				return true
			}
			_, two := f.file.pass.TypesInfo.TypeOf(n).(*types.Tuple)
			ok = ok && n.End() <= end && f.file.bodyAt(n.Pos()) == body && !two
			uses = append(uses, n)
			return false
		case *ast.Ident:
			ok = ok && (n.Pos() < stmt.Pos() || f.file.pass.TypesInfo.Uses[n] != v)
		}
		return true
	})
	return uses, ok
}
