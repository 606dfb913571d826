package generation

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/report"
)

// reportHidden reports the UpdateFuncs in f that a predicate's own Update hides.
func (p *predicates) reportHidden(rep *report.Reporter, f *ast.File) {
	var around []ast.Node
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil {
			around = around[:len(around)-1]
			return true
		}
		around = append(around, n)
		if set, ok := n.(*ast.AssignStmt); ok {
			for _, lhs := range set.Lhs {
				p.reportAssigned(rep, lhs)
			}
		}
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

// reportAssigned reports lhs if it is the hidden UpdateFunc of a predicate.
func (p *predicates) reportAssigned(rep *report.Reporter, lhs ast.Expr) {
	sel, ok := lhs.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != kube.UpdateFuncField {
		return
	}
	t := p.pass.TypesInfo.TypeOf(sel.X)
	if kube.ChangePredicateOf(t) != kube.NoChange {
		rep.Report(report.Finding{Pos: sel.Sel.Pos(), End: sel.Sel.End(), Category: hiddenUpdateFunc,
			Message: hiddenBy(types.TypeString(t, func(p *types.Package) string { return p.Name() }))})
	}
}

func hiddenBy(name string) string {
	return "this UpdateFunc is never called: " + name + " has its own Update, which hides that of the Funcs in it; combine both with predicate.And"
}

// updateFunc is the key UpdateFunc of the literal e, nil if it has none or sets it to nil.
func updateFunc(e ast.Expr) *ast.KeyValueExpr {
	lit, ok := ast.Unparen(e).(*ast.CompositeLit)
	if !ok {
		return nil
	}
	kv := astspan.Keyed(lit, kube.UpdateFuncField)
	if kv == nil {
		return nil
	}
	if v, ok := kv.Value.(*ast.Ident); !ok || v.Name != "nil" {
		return kv
	}
	return nil
}

func (p *predicates) hidden(lit *ast.CompositeLit, funcs ast.Expr, update *ast.KeyValueExpr, around []ast.Node) report.Finding {
	name := types.ExprString(lit.Type)
	f := report.Finding{Pos: update.Pos(), End: update.Key.End(), Category: hiddenUpdateFunc,
		Message: hiddenBy(name)}
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
