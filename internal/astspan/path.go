package astspan

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ast/astutil"
)

// File returns the file of files that pos is in, nil if it is in none.
func File(files []*ast.File, pos token.Pos) *ast.File {
	for _, f := range files {
		if f.FileStart <= pos && pos < f.FileEnd {
			return f
		}
	}
	return nil
}

// Path returns the file of files that pos is in, and the nodes around it, innermost first. Both are
// nil if it is in none.
func Path(files []*ast.File, pos token.Pos) (*ast.File, []ast.Node) {
	f := File(files, pos)
	if f == nil {
		return nil, nil
	}
	path, _ := astutil.PathEnclosingInterval(f, pos, pos)
	return f, path
}

// Call returns the call whose parenthesis opens at pos, as go/ssa says where a call is, and the nodes around it,
// innermost first. call is nil if there is none.
func Call(files []*ast.File, pos token.Pos) (file *ast.File, call *ast.CallExpr, outer []ast.Node) {
	file, path := Path(files, pos)
	for i, n := range path {
		if c, ok := n.(*ast.CallExpr); ok && c.Lparen == pos {
			return file, c, path[i+1:]
		}
	}
	return file, nil, nil
}

// Keyed returns where lit sets the field called name, nil if it does not, or does not name its fields.
func Keyed(lit *ast.CompositeLit, name string) *ast.KeyValueExpr {
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok && id.Name == name {
				return kv
			}
		}
	}
	return nil
}

// List returns the statements of n, a block or a case; nil if it is something else.
func List(n ast.Node) []ast.Stmt {
	switch n := n.(type) {
	case *ast.BlockStmt:
		return n.List
	case *ast.CaseClause:
		return n.Body
	case *ast.CommClause:
		return n.Body
	}
	return nil
}

// Listed returns the innermost statement of path if it stands in a list, where others can stand
// before it. It is nil if it does not: the init of an if, say.
func Listed(path []ast.Node) ast.Stmt {
	for i, n := range path[:max(0, len(path)-1)] {
		if s, ok := n.(ast.Stmt); ok {
			if slices.Contains(List(path[i+1]), s) {
				return s
			}
			return nil
		}
	}
	return nil
}

// Beside returns the statement that stands by places behind s in the list of n, before it if by is
// negative; nil if there is none.
func Beside(n ast.Node, s ast.Stmt, by int) ast.Stmt {
	list := List(n)
	i := slices.Index(list, s)
	if i < 0 || i+by < 0 || i+by >= len(list) {
		return nil
	}
	return list[i+by]
}

// Guard returns s if it is an if that does no more than to return: with no init and no else.
func Guard(s ast.Stmt) *ast.IfStmt {
	test, ok := s.(*ast.IfStmt)
	if !ok || test.Init != nil || test.Else != nil || len(test.Body.List) == 0 {
		return nil
	}
	if _, ok := test.Body.List[len(test.Body.List)-1].(*ast.ReturnStmt); !ok {
		return nil
	}
	return test
}

// Leaves reports whether control does not go on behind b: it ends by leaving what is around it.
func Leaves(b *ast.BlockStmt) bool {
	if len(b.List) == 0 {
		return false
	}
	switch last := b.List[len(b.List)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return last.Tok == token.CONTINUE || last.Tok == token.BREAK
	}
	return false
}

// Addressed is the x of &x, or x itself.
func Addressed(x ast.Expr) ast.Expr {
	x = ast.Unparen(x)
	if u, ok := x.(*ast.UnaryExpr); ok && u.Op == token.AND {
		return ast.Unparen(u.X)
	}
	return x
}

// Assigned are what n assigns to, and what it assigns: an assignment, or a variable that is declared with a value. They
// are empty for other nodes, and as many as each other but for a call with several results.
func Assigned(n ast.Node) (to, values []ast.Expr) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		return n.Lhs, n.Rhs
	case *ast.ValueSpec:
		if len(n.Values) > 0 {
			for _, id := range n.Names {
				to = append(to, id)
			}
		}
		return to, n.Values
	}
	return nil, nil
}
