package ssaquery

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/k8slint/k8slint/internal/astspan"
)

// Source finds the expression that an instruction was made from: SSA
// registers have lost the names that a reader knows.
type Source struct {
	Files []*ast.File
	lhs   map[*ast.File][]assigned                  // by position
	calls map[*ast.File]map[token.Pos]*ast.CallExpr // by left parenthesis
}

func (s *Source) file(pos token.Pos) *ast.File {
	f := astspan.File(s.Files, pos)
	if f == nil {
		return nil
	}
	if s.lhs == nil {
		s.lhs = map[*ast.File][]assigned{}
		s.calls = map[*ast.File]map[token.Pos]*ast.CallExpr{}
	}
	if _, ok := s.calls[f]; !ok {
		s.index(f)
	}
	return f
}

func (s *Source) index(f *ast.File) {
	calls := map[token.Pos]*ast.CallExpr{}
	var lhs []assigned
	add := func(op token.Token, exprs ...ast.Expr) {
		for _, x := range exprs {
			if x != nil {
				lhs = append(lhs, assigned{expr: x, op: op, pos: x.Pos(), end: x.End()})
			}
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE {
				add(n.Tok, n.Lhs...)
			}
		case *ast.IncDecStmt:
			add(n.Tok, n.X)
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				add(n.Tok, n.Key, n.Value)
			}
		case *ast.CallExpr:
			calls[n.Lparen] = n
		}
		return true
	})
	s.lhs[f], s.calls[f] = byPosition(lhs), calls
}

// An assigned is an expression that is assigned to.
type assigned struct {
	expr     ast.Expr
	op       token.Token // of the assignment: =, ++, +=, …
	pos, end token.Pos
	last     token.Pos // where this one and all before it have ended
}

// byPosition sorts out by where the expressions begin, and notes where they end.
func byPosition(out []assigned) []assigned {
	slices.SortStableFunc(out, func(a, b assigned) int { return cmp.Compare(a.pos, b.pos) })
	var last token.Pos
	for i := range out {
		last = max(last, out[i].end)
		out[i].last = last
	}
	return out
}

// Assigned is the expression at pos that is assigned to, nil if there is none, and
// the operator of the assignment.
func (s *Source) Assigned(pos token.Pos) (ast.Expr, token.Token) {
	f := s.file(pos)
	if f == nil {
		return nil, token.ILLEGAL
	}
	all := s.lhs[f]
	i, _ := slices.BinarySearchFunc(all, pos+1, func(x assigned, pos token.Pos) int { return cmp.Compare(x.pos, pos) })
	for i--; i >= 0 && all[i].last >= pos; i-- {
		if pos <= all[i].end {
			return all[i].expr, all[i].op
		}
	}
	return nil, token.ILLEGAL
}

// Call is the call whose left parenthesis stands at pos.
func (s *Source) Call(pos token.Pos) *ast.CallExpr {
	if f := s.file(pos); f != nil {
		return s.calls[f][pos]
	}
	return nil
}

// maxText bounds how much source text a message quotes.
// No finding is lost, only a text.
const maxText = 60

// Text is e as source text, "" if it is too long to quote.
func Text(e ast.Expr) string {
	s := types.ExprString(e)
	if len(s) > maxText || strings.Contains(s, " literal)") {
		return ""
	}
	return s
}
