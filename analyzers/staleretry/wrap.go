package staleretry

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/ssaquery"
)

// wrap makes the error that hides the conflict wrap it, in a function of this package:
//
//	return fmt.Errorf("update %s: %w", name, err) // before: %v
func wrap(w *writer, b bug) *analysis.SuggestedFix {
	if b.out.Made == nil {
		return nil
	}
	e := w.callExpr(b.out.Made)
	if e == nil || e.Ellipsis.IsValid() || len(e.Args) < 2 || w.fileAt(e) == nil {
		return nil
	}
	sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	fn, ok := w.pass.TypesInfo.Uses[sel.Sel].(*types.Func)
	format, isText := e.Args[0].(*ast.BasicLit)
	if !ok || fn.FullName() != "fmt.Errorf" || !isText || format.Kind != token.STRING || strings.Contains(format.Value, "%w") {
		return nil
	}
	n := onlyError(w.pass.TypesInfo, e.Args[1:])
	if n < 0 {
		return nil
	}
	from, to := directive(format.Value, n)
	if to == 0 {
		return nil
	}
	edits := []analysis.TextEdit{{Pos: format.Pos() + token.Pos(from), End: format.Pos() + token.Pos(to), NewText: []byte("%w")}}
	if text, ok := ast.Unparen(e.Args[n+1]).(*ast.CallExpr); ok && !isError(w.pass.TypesInfo, text) {
		sel := text.Fun.(*ast.SelectorExpr) // err.Error()
		edits = append(edits, analysis.TextEdit{Pos: sel.X.End(), End: text.End()})
	}
	return &analysis.SuggestedFix{Message: "Wrap the error with %w", TextEdits: edits}
}

// onlyError is the index of the only argument that is an error, or its text; -1 if there are several,
// or none.
func onlyError(info *types.Info, args []ast.Expr) int {
	found := -1
	for i, a := range args {
		call, ok := ast.Unparen(a).(*ast.CallExpr)
		if ok && !isError(info, a) {
			sel, isMethod := ast.Unparen(call.Fun).(*ast.SelectorExpr)
			ok = isMethod && sel.Sel.Name == "Error" && isError(info, sel.X)
		}
		if !ok && !isError(info, a) {
			continue
		}
		if found >= 0 {
			return -1
		}
		found = i
	}
	return found
}

func isError(info *types.Info, e ast.Expr) bool {
	t := info.TypeOf(e)
	return t != nil && ssaquery.IsError(t)
}

// directive is where the source of a format has the directive of its n-th argument: %v, %+v or %s. The
// end is 0 where it has another one, or it is not clear which it is.
func directive(source string, n int) (from, to int) {
	for i := 0; i < len(source); i++ {
		if source[i] == '\\' && source[0] == '"' {
			i++
			if strings.IndexByte("xuU01234567", source[i]) >= 0 {
				return 0, 0 // it may stand for a percent sign
			}
			continue
		}
		if source[i] != '%' {
			continue
		}
		start := i
		for i++; i < len(source) && strings.IndexByte("+-# 0123456789.", source[i]) >= 0; i++ {
		}
		switch {
		case i == len(source) || source[i] == '[' || source[i] == '*':
			return 0, 0
		case source[i] == '%':
			continue
		case n > 0:
			n--
			continue
		}
		switch source[start : i+1] {
		case "%v", "%+v", "%s":
			return start, i + 1
		}
		return 0, 0
	}
	return 0, 0
}
