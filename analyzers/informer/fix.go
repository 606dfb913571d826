package informer

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/indent"
)

// moveBefore moves the statement of ask before that of start. Both must stand in one list, with nothing but calls
// between them. The statement does nothing but ask.
func moveBefore(pass *analysis.Pass, ask, start ssa.Instruction) []analysis.SuggestedFix {
	file, path := astspan.Path(pass.Files, ask.Pos())
	for _, n := range path {
		list := astspan.List(n)
		from, to := at(list, start.Pos()), at(list, ask.Pos())
		if from < 0 || to <= from {
			continue
		}
		if slices.ContainsFunc(list[from:to], func(s ast.Stmt) bool { return !isCall(s) }) || !onlyAsks(list[to]) {
			return nil
		}
		return move(pass, file, list[to], list[from])
	}
	return nil
}

// isCall reports whether s is a call, in this goroutine or a new one.
func isCall(s ast.Stmt) bool {
	switch s.(type) {
	case *ast.ExprStmt, *ast.GoStmt:
		return true
	}
	return false
}

// at is the number of the statement around pos, -1 if none is.
func at(list []ast.Stmt, pos token.Pos) int {
	return slices.IndexFunc(list, func(s ast.Stmt) bool { return s.Pos() <= pos && pos < s.End() })
}

// onlyAsks reports whether s only calls a chain of accessors, without arguments, and may assign the result to a
// variable or field.
func onlyAsks(s ast.Stmt) bool {
	var e ast.Expr
	switch s := s.(type) {
	case *ast.ExprStmt:
		e = s.X
	case *ast.AssignStmt:
		if len(s.Lhs) != 1 || !astspan.IsPath(s.Lhs[0]) {
			return false
		}
		e = s.Rhs[0]
	}
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return true
		case *ast.SelectorExpr:
			e = x.X
		case *ast.CallExpr:
			if len(x.Args) > 0 {
				return false
			}
			e = x.Fun
		default:
			return false
		}
	}
}

// move moves the statement s before another one, with the comment behind it, if it has its lines for itself.
func move(pass *analysis.Pass, file *ast.File, s, before ast.Stmt) []analysis.SuggestedFix {
	lines := pass.Fset.File(s.Pos())
	first, last := lines.Line(s.Pos()), lines.Line(s.End())
	var text bytes.Buffer
	if err := format.Node(&text, pass.Fset, s); err != nil || last == lines.LineCount() {
		return nil
	}
	for _, c := range file.Comments {
		switch from, to := lines.Line(c.Pos()), lines.Line(c.End()); {
		case to < first-1 || from > last:
		case c.Pos() > s.End() && to == last:
			text.WriteString(" " + c.List[0].Text)
		default:
			return nil
		}
	}
	return []analysis.SuggestedFix{{Message: "Ask for it before Start", TextEdits: []analysis.TextEdit{
		{Pos: before.Pos(), End: before.Pos(), NewText: append(text.Bytes(), "\n"+indent.At(pass, before.Pos()).Outer...)},
		{Pos: lines.LineStart(first), End: lines.LineStart(last + 1)},
	}}}
}
