package generation

import (
	"go/ast"
	"go/types"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/report"
)

// reportHidden reports the UpdateFuncs in f that a predicate's own Update hides.
func (p *predicates) reportHidden(rep *report.Reporter, f *ast.File) {
	for n := range ast.Preorder(f) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, lhs := range n.Lhs {
				p.reportAssigned(rep, lhs)
			}
		case *ast.CompositeLit:
			if kube.ChangePredicateOf(p.pass.TypesInfo.TypeOf(n)) == kube.NoChange {
				continue
			}
			for _, el := range n.Elts {
				if kv, ok := el.(*ast.KeyValueExpr); ok {
					el = kv.Value
				}
				if update := updateFunc(el); update != nil {
					rep.Report(report.Finding{Pos: update.Pos(), End: update.Key.End(), Category: hiddenUpdateFunc,
						Message: hiddenBy(types.ExprString(n.Type))})
				}
			}
		}
	}
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
