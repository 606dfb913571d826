package copyfix

import (
	"go/token"
	"go/types"

	"github.com/k8slint/k8slint/internal/kube"
)

// copiable reports whether t has a deep copy and is no list of objects, which
// is too much to copy for one of them.
func copiable(t types.Type) bool { return kube.DeepCopyOf(t) != nil && !kube.HasItems(t) }

// copiesToItself reports whether the DeepCopy of a t is a t.
func copiesToItself(t types.Type) bool {
	if t == nil {
		return false
	}
	fn := kube.DeepCopyOf(t)
	return fn != nil && fn.Name() == kube.DeepCopyMethod && types.Identical(fn.Signature().Results().At(0).Type(), t)
}

// copyOf is the expression that copies text, of the copiable type t, in a form
// that can be assigned to it at pos.
func (f *file) copyOf(text string, t types.Type, pos token.Pos) (string, bool) {
	fn := kube.DeepCopyOf(t)
	res := fn.Signature().Results().At(0).Type()
	call := text + "." + fn.Name() + "()"
	if types.AssignableTo(res, t) {
		return call, true
	}
	if p, ok := res.(*types.Pointer); ok && types.Identical(p.Elem(), t) {
		return "*" + call, true
	}
	if !types.IsInterface(res) {
		return "", false
	}
	name, ok := f.typeName(t, pos)
	return call + ".(" + name + ")", ok
}

// typeName is how the file names t at pos, if it can.
func (f *file) typeName(t types.Type, pos token.Pos) (string, bool) {
	scope := f.pass.Pkg.Scope().Innermost(pos)
	if scope == nil {
		return "", false
	}
	known := true
	name := types.TypeString(t, func(p *types.Package) string {
		if p == f.pass.Pkg {
			return ""
		}
		for _, imp := range f.syntax.Imports {
			pn := f.pass.TypesInfo.PkgNameOf(imp)
			if pn == nil || pn.Imported() != p {
				continue
			}
			if _, obj := scope.LookupParent(pn.Name(), pos); obj == pn {
				return pn.Name()
			}
		}
		known = false
		return ""
	})
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() == f.pass.Pkg {
		if _, obj := scope.LookupParent(n.Obj().Name(), pos); obj != n.Obj() {
			known = false
		}
	}
	return name, known
}
