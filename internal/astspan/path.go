package astspan

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"iter"
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

// Funcs are the functions and methods that the files declare with a body.
func Funcs(files []*ast.File) iter.Seq[*ast.FuncDecl] {
	return func(yield func(*ast.FuncDecl) bool) {
		for _, f := range files {
			for _, d := range f.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil && !yield(fn) {
					return
				}
			}
		}
	}
}

// Func is the type and the body of n, a declared function or a literal; both are nil for other nodes.
func Func(n ast.Node) (*ast.FuncType, *ast.BlockStmt) {
	switch n := n.(type) {
	case *ast.FuncDecl:
		return n.Type, n.Body
	case *ast.FuncLit:
		return n.Type, n.Body
	}
	return nil, nil
}

// Within reports whether pos is in n.
func Within(n ast.Node, pos token.Pos) bool { return n.Pos() <= pos && pos < n.End() }

// Called is the name of the function or method that call calls, nil if it has none.
func Called(call *ast.CallExpr) *ast.Ident {
	fun := ast.Unparen(call.Fun)
	if x, ok := fun.(*ast.IndexExpr); ok { // source.Kind[client.Object]
		fun = x.X
	}
	switch f := fun.(type) {
	case *ast.Ident:
		return f
	case *ast.SelectorExpr:
		return f.Sel
	}
	return nil
}

// Method is the x of a call x.m(), and the name of m; nil for other expressions.
func Method(e ast.Expr) (x ast.Expr, name string) {
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok && len(call.Args) == 0 {
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
			return ast.Unparen(sel.X), sel.Sel.Name
		}
	}
	return nil, ""
}

// Decl is the function around pos that the files declare with a body, nil if there is none.
func Decl(files []*ast.File, pos token.Pos) *ast.FuncDecl {
	for fn := range Funcs(files) {
		if Within(fn, pos) {
			return fn
		}
	}
	return nil
}

// Root is the variable that e is, or that it selects a field or an element of, asserts the type of, or addresses; nil
// if e does more.
func Root(e ast.Expr) *ast.Ident {
	for {
		switch x := Addressed(e).(type) {
		case *ast.Ident:
			return x
		case *ast.SelectorExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.TypeAssertExpr:
			e = x.X
		default:
			return nil
		}
	}
}

// IsPath reports whether e is a variable or a field of one, by its name.
func IsPath(e ast.Expr) bool {
	for {
		x, ok := e.(*ast.SelectorExpr)
		if !ok {
			_, is := e.(*ast.Ident)
			return is
		}
		e = x.X
	}
}

// NotNil is the x of a condition x != nil, nil for other ones.
func NotNil(cond ast.Expr) ast.Expr {
	b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok || b.Op != token.NEQ {
		return nil
	}
	if y, ok := ast.Unparen(b.Y).(*ast.Ident); !ok || y.Name != "nil" {
		return nil
	}
	return ast.Unparen(b.X)
}

// Names yields what the names in n stand for.
func Names(info *types.Info, n ast.Node) iter.Seq2[*ast.Ident, types.Object] {
	return func(yield func(*ast.Ident, types.Object) bool) {
		for n := range ast.Preorder(n) {
			if id, ok := n.(*ast.Ident); ok && !yield(id, info.ObjectOf(id)) {
				return
			}
		}
	}
}

// Unused is the first of names that nothing in n has, "" if all are taken.
func Unused(n ast.Node, names ...string) string {
	taken := map[string]bool{}
	for n := range ast.Preorder(n) {
		if id, ok := n.(*ast.Ident); ok {
			taken[id.Name] = true
		}
	}
	for _, name := range names {
		if !taken[name] {
			return name
		}
	}
	return ""
}

// Text is n as gofmt writes it, on the lines that it has in fset; "" if that is not possible.
func Text(fset *token.FileSet, n ast.Node) string {
	var b bytes.Buffer
	if format.Node(&b, fset, n) != nil {
		return ""
	}
	return b.String()
}

// LineEnd is pos, or the end of the comments behind it on its line.
func LineEnd(fset *token.FileSet, file *ast.File, pos token.Pos) token.Pos {
	line := func(p token.Pos) int { return fset.PositionFor(p, false).Line }
	for _, group := range file.Comments {
		for _, c := range group.List {
			if pos <= c.Pos() && line(c.Pos()) == line(pos) {
				pos = c.End()
			}
		}
	}
	return pos
}
