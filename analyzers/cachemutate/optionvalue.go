package cachemutate

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/kube"
)

// truth is the value of a bool or of the bool that x points to; said is false
// for nil, and for what another option says, which is read where that is set. What
// depends on a flag or a configuration can be true.
func (r *optionReader) truth(x ast.Expr) (on, said bool) {
	x = ast.Unparen(x)
	if tv := r.pass.TypesInfo.Types[x]; tv.IsNil() {
		return false, false
	} else if tv.Value != nil && tv.Value.Kind() == constant.Bool {
		return constant.BoolVal(tv.Value), true
	}
	if r.handsOn(x) {
		return false, false
	}
	switch x := x.(type) {
	case *ast.CallExpr: // ptr.To(true), new(true)
		if len(x.Args) == 1 {
			tv := r.pass.TypesInfo.Types[x.Args[0]]
			switch {
			case tv.IsType():
				return false, false
			case tv.Value != nil && tv.Value.Kind() == constant.Bool:
				return constant.BoolVal(tv.Value), true
			}
		}
	case *ast.UnaryExpr: // &off
		if id, ok := ast.Unparen(x.X).(*ast.Ident); ok && x.Op == token.AND {
			return r.initial(id), true
		}
	}
	return true, true
}

// handsOn reports whether x is what an option of controller-runtime says, or refers to
// it: opts.DefaultUnsafeDisableDeepCopy, ptr.To(*opts.DefaultUnsafeDisableDeepCopy).
func (r *optionReader) handsOn(x ast.Expr) bool {
	switch x := ast.Unparen(x).(type) {
	case *ast.SelectorExpr:
		field, ok := r.pass.TypesInfo.Uses[x.Sel].(*types.Var)
		if !ok || !field.IsField() {
			return false
		}
		switch kube.OptionField(field, r.pass.TypesInfo.TypeOf(x.X)) {
		case kube.NoCopyOfAll, kube.NoCopyOfNamespace, kube.NoCopyOfKind:
			return true
		}
	case *ast.StarExpr:
		return r.handsOn(x.X)
	case *ast.CallExpr:
		return len(x.Args) == 1 && r.handsOn(x.Args[0])
	}
	return false
}

// initial reports whether the variable id may be true: it is not if all that
// it is ever given is false.
func (r *optionReader) initial(id *ast.Ident) bool {
	v := r.pass.TypesInfo.ObjectOf(id)
	given, on := false, false
	for n := range ast.Preorder(r.file) {
		names, values := astspan.Assigned(n)
		for i, name := range names {
			n, ok := name.(*ast.Ident)
			if !ok || r.pass.TypesInfo.ObjectOf(n) != v || len(names) != len(values) {
				continue
			}
			given = true
			c := r.pass.TypesInfo.Types[values[i]].Value
			on = on || !r.handsOn(values[i]) && (c == nil || c.Kind() != constant.Bool || constant.BoolVal(c))
		}
	}
	return on || !given
}
