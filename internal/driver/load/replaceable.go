package load

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/k8slint/k8slint/internal/kube"
)

// depends reports whether what c means depends on what call does, of which
// nothing is known: the callee can put something else in the place of what it is given,
// or its answer is a condition, or what it returns is an interface's to choose.
func (t *toucher) depends(c *code, call *ast.CallExpr) bool {
	info := t.r.info
	switch res := info.TypeOf(call).(type) {
	case *types.Tuple:
		for v := range res.Variables() {
			if isBool(v.Type()) {
				return true
			}
		}
	default:
		if res != nil && isBool(res) {
			return true
		}
	}
	args := call.Args
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && info.Selections[sel] != nil {
		if f, ok := info.Uses[sel.Sel].(*types.Func); ok {
			if r := f.Signature().Recv(); r != nil && types.IsInterface(r.Type()) {
				return true // other implementations are no longer all there are
			}
			if _, ptr := f.Signature().Recv().Type().(*types.Pointer); ptr && t.localObject(sel.X) {
				return true
			}
		}
		args = append([]ast.Expr{sel.X}, args...)
	}
	for _, arg := range args {
		if t.replaceable(c, arg) {
			return true
		}
	}
	return false
}

func isBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// localObject reports whether e is an object, or a part of one, whose address a
// call of a method takes.
func (t *toucher) localObject(e ast.Expr) bool {
	typ := t.r.info.TypeOf(e)
	if typ == nil {
		return true
	}
	_, ok := typ.Underlying().(*types.Struct)
	return ok && isObject(typ)
}

// replaceable reports whether a callee that is given e can replace memory that
// c goes on to use.
func (t *toucher) replaceable(c *code, e ast.Expr) bool {
	e = ast.Unparen(e)
	typ := t.r.info.TypeOf(e)
	if typ == nil {
		return true
	}
	switch x := e.(type) {
	case *ast.FuncLit:
		return true // it is called, or not
	case *ast.UnaryExpr:
		if _, fresh := ast.Unparen(x.X).(*ast.CompositeLit); fresh {
			return false // nobody else has it
		}
		if x.Op == token.AND {
			of := t.r.info.TypeOf(x.X)
			return hasRefs(of, 0) && !isPlainStruct(of)
		}
	case *ast.CompositeLit:
		return false
	}
	switch u := typ.Underlying().(type) {
	case *types.Signature:
		id, ok := e.(*ast.Ident)
		if !ok {
			return false
		}
		v, ok := t.r.info.Uses[id].(*types.Var)
		return ok && !isGlobal(v)
	case *types.Slice:
		return hasRefs(u.Elem(), 0)
	case *types.Map:
		return hasRefs(u.Elem(), 0)
	case *types.Struct:
		return kube.HasItems(u)
	case *types.Interface:
		return (u.NumMethods() == 0 || kube.IsObjectInterface(u)) && t.madeHere(c, e)
	case *types.Pointer:
		if isObject(typ) {
			return t.madeHere(c, e) || isList(typ)
		}
		return hasRefs(u.Elem(), 0) && !isPlainStruct(u.Elem())
	}
	return false
}

// isPlainStruct reports whether t is a struct and no object: what is put into
// its fields is known by the fields.
func isPlainStruct(t types.Type) bool {
	_, ok := t.Underlying().(*types.Struct)
	return ok && !isObject(t)
}

// madeHere reports whether e is a variable that c may give memory of its own: a
// literal, new, the address of another variable, a copy of what a pointer
// refers to, the result of a function. What an interface's method returns is
// not c's own: that is how caches are read.
func (t *toucher) madeHere(c *code, e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	if !ok {
		return false
	}
	v := t.r.info.Uses[id]
	made := false
	assign := func(l ast.Expr, n int, rhs []ast.Expr) {
		var x *ast.Ident
		switch l := ast.Unparen(l).(type) {
		case *ast.Ident:
			x = l
		case *ast.StarExpr:
			x, _ = ast.Unparen(l.X).(*ast.Ident)
			made = made || x != nil && t.r.info.Uses[x] == v
			return
		}
		if x == nil || t.r.info.ObjectOf(x) != v || len(rhs) == 0 {
			return
		}
		made = made || t.makes(rhs[min(n, len(rhs)-1)])
	}
	ast.Inspect(c.node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				assign(l, i, n.Rhs)
			}
		case *ast.ValueSpec:
			for i, l := range n.Names {
				assign(l, i, n.Values)
			}
		}
		return !made
	})
	return made
}

// makes reports whether e may be memory of its own.
func (t *toucher) makes(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		return e.Op == token.AND
	case *ast.CompositeLit, *ast.StarExpr:
		return true
	case *ast.CallExpr:
		f, ok := typeutil.Callee(t.r.info, e).(*types.Func)
		return !ok || f.Signature().Recv() == nil || !types.IsInterface(f.Signature().Recv().Type())
	}
	return false
}

// hasRefs reports whether t holds references to memory that an object can be made
// of.
func hasRefs(t types.Type, depth int) bool {
	if t == nil || depth > 8 {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Basic, *types.Signature, *types.Chan:
		return false
	case *types.Array:
		return hasRefs(u.Elem(), depth+1)
	case *types.Struct:
		for f := range u.Fields() {
			if hasRefs(f.Type(), depth+1) {
				return true
			}
		}
		return false
	case *types.Interface:
		return u.NumMethods() == 0 || kube.IsObjectInterface(u) || kube.OfCachePackage(t)
	}
	return true
}

// mayHold reports whether objects, or parts of them, can be kept in a variable of
// type t: not in one that refers to clients and listers, or to structs of
// packages that know nothing of Kubernetes.
func mayHold(t types.Type, depth int) bool {
	if depth > 3 {
		return false // so far down nobody follows them
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return mayHold(u.Elem(), depth)
	case *types.Slice:
		return !isPlainRef(u.Elem()) || mayHold(u.Elem(), depth)
	case *types.Map:
		return !isPlainRef(u.Elem()) || mayHold(u.Elem(), depth)
	case *types.Chan:
		return mayHold(u.Elem(), depth)
	case *types.Array:
		return mayHold(u.Elem(), depth)
	case *types.Struct:
		if n, ok := types.Unalias(t).(*types.Named); ok && !isObject(t) && !knowsObjects(n.Obj().Pkg(), 3) {
			return false
		}
		for f := range u.Fields() {
			if isObject(f.Type()) || mayHold(f.Type(), depth+1) {
				return true
			}
		}
		return isObject(t)
	}
	return hasRefs(t, 0)
}

// isPlainRef reports whether t is a function, a channel, or a struct that is no
// object, or refers to one.
func isPlainRef(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Signature, *types.Chan:
		return true
	case *types.Pointer:
		return isPlainStruct(u.Elem())
	}
	return isPlainStruct(t)
}

// knowsObjects reports whether p imports Kubernetes' libraries, by no more than
// that many steps.
func knowsObjects(p *types.Package, steps int) bool {
	if p == nil || steps == 0 {
		return false
	}
	for _, imp := range p.Imports() {
		if kube.IsKubernetes(imp.Path()) || knowsObjects(imp, steps-1) {
			return true
		}
	}
	return false
}

// isList reports whether t points to a list of objects, whose items a callee can
// replace.
func isList(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok && kube.HasItems(t)
}
