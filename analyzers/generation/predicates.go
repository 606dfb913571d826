package generation

import (
	"go/ast"
	"go/types"

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
	values map[types.Object]ast.Expr // of variables that are assigned once
}

// updates is what e passes. Metadata alone, without a generation in an Or, is a choice that
// its author made: unknown.
func (p *predicates) updates(e ast.Expr) updates {
	passes, generation := p.read(e, 0)
	if !generation {
		return unknown
	}
	return passes
}

// maxDepth bounds how deep predicates are combined: nobody writes more than two or three levels.
const maxDepth = 8

func (p *predicates) read(e ast.Expr, depth int) (passes updates, generation bool) {
	if depth > maxDepth {
		return unknown, false
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
			return nothing, true
		case kube.MetadataChange:
			return metadata, false
		}
	case *ast.CallExpr:
		f, ok := typeutil.Callee(p.pass.TypesInfo, x).(*types.Func)
		if !ok || x.Ellipsis.IsValid() || len(x.Args) == 0 {
			return unknown, false
		}
		switch kube.CombinesPredicates(f) {
		case "And":
			return p.and(x.Args, depth)
		case "Or":
			return p.or(x.Args, depth)
		}
	}
	return unknown, false
}

// and passes what all pass: as little as the strictest.
func (p *predicates) and(list []ast.Expr, depth int) (passes updates, generation bool) {
	for _, e := range list {
		if u, g := p.read(e, depth+1); u > passes {
			passes, generation = u, g
		}
	}
	return passes, generation
}

// or passes what one passes.
func (p *predicates) or(list []ast.Expr, depth int) (passes updates, generation bool) {
	passes = nothing
	for _, e := range list {
		u, g := p.read(e, depth+1)
		passes, generation = min(passes, u), generation || g
	}
	return passes, generation
}

// scoped is what the predicates that w sets on its own kind pass.
func (p *predicates) scoped(w wiring.Watch) updates {
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
	passes, _ := p.and(list, 0)
	return passes
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
