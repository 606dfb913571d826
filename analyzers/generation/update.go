package generation

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/fact"
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
		return p.passedBy(x.Body)
	case *ast.Ident:
		if f, ok := p.pass.TypesInfo.Uses[x].(*types.Func); ok && p.bodies[f] != nil {
			return p.passedBy(p.bodies[f])
		}
	case *ast.SelectorExpr:
		if f, ok := p.pass.TypesInfo.Uses[x.Sel].(*types.Func); ok && p.bodies[f.Origin()] != nil {
			return p.passedBy(p.bodies[f.Origin()])
		}
	}
	return filter{}
}

// passedBy is what a function with this body passes, if each return is false or says that the generation or
// other metadata changed.
func (p *predicates) passedBy(body *ast.BlockStmt) filter {
	f := filter{passes: nothing}
	for _, stmt := range body.List {
		if asksForObject(stmt) {
			continue
		}
		if said, ok := p.passesWhere(stmt); ok {
			f = f.or(said)
			continue
		}
		for _, ret := range returns(stmt) {
			if len(ret.Results) != 1 {
				return filter{}
			}
			if !isNamed(ret.Results[0], "false") {
				f = f.or(p.says(ret.Results[0]))
			}
		}
		if f.passes == unknown {
			return filter{}
		}
		if dropsUnchanged(stmt) {
			f.generation, f.byHand = true, true
			return f
		}
	}
	return f
}

// passesWhere is what the condition of stmt says, if it does nothing but return true then.
func (p *predicates) passesWhere(stmt ast.Stmt) (f filter, ok bool) {
	branch, ok := stmt.(*ast.IfStmt)
	if !ok || branch.Init != nil || branch.Else != nil || len(branch.Body.List) != 1 {
		return filter{}, false
	}
	ret, ok := branch.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 || !isNamed(ret.Results[0], "true") {
		return filter{}, false
	}
	return p.says(branch.Cond), true
}

// says is what passes where e is true.
func (p *predicates) says(e ast.Expr) filter {
	switch x := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		switch x.Op {
		case token.LAND:
			return p.says(x.X).and(p.says(x.Y))
		case token.LOR:
			return p.says(x.X).or(p.says(x.Y))
		}
		if comparesGenerations(x, token.NEQ, token.LSS, token.GTR) {
			return filter{passes: nothing, generation: true, byHand: true}
		}
		if x.Op == token.NEQ && (isNil(x.Y) && asksForDeletion(x.X) || sameMetadata(x.X, x.Y)) {
			return filter{passes: metadata}
		}
	case *ast.UnaryExpr:
		if call, ok := ast.Unparen(x.X).(*ast.CallExpr); ok && x.Op == token.NOT && (p.saysEqual(call) || asksForDeletion(call)) {
			return filter{passes: metadata}
		}
	case *ast.CallExpr:
		if sel, ok := x.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == kube.UpdateMethod {
			return p.ofType(p.pass.TypesInfo.TypeOf(sel.X))
		}
		if f, ok := typeutil.Callee(p.pass.TypesInfo, x).(*types.Func); ok && p.bodies[f.Origin()] != nil && !p.entered[f] {
			p.entered[f] = true // it may call itself
			defer delete(p.entered, f)
			return p.passedBy(p.bodies[f.Origin()])
		}
	}
	return filter{}
}

// saysEqual reports whether call says that metadata of two objects is equal.
func (p *predicates) saysEqual(call *ast.CallExpr) bool {
	f, ok := typeutil.Callee(p.pass.TypesInfo, call).(*types.Func)
	switch {
	case !ok:
	case len(call.Args) == 2 && kube.EqualMetadata(f.Origin()):
		return sameMetadata(call.Args[0], call.Args[1])
	case len(call.Args) == 1 && kube.EqualTime(f):
		return sameMetadata(call.Fun.(*ast.SelectorExpr).X, call.Args[0])
	}
	return false
}

// sameMetadata reports whether x and y are the same metadata of two objects, or equal parts of it.
func sameMetadata(x, y ast.Expr) bool {
	a, b := metadataIn(x), metadataIn(y)
	return a != nil && b != nil && a.Sel.Name == b.Sel.Name && types.ExprString(a.X) != types.ExprString(b.X) &&
		strings.Replace(types.ExprString(x), types.ExprString(a.X), types.ExprString(b.X), 1) == types.ExprString(y)
}

// metadataIn is the only method in e that returns metadata of an object, if e looks at nothing else of one: nil
// elsewhere.
func metadataIn(e ast.Expr) *ast.SelectorExpr {
	var found []*ast.SelectorExpr
	for n := range ast.Preorder(e) {
		if call, ok := n.(*ast.CallExpr); ok {
			if sel, ok := call.Fun.(*ast.SelectorExpr); ok && kube.MetadataMethod(sel.Sel.Name) {
				found = append(found, sel)
			}
		}
	}
	if len(found) != 1 {
		return nil
	}
	return found[0]
}

// asksForDeletion reports whether e is the deletion timestamp of an object, or asks whether it is zero.
func asksForDeletion(e ast.Expr) bool {
	of, name := astspan.Method(e)
	return of != nil && (kube.IsDeletionTimestamp(name) || name == "IsZero" && asksForDeletion(of))
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
	return ok && len(ret.Results) == 1 && isNamed(ret.Results[0], "false")
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
	return ok && test.Op == token.EQL && isNil(test.Y) && kube.IsEventObject(of.Sel.Name)
}

func isNil(e ast.Expr) bool { return isNamed(e, "nil") }

func isNamed(e ast.Expr, name string) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && id.Name == name
}

func comparesGenerations(e ast.Expr, ops ...token.Token) bool {
	cmp, ok := ast.Unparen(e).(*ast.BinaryExpr)
	if !ok || !isGeneration(cmp.X) || !isGeneration(cmp.Y) {
		return false
	}
	return slices.ContainsFunc(ops, func(op token.Token) bool { return cmp.Op == op })
}

func isGeneration(e ast.Expr) bool {
	e = ast.Unparen(e)
	if call, ok := e.(*ast.CallExpr); ok {
		e = call.Fun
	}
	sel, ok := e.(*ast.SelectorExpr)
	return ok && kube.SaysGeneration(sel.Sel.Name)
}

// A passing is told of a function that returns a predicate, or of a variable that holds one. The predicate passes
// no update of a kind that has no generation, or only those of metadata.
type passing struct {
	Nothing, Metadata, Generation, ByHand bool
}

func (p passing) filter() filter {
	f := filter{passes: nothing, generation: p.Generation, byHand: p.ByHand}
	if p.Metadata {
		f.passes = metadata
	}
	return f
}

// export tells importers of the functions of the package, and of its variables: nobody sets those of another
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
		fact.Tell(p.pass, obj, passing{f.passes == nothing, f.passes == metadata, f.generation, f.byHand})
	}
}

// isPredicateVariable reports whether v is a variable of a package that holds a predicate.
func isPredicateVariable(v types.Object) bool {
	return isGlobal(v) && kube.PredicateUpdate(v.Type()) != nil
}

func isGlobal(v types.Object) bool { return v.Pkg() != nil && v.Parent() == v.Pkg().Scope() }
