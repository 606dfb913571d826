package generation

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/report"
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
	bodies map[*types.Func]*ast.BlockStmt // of functions of the package
}

// A filter is what a predicate passes.
type filter struct {
	passes updates
	// generation tells that it looks at the generation. Metadata alone is a choice that its author
	// made.
	generation bool
	// whole are the types of which it passes all updates besides.
	whole []types.Type
}

// drops reports whether the filter drops updates of objects of type t that its author means
// to see.
func (f filter) drops(t types.Type) bool {
	return f.generation && f.passes != unknown && !slices.ContainsFunc(f.whole, func(w types.Type) bool { return types.Identical(w, t) })
}

// maxDepth bounds how deep predicates are combined: nobody writes more than two or three levels.
const maxDepth = 8

func (p *predicates) read(e ast.Expr, depth int) filter {
	if depth > maxDepth {
		return filter{}
	}
	switch x := ast.Unparen(e).(type) {
	case *ast.Ident:
		if v := p.values[p.pass.TypesInfo.ObjectOf(x)]; v != nil {
			return p.read(v, depth+1)
		}
	case *ast.UnaryExpr:
		return p.read(x.X, depth+1)
	case *ast.CompositeLit:
		switch kube.ChangePredicateOf(p.pass.TypesInfo.TypeOf(x)) {
		case kube.GenerationChange:
			return filter{passes: nothing, generation: true}
		case kube.MetadataChange:
			return filter{passes: metadata}
		}
	case *ast.CallExpr:
		f, ok := typeutil.Callee(p.pass.TypesInfo, x).(*types.Func)
		if !ok || x.Ellipsis.IsValid() || len(x.Args) == 0 {
			return filter{}
		}
		switch kube.MakesPredicate(f) {
		case "And":
			return p.and(x.Args, depth)
		case "Or":
			return p.or(x.Args, depth)
		case "NewPredicateFuncs":
			if t := p.typeTest(x.Args[0]); t != nil {
				return filter{passes: nothing, whole: []types.Type{t}}
			}
		}
	}
	return filter{}
}

// and passes what all pass: as little as the strictest.
func (p *predicates) and(list []ast.Expr, depth int) filter {
	var all filter
	for _, e := range list {
		f := p.read(e, depth+1)
		all.whole = append(all.whole, f.whole...)
		if f.passes > all.passes || f.passes == all.passes && f.generation {
			all.passes, all.generation = f.passes, f.generation
		}
	}
	return all
}

// or passes what one passes.
func (p *predicates) or(list []ast.Expr, depth int) filter {
	all := filter{passes: nothing}
	for _, e := range list {
		f := p.read(e, depth+1)
		all.passes, all.generation = min(all.passes, f.passes), all.generation || f.generation
		all.whole = append(all.whole, f.whole...)
	}
	return all
}

// typeTest is the type T of a function that only tests whether the object is a T, written here or
// returned by a function of the package, which may be generic in T; else nil.
func (p *predicates) typeTest(e ast.Expr) types.Type {
	switch x := ast.Unparen(e).(type) {
	case *ast.FuncLit:
		return p.tested(x.Body)
	case *ast.CallExpr:
		f, ok := typeutil.Callee(p.pass.TypesInfo, x).(*types.Func)
		if !ok || p.bodies[f.Origin()] == nil || len(p.bodies[f.Origin()].List) != 1 {
			return nil
		}
		ret, ok := p.bodies[f.Origin()].List[0].(*ast.ReturnStmt)
		if !ok || len(ret.Results) != 1 {
			return nil
		}
		t := p.typeTest(ret.Results[0])
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
	var list []ast.Expr
	for _, o := range w.Options {
		call, ok := ast.Unparen(o).(*ast.CallExpr)
		if !ok || call.Ellipsis.IsValid() {
			continue
		}
		if f, ok := typeutil.Callee(p.pass.TypesInfo, call).(*types.Func); ok && kube.BuilderCallOf(f) == kube.BuilderPredicates {
			list = append(list, call.Args...)
		}
	}
	return p.and(list, 0)
}

// assignedOnce are the values of local variables, and of variables of the package that nothing
// exports, that are assigned only where they are declared.
func assignedOnce(pass *analysis.Pass, files []*ast.File) map[types.Object]ast.Expr {
	values, count := map[types.Object]ast.Expr{}, map[types.Object]int{}
	note := func(lhs, rhs ast.Expr) {
		id, ok := lhs.(*ast.Ident)
		if !ok {
			return
		}
		v := pass.TypesInfo.ObjectOf(id)
		if v == nil || v.Exported() {
			return
		}
		values[v] = rhs
		count[v]++
	}
	for _, f := range files {
		for n := range ast.Preorder(f) {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for i, lhs := range n.Lhs {
					if len(n.Lhs) == len(n.Rhs) {
						note(lhs, n.Rhs[i])
					} else {
						note(lhs, nil)
					}
				}
			case *ast.ValueSpec:
				for i, name := range n.Names {
					if len(n.Values) == len(n.Names) {
						note(name, n.Values[i])
					}
				}
			case *ast.UnaryExpr: // what has its address taken can be written anywhere
				if id, ok := n.X.(*ast.Ident); ok {
					count[pass.TypesInfo.ObjectOf(id)] = 2
				}
			}
		}
	}
	for v, n := range count {
		if n > 1 {
			delete(values, v)
		}
	}
	return values
}

