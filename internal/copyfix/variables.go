package copyfix

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/kube"
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
	return slices.ContainsFunc(as.Lhs, func(l ast.Expr) bool { return f.is(l, v) })
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
	for _, o := range astspan.Names(f.pass.TypesInfo, c.Cond) {
		if v, ok := o.(*types.Var); ok && f.assigns(as, v) {
			return true
		}
	}
	return false
}

// handsOn reports whether a call in s has v, or its address, for an argument.
func (f *file) handsOn(s ast.Stmt, v *types.Var) bool {
	hit := false
	ast.Inspect(s, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			for _, arg := range call.Args {
				hit = hit || f.is(astspan.Addressed(arg), v)
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
	all := f.assignments(v)
	for _, as := range all {
		if len(as.Rhs) != 1 {
			return false
		}
		switch x := ast.Unparen(as.Rhs[0]).(type) {
		case *ast.CallExpr:
			continue
		case *ast.UnaryExpr:
			if _, ok := x.X.(*ast.CompositeLit); ok {
				continue
			}
		}
		return false
	}
	return len(all) > 0
}

// assignments are those of the function around v that assign to it.
func (f *file) assignments(v *types.Var) []*ast.AssignStmt {
	var all []*ast.AssignStmt
	ast.Inspect(f.around(v.Pos()), func(n ast.Node) bool {
		if as, ok := n.(*ast.AssignStmt); ok && f.assigns(as, v) {
			all = append(all, as)
		}
		return true
	})
	return all
}

// items reports whether e is the field of objects, not pointers to them, of a list that is a
// variable of the function's own. What a client reads into such a list is a struct for each object,
// which the function may assign to.
func (f *file) items(e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	id, ok := ast.Unparen(sel.X).(*ast.Ident)
	if !ok || sel.Sel.Name != "Items" || !kube.HasItems(f.pass.TypesInfo.TypeOf(id)) {
		return false
	}
	v, ok := f.pass.TypesInfo.Uses[id].(*types.Var)
	slice, isSlice := f.pass.TypesInfo.TypeOf(sel).Underlying().(*types.Slice)
	if !ok || !isSlice {
		return false
	}
	_, isStruct := slice.Elem().Underlying().(*types.Struct)
	body := f.bodyAt(e.Pos())
	if !isStruct || body == nil || !astspan.Within(body, v.Pos()) {
		return false
	}
	return !slices.ContainsFunc(f.assignments(v), func(as *ast.AssignStmt) bool { return len(as.Lhs) != 1 || !makesEmpty(as.Rhs[0]) })
}

// makesEmpty reports whether e is a new struct without fields that are set, or a pointer to one.
func makesEmpty(e ast.Expr) bool {
	lit, ok := astspan.Addressed(e).(*ast.CompositeLit)
	return ok && len(lit.Elts) == 0
}

// freshList reports whether e is a slice that the function got from a call that
// makes a new one each time, as List of a lister does.
func (f *file) freshList(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := f.pass.TypesInfo.Uses[id].(*types.Var)
	if !ok {
		return false
	}
	all := f.assignments(v)
	if len(all) != 1 || len(all[0].Rhs) != 1 || !f.is(all[0].Lhs[0], v) {
		return false
	}
	call, ok := ast.Unparen(all[0].Rhs[0]).(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	return ok && kube.MakesList(sel.Sel.Name)
}
