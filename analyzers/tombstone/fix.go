package tombstone

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/importedit"
	"github.com/k8slint/k8slint/internal/indent"
	"github.com/k8slint/k8slint/internal/kube"
)

// unwrap puts what is in a tombstone in its place, at the start of the function whose parameter is
// asserted at pos, or passed to the call there. It is nil where that is no parameter of type any.
func unwrap(pass *analysis.Pass, pos token.Pos) []analysis.SuggestedFix {
	file, path := astspan.Path(pass.Files, pos)
	if file == nil {
		return nil
	}
	obj, body := parameterAt(pass, path)
	if body == nil || len(body.List) == 0 || obj.Name() == "ok" || obj.Name() == "tombstone" {
		return nil
	}
	first := body.List[0].Pos()
	if pass.Fset.Position(body.Lbrace).Line == pass.Fset.Position(first).Line {
		return nil // func(obj any) { ... } on one line
	}
	name, edits := importedit.Name(pass, file, kube.CachePackage, "cache")
	if name == "" || !importedit.Means(pass, first, name, edits == nil) {
		return nil
	}
	text := "if tombstone, ok := " + obj.Name() + ".(" + name + ".DeletedFinalStateUnknown); ok {\n\t" + obj.Name() + " = tombstone.Obj\n}"
	edits = append(edits, atStart(pass, file, body, text))
	return []analysis.SuggestedFix{{Message: "Unwrap the tombstone", TextEdits: edits}}
}

// atStart inserts lines at the start of body, before the comment of its first statement.
func atStart(pass *analysis.Pass, file *ast.File, body *ast.BlockStmt, lines string) analysis.TextEdit {
	first := body.List[0].Pos()
	in := indent.At(pass, first)
	put := strings.NewReplacer("\n\t", "\n"+in.Inner, "\n", "\n"+in.Outer)
	line := func(p token.Pos) int { return pass.Fset.Position(p).Line }
	for _, group := range file.Comments {
		if body.Lbrace < group.Pos() && line(group.Pos()) == line(body.Lbrace) {
			return analysis.TextEdit{Pos: first, End: first, NewText: []byte(put.Replace(lines + "\n"))}
		}
	}
	return analysis.TextEdit{Pos: body.Lbrace + 1, End: body.Lbrace + 1, NewText: []byte(put.Replace("\n" + lines))}
}

// parameterAt is the parameter of type any that is asserted in path, or passed to a call, and
// the body of the function that has it.
func parameterAt(pass *analysis.Pass, path []ast.Node) (obj *types.Var, body *ast.BlockStmt) {
	obj = variableAt(pass, path)
	if obj == nil || !types.Identical(obj.Type().Underlying(), types.NewInterfaceType(nil, nil)) {
		return nil, nil
	}
	for _, n := range path {
		typ, body := astspan.Func(n)
		if typ == nil {
			continue
		}
		for _, field := range typ.Params.List {
			if slices.ContainsFunc(field.Names, func(id *ast.Ident) bool { return pass.TypesInfo.Defs[id] == obj }) {
				return obj, body
			}
		}
	}
	return nil, nil
}

// variableAt is the variable that the innermost assertion, type switch or call of path looks at.
func variableAt(pass *analysis.Pass, path []ast.Node) *types.Var {
	for _, n := range path {
		var x ast.Expr
		switch n := n.(type) {
		case *ast.TypeAssertExpr:
			x = n.X
		case *ast.TypeSwitchStmt:
			x = switchedOn(n)
		case *ast.CallExpr:
			if len(n.Args) == 0 {
				continue
			}
			x = n.Args[0]
		default:
			continue
		}
		id, _ := ast.Unparen(x).(*ast.Ident)
		v, _ := pass.TypesInfo.Uses[id].(*types.Var)
		return v
	}
	return nil
}

// switchedOn is what a type switch is about.
func switchedOn(s *ast.TypeSwitchStmt) ast.Expr {
	var x ast.Expr
	switch assign := s.Assign.(type) {
	case *ast.AssignStmt:
		x = assign.Rhs[0]
	case *ast.ExprStmt:
		x = assign.X
	}
	if a, ok := x.(*ast.TypeAssertExpr); ok {
		return a.X
	}
	return nil
}

// replaced calls, in place of the function of the call at pos, the one of its package that takes tombstones.
func replaced(pass *analysis.Pass, k keyCall) []analysis.SuggestedFix {
	_, call, _ := astspan.Call(pass.Files, k.Pos())
	if call == nil {
		return nil
	}
	id := astspan.Called(call)
	if id == nil || pass.TypesInfo.Uses[id] != k.fn { // a variable
		return nil
	}
	return []analysis.SuggestedFix{{Message: "Use " + k.better, TextEdits: []analysis.TextEdit{{Pos: id.Pos(), End: id.End(), NewText: []byte(k.better)}}}}
}
