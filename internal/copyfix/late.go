package copyfix

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// beforeWrites is the place right before the statement at from, which is the first that writes t,
// or that takes a part out of it. It serves where the object may come from several places:
//
//	if err != nil {
//		pod, err = c.Create(ctx, want)
//	} else if pod.Spec != want.Spec {
//		pod = pod.DeepCopy()
//		pod.Spec = want.Spec
//	}
//
// It is not ok where something else than the variable may have the object, and be read later.
func (p *places) beforeWrites(t *target, from token.Pos) (place, bool) {
	s := p.statementBefore(t, from)
	if s == nil || t.index != nil || t.text != t.v.Name() || len(p.given(t)) == 0 || !p.lines.startsLine(s) {
		return place{}, false
	}
	if p.readers.outside(t.v) || p.readers.ofContainers(t.v) || p.elsewhere(t.v, s) {
		return place{}, false
	}
	return place{pos: s.Pos(), after: "\n" + p.lines.indent(s)}, true
}

// statementBefore is the innermost statement around from that is in a list with all writes, and in no
// loop whose next round has the same object; nil if there is none.
func (p *places) statementBefore(t *target, from token.Pos) ast.Stmt {
	var inner ast.Node
	for n := range p.file.nodesAround(from) {
		s, ok := inner.(ast.Stmt)
		if list := astspan.List(n); ok && slices.Contains(list, s) && astspan.Within(n, p.w.last()) && !p.repeats(s, t.v) {
			_, pointer := t.typ.Underlying().(*types.Pointer)
			if s.Pos() < t.v.Pos() || !pointer && !runsFirst(s, from) {
				return nil // of a pointer, the copy of nil is nil
			}
			return s
		}
		inner = n
	}
	return nil
}

// repeats reports whether s is in a loop that does not declare v.
func (p *places) repeats(s ast.Stmt, v *types.Var) bool {
	return slices.ContainsFunc(p.file.loopsWithout(s.Pos(), v.Pos()), func(loop ast.Node) bool { return loop != ast.Node(s) })
}

// runsFirst reports whether what is at pos in s runs each time that s does.
func runsFirst(s ast.Stmt, pos token.Pos) bool {
	switch s := s.(type) {
	case *ast.IfStmt:
		return pos < s.Body.Pos()
	case *ast.SwitchStmt:
		return pos < s.Body.Pos()
	case *ast.AssignStmt, *ast.ExprStmt, *ast.ReturnStmt, *ast.DeclStmt, *ast.IncDecStmt:
		return true
	}
	return false
}

// elsewhere reports whether the object of v, or a part of it, may have another name that is used
// after the statement s. It also does if v may get another object between s and the last write.
func (p *places) elsewhere(v *types.Var, s ast.Stmt) bool {
	found := false
	ast.Inspect(p.file.around(s.Pos()), func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if p.file.assigns(n, v) {
				found = found || n.Pos() > s.Pos() && n.End() <= p.w.last() || n.Pos() < s.Pos() && p.named(n, v, s)
			}
		case *ast.Ident:
			if n.Pos() < s.Pos() && p.file.pass.TypesInfo.Uses[n] == v {
				found = found || p.aliases(n, v, s)
			}
		}
		return !found
	})
	return found
}

// named reports whether what as gives v has another name, which is used in s or after it. On a branch
// that s is not on, it may have one.
func (p *places) named(as *ast.AssignStmt, v *types.Var, s ast.Stmt) bool {
	if givesFresh(as) || elementOf(as) != nil || p.onOtherBranch(as, s) {
		return false // of elements, ofContainers was asked
	}
	if len(as.Lhs) != len(as.Rhs) {
		switch x := ast.Unparen(as.Rhs[0]).(type) {
		case *ast.CallExpr:
			return false
		case *ast.TypeAssertExpr: // with an ok
			return p.assertedFrom(x, s)
		}
		return true
	}
	for i, l := range as.Lhs {
		if !p.file.is(l, v) {
			continue
		}
		switch x := ast.Unparen(as.Rhs[i]).(type) {
		case *ast.CallExpr:
		case *ast.TypeAssertExpr:
			return p.assertedFrom(x, s)
		default:
			return !makesNew(x)
		}
	}
	return false
}

// assertedFrom reports whether what x asserts may be read in s or after it.
func (p *places) assertedFrom(x *ast.TypeAssertExpr, s ast.Stmt) bool {
	if _, call := ast.Unparen(x.X).(*ast.CallExpr); call {
		return false
	}
	id, ok := ast.Unparen(x.X).(*ast.Ident)
	if !ok {
		return true
	}
	v := p.file.rootVar(id)
	return v == nil || p.readers.outside(v) || p.readers.ofContainers(v) || p.file.usedAfter(v, s.Pos(), p.file.declBodyAt(s.Pos()))
}

// onOtherBranch reports whether a and b are on two branches of an if, so that only one of them runs.
func (p *places) onOtherBranch(a, b ast.Node) bool {
	for n := range p.file.nodesAround(a.Pos()) {
		if n, ok := n.(*ast.IfStmt); ok && n.Else != nil {
			if astspan.Within(n.Body, a.Pos()) && astspan.Within(n.Else, b.Pos()) || astspan.Within(n.Else, a.Pos()) && astspan.Within(n.Body, b.Pos()) {
				return true
			}
		}
	}
	return false
}

// aliases reports whether the use of v gives the object, or a part of it, another name that is used
// in s or after it.
func (p *places) aliases(use *ast.Ident, v *types.Var, s ast.Stmt) bool {
	for n := range p.file.nodesAround(use.Pos()) {
		switch n := n.(type) {
		case *ast.GoStmt, *ast.DeferStmt, *ast.SendStmt:
			return true
		case *ast.AssignStmt:
			return slices.ContainsFunc(n.Lhs, func(l ast.Expr) bool { return p.keeps(l, v, s) })
		case *ast.ValueSpec:
			return slices.ContainsFunc(n.Names, func(id *ast.Ident) bool { return p.keeps(id, v, s) })
		case ast.Stmt:
			return false
		}
	}
	return true
}

// keeps reports whether l, which is assigned to, may hold memory that others can write, and is used
// in s or after it.
func (p *places) keeps(l ast.Expr, v *types.Var, s ast.Stmt) bool {
	id, ok := ast.Unparen(l).(*ast.Ident)
	if ok && id.Name == "_" {
		return false
	}
	t := p.file.pass.TypesInfo.TypeOf(l)
	if !ok || t == nil {
		return t == nil || shares(t)
	}
	to, _ := p.file.pass.TypesInfo.ObjectOf(id).(*types.Var)
	if to == nil || to.Parent() == p.file.pass.Pkg.Scope() {
		return shares(t)
	}
	return to != v && shares(t) && (p.file.isResult(to) || p.file.usedAfter(to, s.Pos(), p.file.declBodyAt(s.Pos())))
}

// shares reports whether a copy of a t leads to the same memory as the t. Errors do not count.
func shares(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return false
	case *types.Array:
		return shares(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if shares(f.Type()) {
				return true
			}
		}
		return false
	}
	return !ssaquery.IsError(t)
}
