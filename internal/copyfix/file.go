package copyfix

import (
	"go/ast"
	"go/token"
	"iter"
	"slices"
	"sort"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/astspan"
)

// A file is the file that a fix is made in, with the types of its package.
type file struct {
	pass   *analysis.Pass
	spans  astspan.Files
	syntax *ast.File
}

// nodesAround are the nodes of the file around pos, the innermost first.
func (f *file) nodesAround(pos token.Pos) iter.Seq[ast.Node] { return f.spans.Of(f.syntax).Around(pos) }

// lines are the lines of the file.
func (f *file) lines() *lines { return &lines{f.pass, f.syntax, f.spans} }

// around is the declaration that holds pos, at the top of the file: all of the
// file that a variable declared there can be seen in. It is the file itself if
// pos is in none.
func (f *file) around(pos token.Pos) ast.Node {
	decls := f.syntax.Decls
	i := sort.Search(len(decls), func(i int) bool { return decls[i].End() > pos })
	if i < len(decls) && astspan.Within(decls[i], pos) {
		if fn, ok := decls[i].(*ast.FuncDecl); ok {
			return fn
		}
	}
	return f.syntax
}

// callAt is the call that starts, or opens its arguments, at pos.
func (f *file) callAt(pos token.Pos) *ast.CallExpr {
	for n := range f.nodesAround(pos) {
		switch n := n.(type) {
		case *ast.CallExpr:
			if n.Lparen == pos || n.Pos() == pos {
				return n
			}
		case *ast.AssignStmt, *ast.IncDecStmt, *ast.BlockStmt, *ast.FuncLit:
			return nil
		}
	}
	return nil
}

// assignedAt is what the assignment at pos writes there: of several left sides,
// the one around pos.
func (f *file) assignedAt(pos token.Pos) ast.Expr {
	for n := range f.nodesAround(pos) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				if astspan.Within(l, pos) {
					return l
				}
			}
			return nil
		case *ast.IncDecStmt:
			return n.X
		case *ast.BlockStmt, *ast.FuncLit:
			return nil
		}
	}
	return nil
}

// bodyAt is the body of the innermost function around pos, or nil.
func (f *file) bodyAt(pos token.Pos) *ast.BlockStmt {
	for x := range f.nodesAround(pos) {
		switch x := x.(type) {
		case *ast.FuncDecl:
			return x.Body
		case *ast.FuncLit:
			if astspan.Within(x.Body, pos) {
				return x.Body
			}
		}
	}
	return nil
}

// declBodyAt is the body of the declared function around pos, or nil.
func (f *file) declBodyAt(pos token.Pos) *ast.BlockStmt {
	if d, ok := f.around(pos).(*ast.FuncDecl); ok {
		return d.Body
	}
	return nil
}

// loopAround is the innermost loop around pos in its function, or nil.
func (f *file) loopAround(pos token.Pos) ast.Node {
	for x := range f.nodesAround(pos) {
		switch x.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return x
		case *ast.FuncLit:
			return nil
		}
	}
	return nil
}

// loopsWithout lists the loops around pos that do not contain the declaration at
// decl, innermost last.
func (f *file) loopsWithout(pos, decl token.Pos) []ast.Node {
	var loops []ast.Node
	for x := range f.nodesAround(pos) {
		switch x.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			if !astspan.Within(x, decl) {
				loops = append(loops, x)
			}
		}
	}
	slices.Reverse(loops)
	return loops
}

// statementAt is the innermost statement of a list around pos, and the list.
func (f *file) statementAt(pos token.Pos) (stmt ast.Stmt, in []ast.Stmt) {
	for n := range f.nodesAround(pos) {
		if list := astspan.List(n); stmt != nil && slices.Contains(list, stmt) {
			return stmt, list
		}
		if s, ok := n.(ast.Stmt); ok {
			stmt = s // what a list holds is the node right inside of it
		}
	}
	return nil, nil
}
