package informer

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/indent"
)

// moveBefore moves the statement of ask before that of start. Both must stand in one list. The statement
// does nothing but ask, for a variable that nothing names in between.
func moveBefore(pass *analysis.Pass, ask, start ssa.Instruction) []analysis.SuggestedFix {
	file, path := astspan.Path(pass.Files, ask.Pos())
	for _, n := range path {
		list := astspan.List(n)
		from, to := at(list, start.Pos()), at(list, ask.Pos())
		if from < 0 || to <= from {
			continue
		}
		chain := onlyAsks(list[to])
		if !isCall(list[from]) || chain == nil || named(list[from:to], list[to], types.ExprString(chain)) {
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

// onlyAsks is what s evaluates, if that only calls a chain of accessors, without arguments, and s assigns the
// result to a variable or field.
func onlyAsks(s ast.Stmt) ast.Expr {
	var e ast.Expr
	switch s := s.(type) {
	case *ast.ExprStmt:
		e = s.X
	case *ast.AssignStmt:
		if len(s.Lhs) != 1 || len(s.Rhs) != 1 {
			return nil
		}
		if setName(s) == "" {
			return nil
		}
		e = s.Rhs[0]
	}
	chain := e
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return chain
		case *ast.SelectorExpr:
			e = x.X
		case *ast.CallExpr:
			if len(x.Args) > 0 {
				return nil
			}
			e = x.Fun
		default:
			return nil
		}
	}
}

// setName is the name of the variable or field that s sets, "" for other places.
func setName(s *ast.AssignStmt) string {
	switch x := s.Lhs[0].(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		return x.Sel.Name
	}
	return ""
}

// named reports whether one of the statements names the variable that s sets, or sets what the chain begins with.
func named(list []ast.Stmt, s ast.Stmt, chain string) bool {
	set := ""
	if a, ok := s.(*ast.AssignStmt); ok {
		set = setName(a)
	}
	found := false
	for _, between := range list {
		ast.Inspect(between, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				found = found || n.Name == set
			case *ast.AssignStmt:
				for _, e := range n.Lhs {
					found = found || strings.HasPrefix(chain, types.ExprString(e)+".")
				}
			}
			return !found
		})
	}
	return found
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
