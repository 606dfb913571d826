package copyfix

import (
	"go/ast"
	"go/types"

	"github.com/k8slint/k8slint/internal/astspan"
)

// signature is the type of the function that declares v in its parameters or
// results, or nil.
func (f *file) signature(v *types.Var) *ast.FuncType {
	var outermost *ast.FuncType
	for x := range f.nodesAround(v.Pos()) {
		if t, ok := x.(*ast.FuncType); ok {
			outermost = t
		}
	}
	return outermost
}

// declares reports whether v is a parameter in t.
func (f *file) declares(t *ast.FuncType, v *types.Var) bool {
	for _, field := range t.Params.List {
		for _, id := range field.Names {
			if f.pass.TypesInfo.Defs[id] == v {
				return true
			}
		}
	}
	return false
}

func (f *file) isParam(v *types.Var) bool {
	t := f.signature(v)
	return t != nil && f.declares(t, v)
}

func (f *file) isResult(v *types.Var) bool {
	t := f.signature(v)
	return t != nil && t.Results != nil && astspan.Within(t.Results, v.Pos())
}

// parameter is the declared function that v is a parameter of, and which one.
func (f *file) parameter(v *types.Var) (*types.Func, int) {
	for x := range f.nodesAround(v.Pos()) {
		d, ok := x.(*ast.FuncDecl)
		if !ok {
			continue
		}
		fn, _ := f.pass.TypesInfo.Defs[d.Name].(*types.Func)
		if fn == nil {
			return nil, 0
		}
		params := fn.Signature().Params()
		for i := range params.Len() {
			if params.At(i) == v && !(fn.Signature().Variadic() && i == params.Len()-1) {
				return fn, i
			}
		}
	}
	return nil, 0
}
