package cachemutate

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/kube"
)

// secondCache reports whether the options that s sets are those of a cache that
// the program makes beside the manager's: cache.New is called with them, and not
// by a function that is given the manager's options (NewCache).
func (r *optionReader) secondCache(s *setting) bool {
	var vars []types.Object // that the options are put into
	variable := func(e ast.Expr) {
		if id := astspan.Root(e); id != nil {
			vars = append(vars, r.pass.TypesInfo.ObjectOf(id))
		}
	}
	if s.in != nil {
		variable(s.in)
	}
	var fn ast.Node
	for _, n := range s.stack {
		if typ, _ := astspan.Func(n); typ != nil && r.givenOptions(typ) {
			return false
		}
		switch n := n.(type) {
		case *ast.FuncDecl:
			fn = n
		case *ast.CallExpr:
			if r.makesCache(n) {
				return true
			}
		}
		to, _ := astspan.Assigned(n)
		for _, l := range to {
			variable(l)
		}
	}
	return fn != nil && r.makesCacheOf(fn, vars)
}

// makesCacheOf reports whether cache.New is called in fn with one of vars.
func (r *optionReader) makesCacheOf(fn ast.Node, vars []types.Object) bool {
	for n := range ast.Preorder(fn) {
		call, ok := n.(*ast.CallExpr)
		if ok && r.makesCache(call) && slices.ContainsFunc(call.Args, func(arg ast.Expr) bool {
			id, ok := ast.Unparen(arg).(*ast.Ident)
			return ok && slices.Contains(vars, r.pass.TypesInfo.Uses[id])
		}) {
			return true
		}
	}
	return false
}

// makesCache reports whether call is one of cache.New.
func (r *optionReader) makesCache(call *ast.CallExpr) bool {
	f, ok := typeutil.Callee(r.pass.TypesInfo, call).(*types.Func)
	return ok && kube.MakesCache(f)
}

// givenOptions reports whether a function has a parameter of type
// cache.Options.
func (r *optionReader) givenOptions(t *ast.FuncType) bool {
	return slices.ContainsFunc(t.Params.List, func(f *ast.Field) bool {
		return kube.IsCacheOptions(r.pass.TypesInfo.TypeOf(f.Type))
	})
}
