package cachemutate

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ownership"
)

// An Option is what a program tells the cache of a controller-runtime manager
// about deep copies.
type Option struct {
	Field string // "DefaultUnsafeDisableDeepCopy"
	Type  string // the objects it is about, as package path and name; "" for all
	Off   bool   // it asks for copies
	Posn  string // where, as package/file.go:line

	pos, end token.Pos
}

// managerOptions finds the options of pass's package outside of tests, in the
// order of the source, and the types of objects that are never cached:
//
//	cache.Options.DefaultUnsafeDisableDeepCopy        since 0.16
//	cache.Options.UnsafeDisableDeepCopy               0.15
//	cache.Config.UnsafeDisableDeepCopy                of a namespace, since 0.16
//	cache.ByObject.UnsafeDisableDeepCopy              since 0.15
//	cache.Options.UnsafeDisableDeepCopyByObject       before 0.15
//	client.CacheOptions.DisableFor                    since 0.15
//	manager.Options.ClientDisableCacheFor             before 0.16
func managerOptions(pass *analysis.Pass) (opts []Option, uncached []string) {
	if !kube.ReachesManagerCache(pass.Pkg) {
		return nil, nil
	}
	for _, file := range pass.Files {
		if strings.HasSuffix(pass.Fset.Position(file.Package).Filename, "_test.go") {
			continue
		}
		r := &optionReader{pass: pass, file: file}
		ast.PreorderStack(file, nil, func(n ast.Node, stack []ast.Node) bool {
			r.read(n, stack)
			return true
		})
		opts = append(opts, r.opts...)
		uncached = append(uncached, r.uncached...)
	}
	slices.Sort(uncached)
	return opts, slices.Compact(uncached)
}

type optionReader struct {
	pass     *analysis.Pass
	file     *ast.File
	opts     []Option
	uncached []string
}

func (r *optionReader) read(n ast.Node, stack []ast.Node) {
	switch n := n.(type) {
	case *ast.KeyValueExpr:
		key, ok := n.Key.(*ast.Ident)
		if !ok {
			return
		}
		field, ok := r.pass.TypesInfo.Uses[key].(*types.Var)
		if !ok || !field.IsField() || len(stack) == 0 {
			return
		}
		if lit, ok := stack[len(stack)-1].(*ast.CompositeLit); ok {
			r.field(field, r.pass.TypesInfo.TypeOf(lit), n.Value, key, n.End(), stack, nil)
		}
	case *ast.AssignStmt:
		if len(n.Lhs) != len(n.Rhs) {
			return
		}
		for i, l := range n.Lhs {
			sel, ok := ast.Unparen(l).(*ast.SelectorExpr)
			if !ok {
				continue
			}
			if field, ok := r.pass.TypesInfo.Uses[sel.Sel].(*types.Var); ok && field.IsField() {
				r.field(field, r.pass.TypesInfo.TypeOf(sel.X), n.Rhs[i], sel.Sel, n.End(), stack, sel.X)
			}
		}
	case *ast.CompositeLit:
		// UnsafeDisableDeepCopyByObject: a map of its own type.
		if !kube.IsNoCopyMap(r.pass.TypesInfo.TypeOf(n)) {
			return
		}
		for _, elt := range n.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				if typ, ok := r.object(kv.Key); ok {
					r.add(kube.NoCopyByObject, typ, kv.Value, kv.Pos(), kv.End())
				}
			}
		}
	}
}

// field looks at a field that is given a value, in a composite literal or by
// assignment to x.field.
func (r *optionReader) field(field *types.Var, owner types.Type, value ast.Expr, name *ast.Ident, end token.Pos, stack []ast.Node, x ast.Expr) {
	option := kube.OptionField(field, owner)
	switch option {
	case kube.NoCacheOption:
		return
	case kube.UncachedKinds:
		if lit, ok := ast.Unparen(value).(*ast.CompositeLit); ok {
			for _, elt := range lit.Elts {
				if typ, ok := r.object(elt); ok && typ != "" {
					r.uncached = append(r.uncached, typ)
				}
			}
		}
		return
	}
	if r.secondCache(stack, x) {
		return
	}
	if option == kube.NoCopyOfAll {
		r.add(field.Name(), "", value, name.Pos(), end)
		return
	}
	types := r.objectsOf(stack)
	if id, ok := x.(*ast.Ident); ok {
		types = r.usesOf(id)
	}
	if len(types) == 0 && option == kube.NoCopyOfNamespace {
		types = []string{""} // of a namespace, for all objects
	}
	for _, typ := range types {
		r.add(field.Name(), typ, value, name.Pos(), end)
	}
}

