package cachemutate

import (
	"go/ast"
	"go/types"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/kube"
)

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
			if ix, ok := n.Lhs[0].(*ast.IndexExpr); ok && len(n.Lhs) == 1 {
				if typ, ok := r.object(ix.Index); ok {
					return []string{typ}
				}
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
	put := func(key, value ast.Expr) {
		if typ, ok := r.object(key); ok && is(value) {
			out = append(out, typ)
		}
	}
	for n := range ast.Preorder(r.file) {
		if kv, ok := n.(*ast.KeyValueExpr); ok {
			put(kv.Key, kv.Value)
		}
		to, values := astspan.Assigned(n)
		for i, l := range to {
			if ix, ok := l.(*ast.IndexExpr); ok && len(to) == len(values) {
				put(ix.Index, values[i])
			}
		}
	}
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
