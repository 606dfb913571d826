package ssaquery

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// Source finds the expression that an instruction was made from: SSA
// registers have lost the names that a reader knows.
type Source struct {
	Files []*ast.File
	lhs   map[*ast.File][]ast.Expr                  // what is assigned to, in order
	calls map[*ast.File]map[token.Pos]*ast.CallExpr // by left parenthesis
}

func (s *Source) file(pos token.Pos) *ast.File {
	for _, f := range s.Files {
		if f.FileStart <= pos && pos < f.FileEnd {
			if s.lhs == nil {
				s.lhs = map[*ast.File][]ast.Expr{}
				s.calls = map[*ast.File]map[token.Pos]*ast.CallExpr{}
			}
			if _, ok := s.calls[f]; !ok {
				s.index(f)
			}
			return f
		}
	}
	return nil
}

func (s *Source) index(f *ast.File) {
	calls := map[token.Pos]*ast.CallExpr{}
	var lhs []ast.Expr
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE {
				lhs = append(lhs, n.Lhs...)
			}
		case *ast.IncDecStmt:
			lhs = append(lhs, n.X)
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				if n.Key != nil {
					lhs = append(lhs, n.Key)
				}
				if n.Value != nil {
					lhs = append(lhs, n.Value)
				}
			}
		case *ast.CallExpr:
			calls[n.Lparen] = n
		}
		return true
	})
	s.lhs[f], s.calls[f] = lhs, calls
}

// Assigned is the expression at pos that is assigned to, nil if there is none.
func (s *Source) Assigned(pos token.Pos) ast.Expr {
	f := s.file(pos)
	if f == nil {
		return nil
	}
	var best ast.Expr
	for _, x := range s.lhs[f] {
		if x.Pos() <= pos && pos <= x.End() && (best == nil || x.Pos() >= best.Pos()) {
			best = x
		}
	}
	return best
}

// Call is the call whose left parenthesis stands at pos.
func (s *Source) Call(pos token.Pos) *ast.CallExpr {
	if f := s.file(pos); f != nil {
		return s.calls[f][pos]
	}
	return nil
}

// maxText bounds how much source text a message quotes.
const maxText = 60

// Text is e as source text, "" if it is too long to quote.
func Text(e ast.Expr) string {
	s := types.ExprString(e)
	if len(s) > maxText || strings.Contains(s, " literal)") {
		return ""
	}
	return s
}
