package deepequal

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/wording"
)

// fix makes the two types one, where one edit of an argument does that and cannot
// make the program panic. The advice says what it does, or what to do instead.
func (c comparison) fix() (*analysis.SuggestedFix, func(wording.Level) string) {
	for _, o := range [][2]operand{{c.x, c.y}, {c.y, c.x}} {
		a, b := o[0], o[1]
		switch {
		case calledIs(a, b):
			return edit("Call the method", a, "", "()"), func(l wording.Level) string { return "call " + l.Name(types.ExprString(a.Expr)) }
		case !pointsTo(a, b):
		case isAddress(a):
			x := a.Expr.(*ast.UnaryExpr).X
			return &analysis.SuggestedFix{Message: "Compare the variable", TextEdits: []analysis.TextEdit{{Pos: a.Pos(), End: x.Pos()}}},
				func(l wording.Level) string { return "compare with " + l.Name(types.ExprString(x)) }
		case isStar(b):
			star := analysis.TextEdit{Pos: b.Pos(), End: b.Expr.(*ast.StarExpr).X.Pos()}
			return &analysis.SuggestedFix{Message: "Compare two pointers", TextEdits: []analysis.TextEdit{star}},
				func(l wording.Level) string {
					return "compare with " + l.Name(types.ExprString(b.Expr.(*ast.StarExpr).X))
				}
		case hasAddress(b):
			return edit("Compare two pointers", b, "&", ""), func(l wording.Level) string { return "compare with &" + l.Name(types.ExprString(b.Expr)) }
		default:
			return nil, func(l wording.Level) string { return "dereference " + l.Name(types.ExprString(a.Expr)) }
		}
	}
	return nil, func(wording.Level) string { return "compare values of one type" }
}

func edit(what string, o operand, before, after string) *analysis.SuggestedFix {
	edits := []analysis.TextEdit{}
	if before != "" {
		edits = append(edits, analysis.TextEdit{Pos: o.Pos(), End: o.Pos(), NewText: []byte(before)})
	}
	if after != "" {
		edits = append(edits, analysis.TextEdit{Pos: o.End(), End: o.End(), NewText: []byte(after)})
	}
	return &analysis.SuggestedFix{Message: what, TextEdits: edits}
}

// calledIs reports whether a is a function, which called without arguments returns a
// value of b's type.
func calledIs(a, b operand) bool {
	sig, ok := types.Unalias(a.dynamic()).(*types.Signature)
	if _, lit := a.Expr.(*ast.FuncLit); !ok || lit {
		return false
	}
	return sig.Params().Len() == 0 && sig.Results().Len() == 1 && types.Identical(sig.Results().At(0).Type(), b.dynamic())
}

func pointsTo(a, b operand) bool {
	p, ok := types.Unalias(a.dynamic()).(*types.Pointer)
	return ok && types.Identical(p.Elem(), b.dynamic())
}

// hasAddress reports whether & can be written before o.
func hasAddress(o operand) bool {
	_, literal := o.Expr.(*ast.CompositeLit)
	return literal || o.Addressable()
}

func isStar(o operand) bool {
	_, ok := o.Expr.(*ast.StarExpr)
	return ok
}

func isAddress(o operand) bool {
	u, ok := o.Expr.(*ast.UnaryExpr)
	return ok && u.Op == token.AND
}