// secondCache reports whether the options around stack, or in the variable that
// x selects from, are those of a cache that the program makes beside the
// manager's: cache.New is called with them, and not by a function that is given
// the manager's options (NewCache).
func (r *optionReader) secondCache(stack []ast.Node, x ast.Expr) bool {
	var vars []types.Object
	variable := func(e ast.Expr) {
		for {
			switch sel := ast.Unparen(e).(type) {
			case *ast.SelectorExpr:
				e = sel.X
				continue
			case *ast.IndexExpr:
				e = sel.X
				continue
			case *ast.Ident:
				if v := r.pass.TypesInfo.ObjectOf(sel); v != nil {
					vars = append(vars, v)
				}
			}
			return
		}
	}
	if x != nil {
		variable(x)
	}
	var fn ast.Node
	for _, n := range stack {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if r.givenOptions(n.Type) {
				return false
			}
			fn = n
		case *ast.FuncLit:
			if r.givenOptions(n.Type) {
				return false
			}
		case *ast.CallExpr:
			if r.makesCache(n) {
				return true
			}
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				variable(l)
			}
		case *ast.ValueSpec:
			for _, l := range n.Names {
				variable(l)
			}
		}
	}
	if fn == nil || len(vars) == 0 {
		return false
	}
	second := false
	ast.Inspect(fn, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || !r.makesCache(call) {
			return true
		}
		for _, arg := range call.Args {
			if id, ok := ast.Unparen(arg).(*ast.Ident); ok && slices.Contains(vars, r.pass.TypesInfo.Uses[id]) {
				second = true
			}
		}
		return true
	})
	return second
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

func (r *optionReader) add(field, typ string, value ast.Expr, pos, end token.Pos) {
	on, said := r.truth(value)
	if !said {
		return
	}
	r.opts = append(r.opts, Option{Field: field, Type: typ, Off: !on, Posn: ownership.Posn(r.pass, pos), pos: pos, end: end})
}

// objectsOf are the objects that the ByObject value around stack is for: the
// keys of the map that it is put into.
func (r *optionReader) objectsOf(stack []ast.Node) []string {
	for i := len(stack) - 1; i >= 0; i-- {
		switch n := stack[i].(type) {
		case *ast.KeyValueExpr:
			if typ, ok := r.object(n.Key); ok {
				return []string{typ}
			}
		case *ast.AssignStmt:
			if len(n.Lhs) != 1 {
				return nil
			}
			if ix, ok := n.Lhs[0].(*ast.IndexExpr); ok {
				if typ, ok := r.object(ix.Index); ok {
					return []string{typ}
				}
			}
			if id, ok := n.Lhs[0].(*ast.Ident); ok {
				return r.usesOf(id)
			}
			return nil
		case *ast.ValueSpec:
			if len(n.Names) == 1 {
				return r.usesOf(n.Names[0])
			}
			return nil
		}
	}
	return nil
}

// usesOf are the objects that the ByObject variable id is put into a map for.
func (r *optionReader) usesOf(id *ast.Ident) []string {
	v := r.pass.TypesInfo.ObjectOf(id)
	if v == nil {
		return nil
	}
	is := func(e ast.Expr) bool {
		use, ok := ast.Unparen(e).(*ast.Ident)
		return ok && r.pass.TypesInfo.Uses[use] == v
	}
	var out []string
	ast.Inspect(r.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.KeyValueExpr:
			if typ, ok := r.object(n.Key); ok && is(n.Value) {
				out = append(out, typ)
			}
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				if ix, ok := l.(*ast.IndexExpr); ok && len(n.Lhs) == len(n.Rhs) && is(n.Rhs[i]) {
					if typ, ok := r.object(ix.Index); ok {
						out = append(out, typ)
					}
				}
			}
		}
		return true
	})
	return out
}

// object names the type of the object x (&corev1.Pod{}), "" for ObjectAll; ok
// is false if x is no object.
func (r *optionReader) object(x ast.Expr) (typ string, ok bool) {
	t := r.pass.TypesInfo.TypeOf(x)
	if t == nil || types.IsInterface(t) {
		return "", false
	}
	name := kube.TypeName(t)
	if name == kube.ObjectAll {
		return "", true
	}
	if !kube.IsObject(t) {
		return "", false
	}
	return name, true
}

// truth is the value of a bool or of the bool that x points to; said is false
// for nil. What depends on a flag or a configuration can be true.
func (r *optionReader) truth(x ast.Expr) (on, said bool) {
	x = ast.Unparen(x)
	if tv := r.pass.TypesInfo.Types[x]; tv.IsNil() {
		return false, false
	} else if tv.Value != nil && tv.Value.Kind() == constant.Bool {
		return constant.BoolVal(tv.Value), true
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

// initial reports whether the variable id may be true: it is not if all that
// it is ever given is false.
func (r *optionReader) initial(id *ast.Ident) bool {
	v := r.pass.TypesInfo.ObjectOf(id)
	given, on := false, false
	see := func(names []ast.Expr, values []ast.Expr) {
		for i, name := range names {
			n, ok := name.(*ast.Ident)
			if !ok || r.pass.TypesInfo.ObjectOf(n) != v || len(names) != len(values) {
				continue
			}
			given = true
			c := r.pass.TypesInfo.Types[values[i]].Value
			on = on || c == nil || c.Kind() != constant.Bool || constant.BoolVal(c)
		}
	}
	ast.Inspect(r.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			see(n.Lhs, n.Rhs)
		case *ast.ValueSpec:
			var names []ast.Expr
			for _, name := range n.Names {
				names = append(names, name)
			}
			see(names, n.Values)
		}
		return true
	})
	return on || !given
}
