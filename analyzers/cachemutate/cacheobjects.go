package cachemutate

import (
	"go/ast"
	"go/types"

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
