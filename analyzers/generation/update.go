package generation

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/k8slint/k8slint/internal/kube"
)

// funcs is what the literal of predicate.Funcs passes.
func (p *predicates) funcs(lit *ast.CompositeLit) filter {
	update := updateFunc(lit)
	if update == nil {
		return filter{}
	}
	switch x := ast.Unparen(update.Value).(type) {
	case *ast.FuncLit:
		return passedBy(x.Body)
	case *ast.Ident:
		if f, ok := p.pass.TypesInfo.Uses[x].(*types.Func); ok && p.bodies[f] != nil {
			return passedBy(p.bodies[f])
		}
	case *ast.SelectorExpr:
		if f, ok := p.pass.TypesInfo.Uses[x.Sel].(*types.Func); ok && p.bodies[f.Origin()] != nil {
			return passedBy(p.bodies[f.Origin()])
		}
	}
	return filter{}
}

// passedBy is what a function with this body passes: nothing, if each return is false or says that the generation
// changed.
func passedBy(body *ast.BlockStmt) filter {
	f := filter{passes: nothing}
	for _, stmt := range body.List {
		if asksForObject(stmt) {
			continue
		}
		for _, ret := range returns(stmt) {
			switch {
			case len(ret.Results) != 1:
				return filter{}
			case isFalse(ret.Results[0]):
			case saysChanged(ret.Results[0]):
				f.generation, f.byHand = true, true
			default:
				return filter{}
			}
		}
		if dropsUnchanged(stmt) {
			return filter{passes: nothing, generation: true, byHand: true}
		}
	}
	return f
}

// returns are the return statements in n that are not those of a literal in it.
func returns(n ast.Stmt) []*ast.ReturnStmt {
	var out []*ast.ReturnStmt
	ast.Inspect(n, func(n ast.Node) bool {
		if ret, ok := n.(*ast.ReturnStmt); ok {
			out = append(out, ret)
		}
		_, lit := n.(*ast.FuncLit)
		return !lit
	})
	return out
}

// dropsUnchanged reports whether stmt returns false if the generation is the same.
func dropsUnchanged(stmt ast.Stmt) bool {
	branch, ok := stmt.(*ast.IfStmt)
	if !ok || len(branch.Body.List) == 0 || !comparesGenerations(branch.Cond, token.EQL) {
		return false
	}
	ret, ok := branch.Body.List[len(branch.Body.List)-1].(*ast.ReturnStmt)
	return ok && len(ret.Results) == 1 && isFalse(ret.Results[0])
}

// asksForObject reports whether stmt is a branch for updates without an object, which do not happen.
func asksForObject(stmt ast.Stmt) bool {
	branch, ok := stmt.(*ast.IfStmt)
	return ok && branch.Init == nil && branch.Else == nil && isMissing(branch.Cond)
}

func isMissing(e ast.Expr) bool {
	test, ok := ast.Unparen(e).(*ast.BinaryExpr)
	if !ok {
		return false
	}
	if test.Op == token.LOR {
		return isMissing(test.X) && isMissing(test.Y)
	}
	of, ok := test.X.(*ast.SelectorExpr)
	to, isName := test.Y.(*ast.Ident)
	return ok && isName && test.Op == token.EQL && to.Name == "nil" && kube.IsEventObject(of.Sel.Name)
}

func isFalse(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && id.Name == "false"
}

// saysChanged reports whether e is true only if the generation changed.
func saysChanged(e ast.Expr) bool {
	if both, ok := ast.Unparen(e).(*ast.BinaryExpr); ok && both.Op == token.LAND {
		return saysChanged(both.X) || saysChanged(both.Y)
	}
	return comparesGenerations(e, token.NEQ, token.LSS, token.GTR)
}

func comparesGenerations(e ast.Expr, ops ...token.Token) bool {
	cmp, ok := ast.Unparen(e).(*ast.BinaryExpr)
	if !ok || !isGeneration(cmp.X) || !isGeneration(cmp.Y) {
		return false
	}
	for _, op := range ops {
		if cmp.Op == op {
			return true
		}
	}
	return false
}

func isGeneration(e ast.Expr) bool {
	e = ast.Unparen(e)
	if call, ok := e.(*ast.CallExpr); ok {
		e = call.Fun
	}
	sel, ok := e.(*ast.SelectorExpr)
	return ok && kube.SaysGeneration(sel.Sel.Name)
}

// A passing is the fact of a function or variable that the predicate which it returns or holds passes no update
// of a kind that has no generation, or only those of metadata.
type passing struct {
	Metadata, Generation, ByHand bool
}

func (*passing) AFact()         {}
func (*passing) String() string { return "passing" }

func (p *passing) filter() filter {
	f := filter{passes: nothing, generation: p.Generation, byHand: p.ByHand}
	if p.Metadata {
		f.passes = metadata
	}
	return f
}

// export exports the facts of the functions of the package, and of its variables: nobody sets those of another
// package.
func (p *predicates) export() {
	for obj := range p.bodies {
		if kube.PredicateUpdate(kube.ResultOf(obj)) != nil && p.onlyReturn(obj) != nil {
			p.exportOf(obj, p.onlyReturn(obj))
		}
	}
	for obj, value := range p.values {
		if v, ok := obj.(*types.Var); ok && v.Exported() && isPredicateVariable(v) && value != nil {
			p.exportOf(v, value)
		}
	}
}

func (p *predicates) exportOf(obj types.Object, value ast.Expr) {
	if f := p.read(value); f.passes != unknown && len(f.whole) == 0 {
		p.pass.ExportObjectFact(obj, &passing{Metadata: f.passes == metadata, Generation: f.generation, ByHand: f.byHand})
	}
}

// isPredicateVariable reports whether v is a variable of a package that holds a predicate.
func isPredicateVariable(v types.Object) bool {
	return isGlobal(v) && kube.PredicateUpdate(v.Type()) != nil
}

func isGlobal(v types.Object) bool { return v.Pkg() != nil && v.Parent() == v.Pkg().Scope() }
