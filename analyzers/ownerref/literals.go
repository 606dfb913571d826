package ownerref

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/kube"
)

// writtenBy are the types of the owner and the object of the owner reference that lit writes; owner is "" if it is not
// known, and object if that is not known, or the reference may be the controller's: lit does not name its fields, or
// names Controller.
func writtenBy(pass *analysis.Pass, lit *ast.CompositeLit) (owner, object string) {
	if len(lit.Elts) == 0 {
		return "", ""
	}
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			return "", ""
		}
		switch kv.Key.(*ast.Ident).Name {
		case "Controller":
			return "", ""
		case "UID":
			owner = objectName(pass, holder(pass, kv.Value))
		}
	}
	return owner, referring(pass, lit)
}

// knownObject is the name of the type t of an object, "" for an interface.
func knownObject(t types.Type) string {
	if t == nil || types.IsInterface(t) || !kube.IsObject(t) {
		return ""
	}
	return kube.TypeName(t)
}

// objectName is the name of the type of the object e, or of what it points to; "" if it is none.
func objectName(pass *analysis.Pass, e ast.Expr) string {
	t := pass.TypesInfo.TypeOf(e)
	if t == nil {
		return ""
	}
	if _, pointer := t.Underlying().(*types.Pointer); !pointer {
		t = types.NewPointer(t)
	}
	return knownObject(t)
}

// holder is the object whose UID e reads.
func holder(pass *analysis.Pass, e ast.Expr) ast.Expr {
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok && len(call.Args) == 0 {
		e = call.Fun
	}
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return e
	}
	return around(pass, sel.X)
}

// around is the object whose metadata e is, or e.
func around(pass *analysis.Pass, e ast.Expr) ast.Expr {
	if sel, ok := ast.Unparen(e).(*ast.SelectorExpr); ok && kube.IsObjectMeta(pass.TypesInfo.TypeOf(sel)) {
		return sel.X
	}
	return e
}

// referring is the type of the object that gets the owner reference lit at once, "" if that is not known.
func referring(pass *analysis.Pass, lit *ast.CompositeLit) string {
	_, path := astspan.Path(pass.Files, lit.Pos())
	for _, n := range path[slices.Index(path, ast.Node(lit))+1:] {
		switch n := n.(type) {
		case *ast.UnaryExpr, *ast.ParenExpr:
		case *ast.CompositeLit:
			if name := objectName(pass, n); name != "" {
				return name
			}
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); !ok || key.Name != "OwnerReferences" && key.Name != "ObjectMeta" {
				return ""
			}
		case *ast.CallExpr:
			switch f := ast.Unparen(n.Fun).(type) {
			case *ast.SelectorExpr:
				if f.Sel.Name == "SetOwnerReferences" {
					return objectName(pass, around(pass, f.X))
				}
				return ""
			case *ast.Ident:
				if f.Name != "append" {
					return ""
				}
			}
		case *ast.AssignStmt:
			if sel, ok := ast.Unparen(n.Lhs[0]).(*ast.SelectorExpr); ok && len(n.Lhs) == 1 && sel.Sel.Name == "OwnerReferences" {
				return objectName(pass, around(pass, sel.X))
			}
			return ""
		default:
			return ""
		}
	}
	return ""
}

// completes reports whether e is the field that makes an owner reference the controller's.
func completes(pass *analysis.Pass, e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Controller" && kube.MakesOwnerReference(pass.TypesInfo.TypeOf(sel.X))
}

// setsLiteral reports whether call gives an object the owner references of a literal, which are looked at one by one.
func setsLiteral(call *ast.CallExpr) bool {
	f, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || f.Sel.Name != "SetOwnerReferences" || len(call.Args) != 1 {
		return false
	}
	_, ok = ast.Unparen(call.Args[0]).(*ast.CompositeLit)
	return ok
}
