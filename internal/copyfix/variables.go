package copyfix

import (
	"go/ast"
	"go/token"
	"go/types"
)

// is reports whether e is the variable v.
func (f *file) is(e ast.Expr, v *types.Var) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && (f.pass.TypesInfo.Defs[id] == v || f.pass.TypesInfo.Uses[id] == v)
}

// rootVar is the local variable at the root of e, or nil.
func (f *file) rootVar(e ast.Expr) *types.Var {
	id, ok := innermost(e).(*ast.Ident)
	if !ok {
		return nil
	}
	v, _ := f.pass.TypesInfo.Uses[id].(*types.Var)
	if v == nil || v.Parent() == f.pass.Pkg.Scope() {
		return nil
	}
	return v
}

// defines reports whether e is the name that declares v.
func (f *file) defines(e ast.Expr, v *types.Var) bool {
	id, ok := e.(*ast.Ident)
	return ok && f.pass.TypesInfo.Defs[id] == v
}

// assigns reports whether as gives v a value, or declares it.
func (f *file) assigns(as *ast.AssignStmt, v *types.Var) bool {
	for _, l := range as.Lhs {
		if f.is(l, v) {
			return true
		}
	}
	return false
}

// assigned reports whether v is given a further value in body.
func (f *file) assigned(v *types.Var, body ast.Node) bool {
	hit := false
	ast.Inspect(body, func(n ast.Node) bool {
		if as, ok := n.(*ast.AssignStmt); ok {
			for _, l := range as.Lhs {
				id, ok := ast.Unparen(l).(*ast.Ident)
				hit = hit || ok && f.pass.TypesInfo.Uses[id] == v
			}
		}
		return !hit
	})
	return hit
}

// checks reports whether the condition of c reads what as assigned: an error,
// an ok, nil.
func (f *file) checks(c *ast.IfStmt, as *ast.AssignStmt) bool {
	hit := false
	ast.Inspect(c.Cond, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if v, ok := f.pass.TypesInfo.Uses[id].(*types.Var); ok {
				hit = hit || f.assigns(as, v)
			}
		}
		return true
	})
	return hit
}

// handsOn reports whether a call in s has v, or its address, for an argument.
func (f *file) handsOn(s ast.Stmt, v *types.Var) bool {
	hit := false
	ast.Inspect(s, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			for _, arg := range call.Args {
				hit = hit || f.is(addressed(arg), v)
			}
		}
		return !hit
	})
	return hit
}

// usedAfter reports whether v is used in body after pos, but for len(v) and
// cap(v). Without a body, it may be.
func (f *file) usedAfter(v *types.Var, pos token.Pos, body *ast.BlockStmt) bool {
	if body == nil {
		return true
	}
	used := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if id, ok := n.Fun.(*ast.Ident); ok && (id.Name == "len" || id.Name == "cap") {
				return false
			}
		case *ast.Ident:
			used = used || n.Pos() >= pos && f.pass.TypesInfo.Uses[n] == v
		}
		return !used
	})
	return used
}

// fromCalls reports whether v is only given what calls return, and pointers to
// literals.
func (f *file) fromCalls(v *types.Var) bool {
	n, calls := 0, 0
	ast.Inspect(f.around(v.Pos()), func(node ast.Node) bool {
		as, ok := node.(*ast.AssignStmt)
		if !ok || !f.assigns(as, v) {
			return true
		}
		n++
		if len(as.Rhs) == 1 {
			switch x := ast.Unparen(as.Rhs[0]).(type) {
			case *ast.CallExpr:
				calls++
			case *ast.UnaryExpr:
				if _, ok := x.X.(*ast.CompositeLit); ok {
					calls++
				}
			}
		}
		return true
	})
	return n > 0 && n == calls
}

// freshList reports whether e is a slice that the function got from a call that
// makes a new one each time, as List of a lister does.
func (f *file) freshList(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	v, _ := f.pass.TypesInfo.Uses[id].(*types.Var)
	n, fresh := 0, 0
	ast.Inspect(f.around(v.Pos()), func(node ast.Node) bool {
		as, ok := node.(*ast.AssignStmt)
		if !ok || !f.assigns(as, v) {
			return true
		}
		n++
		if call, ok := ast.Unparen(as.Rhs[0]).(*ast.CallExpr); ok && f.is(as.Lhs[0], v) && len(as.Rhs) == 1 {
			if sel, ok := call.Fun.(*ast.SelectorExpr); ok {
				switch sel.Sel.Name {
				case "List", "ByIndex", "Index":
					fresh++
				}
			}
		}
		return true
	})
	return n == 1 && fresh == 1
}
