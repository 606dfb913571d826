package generation

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/wiring"
)

// updates are those that a predicate passes of a kind that has no generation.
type updates int

const (
	// unknown: any may pass.
	unknown updates = iota
	// metadata: those that change labels or annotations.
	metadata
	// nothing passes.
	nothing
)

// predicates reads expressions of type predicate.Predicate.
type predicates struct {
	pass   *analysis.Pass
	values map[types.Object]ast.Expr      // of variables that are assigned once
	grown  map[types.Object][]ast.Expr    // what is appended to them
	bodies map[*types.Func]*ast.BlockStmt // of functions of the package
	known  map[ast.Expr]filter            // what was read
	// entered are the functions that are being read.
	entered map[*types.Func]bool
}

// A filter is what a predicate passes.
type filter struct {
	passes updates
	// generation tells that it looks at the generation. Metadata alone, or no update at all, is a
	// choice that its author made.
	generation bool
	// byHand tells that a function of the program compares the generations.
	byHand bool
	// whole are the types of which it passes all updates besides.
	whole []types.Type
}

// drops reports whether the filter drops updates of objects of type t that its author means
// to see.
func (f filter) drops(t types.Type) bool {
	return f.generation && f.passes != unknown && !slices.ContainsFunc(f.whole, func(w types.Type) bool { return types.Identical(w, t) })
}

// read is what the predicate e passes: anything, if it is made of itself.
func (p *predicates) read(e ast.Expr) filter {
	f, known := p.known[e]
	if !known {
		p.known[e] = filter{}
		f = p.find(e)
		p.known[e] = f
	}
	return f
}

func (p *predicates) find(e ast.Expr) filter {
	switch x := ast.Unparen(e).(type) {
	case *ast.Ident:
		if v := p.values[p.pass.TypesInfo.ObjectOf(x)]; v != nil {
			return p.read(v)
		}
	case *ast.SelectorExpr:
		if v, ok := p.pass.TypesInfo.Uses[x.Sel].(*types.Var); ok && isGlobal(v) {
			if does, ok := fact.Of[passing](p.pass, v); ok {
				return does.filter()
			}
		}
	case *ast.UnaryExpr:
		return p.read(x.X)
	case *ast.CompositeLit:
		if kube.IsPredicateFuncs(p.pass.TypesInfo.TypeOf(x)) {
			return p.funcs(x)
		}
	case *ast.CallExpr:
		if f, ok := typeutil.Callee(p.pass.TypesInfo, x).(*types.Func); ok {
			return p.call(f, x)
		}
	}
	return p.ofType(p.pass.TypesInfo.TypeOf(e))
}

// ofType is what each predicate of type t passes.
func (p *predicates) ofType(t types.Type) filter {
	switch kube.ChangePredicateOf(t) {
	case kube.GenerationChange:
		return filter{passes: nothing, generation: true}
	case kube.MetadataChange:
		return filter{passes: metadata}
	}
	if f := kube.PredicateUpdate(t); f != nil && p.bodies[f.Origin()] != nil {
		return p.passedBy(p.bodies[f.Origin()])
	}
	return filter{}
}

// call is what the predicate passes that a call of f returns.
func (p *predicates) call(f *types.Func, call *ast.CallExpr) filter {
	args, known := call.Args, !call.Ellipsis.IsValid()
	if !known {
		args, known = p.elements(call.Args[len(call.Args)-1])
		known = known && len(call.Args) == 1
	}
	switch kube.MakesPredicate(f) {
	case "And":
		return p.and(args)
	case "Or":
		if known && len(args) > 0 {
			return p.or(args)
		}
	case "NewPredicateFuncs":
		if t := p.typeTest(args[0]); t != nil {
			return filter{passes: nothing, whole: []types.Type{t}}
		}
	case "":
		if ret := p.onlyReturn(f); ret != nil {
			return p.read(ret)
		}
		if does, ok := fact.Of[passing](p.pass, f.Origin()); ok {
			return does.filter()
		}
		return p.ofType(kube.ResultOf(f))
	}
	return filter{}
}

// elements are known ones of the slice e, and whether they are all. What is appended may be so under a condition:
// it counts only where it drops updates whatever their generation is.
func (p *predicates) elements(e ast.Expr) (list []ast.Expr, all bool) {
	e, all = ast.Unparen(e), true
	if id, ok := e.(*ast.Ident); ok {
		v := p.pass.TypesInfo.ObjectOf(id)
		e = p.values[v]
		for _, more := range p.grown[v] {
			all = false
			if !p.read(more).generation {
				list = append(list, more)
			}
		}
	}
	if lit, ok := e.(*ast.CompositeLit); ok {
		return append(list, lit.Elts...), all
	}
	return nil, false
}

// onlyReturn is what f, a function of the package, returns in its only statement; else nil.
func (p *predicates) onlyReturn(f *types.Func) ast.Expr {
	body := p.bodies[f.Origin()]
	if body == nil || len(body.List) != 1 {
		return nil
	}
	ret, ok := body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return nil
	}
	return ret.Results[0]
}

// and passes what all pass.
func (p *predicates) and(list []ast.Expr) filter {
	var all filter
	for _, e := range list {
		all = all.and(p.read(e))
	}
	return all
}

// or passes what one passes.
func (p *predicates) or(list []ast.Expr) filter {
	all := filter{passes: nothing}
	for _, e := range list {
		all = all.or(p.read(e))
	}
	return all
}

// and passes what both pass: as little as the stricter one. If they pass equally little, it is only the generation's
// doing where it is so of both.
func (f filter) and(g filter) filter {
	g.whole = append(f.whole, g.whole...)
	if g.passes == f.passes {
		g.generation = g.generation && f.generation
	}
	if g.passes < f.passes {
		g.passes, g.generation, g.byHand = f.passes, f.generation, f.byHand
	}
	return g
}