// bodies are those of the functions of the files.
func bodies(pass *analysis.Pass, files []*ast.File) map[*types.Func]*ast.BlockStmt {
	out := map[*types.Func]*ast.BlockStmt{}
	for _, f := range files {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
				if obj, ok := pass.TypesInfo.Defs[fn.Name].(*types.Func); ok {
					out[obj] = fn.Body
				}
			}
		}
	}
	return out
}

// reportHidden reports the UpdateFuncs in f that a predicate's own Update hides.
func (p *predicates) reportHidden(rep *report.Reporter, f *ast.File) {
	var around []ast.Node
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil {
			around = around[:len(around)-1]
			return true
		}
		around = append(around, n)
		lit, ok := n.(*ast.CompositeLit)
		if !ok || kube.ChangePredicateOf(p.pass.TypesInfo.TypeOf(lit)) == kube.NoChange {
			return true
		}
		for _, el := range lit.Elts {
			value := el
			if kv, ok := el.(*ast.KeyValueExpr); ok {
				value = kv.Value
			}
			if update := updateFunc(value); update != nil {
				rep.Report(p.hidden(lit, value, update, around))
			}
		}
		return true
	})
}

// updateFunc is the key UpdateFunc of the literal e, nil if it has none or sets it to nil.
func updateFunc(e ast.Expr) *ast.KeyValueExpr {
	lit, ok := ast.Unparen(e).(*ast.CompositeLit)
	if !ok {
		return nil
	}
	for _, el := range lit.Elts {
		kv, ok := el.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		if id, ok := kv.Key.(*ast.Ident); ok && id.Name == kube.UpdateFuncField {
			if v, ok := kv.Value.(*ast.Ident); !ok || v.Name != "nil" {
				return kv
			}
		}
	}
	return nil
}

func (p *predicates) hidden(lit *ast.CompositeLit, funcs ast.Expr, update *ast.KeyValueExpr, around []ast.Node) report.Finding {
	name := types.ExprString(lit.Type)
	f := report.Finding{Pos: update.Pos(), End: update.Key.End(), Category: hiddenUpdateFunc,
		Message: "this UpdateFunc is never called: " + name + " has its own Update, which hides that of the Funcs in it; combine both with predicate.And"}
	sel, ok := lit.Type.(*ast.SelectorExpr)
	if !ok || len(lit.Elts) != 1 || !p.isArgument(lit, around) {
		return f
	}
	pkg := types.ExprString(sel.X)
	f.Fixes = []analysis.SuggestedFix{{Message: "Combine both with And", TextEdits: []analysis.TextEdit{
		{Pos: lit.Pos(), End: lit.Pos(), NewText: []byte(pkg + ".And(")},
		{Pos: lit.Lbrace + 1, End: funcs.Pos(), NewText: []byte("}, ")},
		{Pos: funcs.End(), End: lit.End(), NewText: []byte(")")},
	}}}
	return f
}

// isArgument reports whether lit, the last node around, is an argument of a parameter that
// any predicate can be given for.
func (p *predicates) isArgument(lit *ast.CompositeLit, around []ast.Node) bool {
	if len(around) < 2 {
		return false
	}
	call, ok := around[len(around)-2].(*ast.CallExpr)
	if !ok {
		return false
	}
	sig, ok := p.pass.TypesInfo.TypeOf(call.Fun).Underlying().(*types.Signature)
	if !ok {
		return false
	}
	for i, arg := range call.Args {
		if arg != lit {
			continue
		}
		var t types.Type
		if n := sig.Params().Len(); sig.Variadic() && i >= n-1 {
			t = sig.Params().At(n - 1).Type().(*types.Slice).Elem()
		} else {
			t = sig.Params().At(i).Type()
		}
		return types.IsInterface(t)
	}
	return false
}
