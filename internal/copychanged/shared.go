package copychanged

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// seenLater reports whether e, or its elements, can be seen after it was copied by the
// statement copying: by the caller, or by code behind after or in a loop around.
func (f *function) seenLater(e ast.Expr, after token.Pos, copying ast.Node, seen map[*types.Var]bool) bool {
	root, path, _ := f.place(e)
	if root == nil || seen[root] {
		return false
	}
	seen[root] = true
	if f.isOutside(root, copying) {
		return true
	}
	for n := range f.around(copying) {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			if root.Pos() < n.Pos() {
				after = n.Pos()
			}
		}
	}
	for _, u := range f.uses[root] {
		got, end, _ := f.climb(u.id, false)
		if u.id.Pos() < after && !f.staysKnown(u.id, end) || copying.Pos() <= u.id.Pos() && u.id.Pos() < copying.End() {
			continue
		}
		if overlap(got, path) && !f.isLength(end) && !f.isTarget(end) {
			return true
		}
	}
	origin := f.origin(root)
	return origin != nil && f.seenLater(origin, after, copying, seen)
}

// staysKnown reports whether id, with which e begins, lies in a deferred call, which runs at the end, or e goes into a
// struct that holds such values: a scope that is made of an object at the start, and patches it at the end.
func (f *function) staysKnown(id *ast.Ident, e ast.Expr) bool {
	for n := range f.around(id) {
		if _, ok := n.(*ast.DeferStmt); ok {
			return true
		}
	}
	t := f.pass.TypesInfo.TypeOf(e)
	if _, ok := t.Underlying().(*types.Pointer); !ok {
		return false
	}
	in := f.parent[e]
	if kv, ok := in.(*ast.KeyValueExpr); ok && kv.Value == e {
		in = f.parent[kv]
	}
	switch in := in.(type) {
	case *ast.CompositeLit:
		return true
	case *ast.CallExpr:
		return hasFieldOf(f.pass.TypesInfo.TypeOf(in), t)
	}
	return false
}

// hasFieldOf reports whether made, the result of a call or the first of its results, is a struct with a field of type t.
func hasFieldOf(made, t types.Type) bool {
	if results, ok := made.(*types.Tuple); ok && results.Len() > 0 {
		made = results.At(0).Type()
	}
	if made == nil {
		return false
	}
	s := ssaquery.Struct(made)
	for i := 0; s != nil && i < s.NumFields(); i++ {
		if types.Identical(s.Field(i).Type(), t) {
			return true
		}
	}
	return false
}

// isOutside reports whether v belongs to more than one call of the function in which
// at stands: it is a parameter that is never assigned, or declared outside.
func (f *function) isOutside(v *types.Var, at ast.Node) bool {
	var in ast.Node = f.decl
	typ := f.decl.Type
	for n := range f.around(at) {
		if lit, ok := n.(*ast.FuncLit); ok {
			in, typ = lit, lit.Type
			break
		}
	}
	if v.Pos() < in.Pos() || in.End() <= v.Pos() {
		return true
	}
	inParams := func(l *ast.FieldList) bool { return l != nil && l.Pos() <= v.Pos() && v.Pos() < l.End() }
	if !inParams(typ.Params) && !inParams(typ.Results) && (in != ast.Node(f.decl) || !inParams(f.decl.Recv)) {
		return false
	}
	return !f.isAssignedAnywhere(v)
}

func (f *function) isAssignedAnywhere(v *types.Var) bool {
	return slices.ContainsFunc(f.uses[v], func(u use) bool { return f.isTarget(u.id) })
}

// isTarget reports whether all of e is assigned.
func (f *function) isTarget(e ast.Expr) bool {
	switch p := f.parent[e].(type) {
	case *ast.AssignStmt:
		for _, l := range p.Lhs {
			if l == e {
				return true
			}
		}
	case *ast.RangeStmt:
		return p.Key == e || p.Value == e
	}
	return false
}

// isLength reports whether e is the argument of len or cap.
func (f *function) isLength(e ast.Expr) bool {
	call, ok := f.parent[e].(*ast.CallExpr)
	return ok && isBuiltin(f.pass, call, "len", "cap")
}

// isBuiltin reports whether call is one of the builtin functions, of those names if there are any.
func isBuiltin(pass *analysis.Pass, call *ast.CallExpr, names ...string) bool {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok {
		return false
	}
	b, ok := pass.TypesInfo.Uses[id].(*types.Builtin)
	return ok && (len(names) == 0 || slices.Contains(names, b.Name()))
}

// origin is what the variable v is a part or a copy of, and shares its slices with; nil if it
// is not known, or assigned more than once.
func (f *function) origin(v *types.Var) ast.Expr {
	if f.isAssignedAnywhere(v) {
		return nil
	}
	var of ast.Expr
	for n := range ast.Preorder(f.decl) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE && len(n.Lhs) == len(n.Rhs) {
				for i, l := range n.Lhs {
					if defined(f.pass, l) == v {
						of = ast.Unparen(n.Rhs[i])
					}
				}
			}
		case *ast.RangeStmt:
			if n.Value != nil && defined(f.pass, n.Value) == v {
				of = ast.Unparen(n.X)
			}
		}
	}
	of = astspan.Addressed(of)
	if i, ok := of.(*ast.IndexExpr); ok {
		of = i.X
	}
	return of
}

// changedIn reports whether body assigns the slice e, or what holds it.
func (f *function) changedIn(e ast.Expr, body *ast.BlockStmt) bool {
	root, path, _ := f.place(e)
	if root == nil {
		return true
	}
	for _, u := range f.uses[root] {
		if u.id.Pos() < body.Pos() || body.End() <= u.id.Pos() {
			continue
		}
		got, end, _ := f.climb(u.id, false)
		if f.isTarget(end) && len(got) <= len(path) && overlap(got, path) {
			return true
		}
	}
	return false
}