// or passes what one of them passes.
func (f filter) or(g filter) filter {
	return filter{
		passes: min(f.passes, g.passes), generation: f.generation || g.generation, byHand: f.byHand || g.byHand,
		whole: append(f.whole, g.whole...),
	}
}

// typeTest is the type T of a function that only tests whether the object is a T, written here or
// returned by a function of the package, which may be generic in T; else nil.
func (p *predicates) typeTest(e ast.Expr) types.Type {
	switch x := ast.Unparen(e).(type) {
	case *ast.FuncLit:
		return p.tested(x.Body)
	case *ast.CallExpr:
		f, ok := typeutil.Callee(p.pass.TypesInfo, x).(*types.Func)
		if !ok || p.onlyReturn(f) == nil {
			return nil
		}
		t := p.typeTest(p.onlyReturn(f))
		params := f.Origin().Signature().TypeParams()
		for i := range params.Len() {
			if types.Identical(t, params.At(i)) {
				return p.argument(x.Fun, i)
			}
		}
		return t
	}
	return nil
}

// argument is the type argument i with which fun is instantiated.
func (p *predicates) argument(fun ast.Expr, i int) types.Type {
	for n := range ast.Preorder(fun) {
		if id, ok := n.(*ast.Ident); ok {
			if inst, ok := p.pass.TypesInfo.Instances[id]; ok && i < inst.TypeArgs.Len() {
				return inst.TypeArgs.At(i)
			}
		}
	}
	return nil
}

// tested is T if body is: _, ok := obj.(T); return ok.
func (p *predicates) tested(body *ast.BlockStmt) types.Type {
	if len(body.List) != 2 {
		return nil
	}
	set, ok := body.List[0].(*ast.AssignStmt)
	ret, isReturn := body.List[1].(*ast.ReturnStmt)
	if !ok || !isReturn || len(set.Lhs) != 2 || len(set.Rhs) != 1 || len(ret.Results) != 1 {
		return nil
	}
	test, ok := set.Rhs[0].(*ast.TypeAssertExpr)
	said, isIdent := set.Lhs[1].(*ast.Ident)
	told, isResult := ret.Results[0].(*ast.Ident)
	if !ok || test.Type == nil || !isIdent || !isResult || p.pass.TypesInfo.ObjectOf(said) != p.pass.TypesInfo.ObjectOf(told) {
		return nil
	}
	return p.pass.TypesInfo.TypeOf(test.Type)
}

// scoped are the predicates that w sets on its own kind.
func (p *predicates) scoped(w wiring.Watch) filter {
	list := slices.Clone(w.Predicates)
	if w.Spread != nil {
		elements, _ := p.elements(w.Spread) // all must pass
		list = append(list, elements...)
	}
	for _, o := range w.Options {
		o = ast.Unparen(o)
		if id, ok := o.(*ast.Ident); ok {
			o = p.values[p.pass.TypesInfo.ObjectOf(id)]
		}
		call, ok := o.(*ast.CallExpr)
		if !ok {
			continue
		}
		f, ok := typeutil.Callee(p.pass.TypesInfo, call).(*types.Func)
		switch {
		case !ok || kube.BuilderCallOf(f) != kube.BuilderPredicates:
		case !call.Ellipsis.IsValid():
			list = append(list, call.Args...)
		case len(call.Args) == 1:
			elements, _ := p.elements(call.Args[0])
			list = append(list, elements...)
		}
	}
	return p.and(list)
}

// assignedOnce are the values of local variables, and of variables of the package that nothing
// exports, that are assigned only where they are declared, and what is appended to them.
func assignedOnce(pass *analysis.Pass, files []*ast.File) (values map[types.Object]ast.Expr, grown map[types.Object][]ast.Expr) {
	values, grown = map[types.Object]ast.Expr{}, map[types.Object][]ast.Expr{}
	count := map[types.Object]int{}
	note := func(lhs, rhs ast.Expr) {
		id, ok := lhs.(*ast.Ident)
		if !ok {
			return
		}
		v := pass.TypesInfo.ObjectOf(id)
		if v == nil || v.Exported() && !isPredicateVariable(v) {
			return
		}
		if more := appended(pass, v, rhs); more != nil {
			grown[v] = append(grown[v], more...)
			return
		}
		values[v] = rhs
		count[v]++
	}
	for _, f := range files {
		for n := range ast.Preorder(f) {
			to, given := astspan.Assigned(n)
			for i, lhs := range to {
				if len(to) == len(given) {
					note(lhs, given[i])
				} else {
					note(lhs, nil)
				}
			}
		}
	}
	for v, n := range count {
		if n > 1 {
			delete(values, v)
		}
	}
	return values, grown
}

// appended are the elements that e appends to v, nil if it is something else.
func appended(pass *analysis.Pass, v types.Object, e ast.Expr) []ast.Expr {
	call, ok := e.(*ast.CallExpr)
	if !ok || len(call.Args) < 2 || typeutil.Callee(pass.TypesInfo, call) != types.Universe.Lookup("append") {
		return nil
	}
	if id, ok := call.Args[0].(*ast.Ident); !ok || pass.TypesInfo.ObjectOf(id) != v {
		return nil
	}
	return call.Args[1:]
}

// bodies are those of the functions of the files.
func bodies(pass *analysis.Pass, files []*ast.File) map[*types.Func]*ast.BlockStmt {
	out := map[*types.Func]*ast.BlockStmt{}
	for fn := range astspan.Funcs(files) {
		if obj, ok := pass.TypesInfo.Defs[fn.Name].(*types.Func); ok {
			out[obj] = fn.Body
		}
	}
	return out
}
