package copyfix

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
	"unicode"
)

// deepCopy is the method of t that makes a deep copy, or nil.
func deepCopy(t types.Type) *types.Func {
	for _, name := range []string{"DeepCopy", "DeepCopyObject"} {
		obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
		if fn, ok := obj.(*types.Func); ok {
			if s := fn.Signature(); s.Params().Len() == 0 && s.Results().Len() == 1 {
				return fn
			}
		}
	}
	return nil
}

// copiable reports whether t has a deep copy and is no list of objects, which
// is too much to copy for one of them.
func copiable(t types.Type) bool { return deepCopy(t) != nil && !isList(t) }

// copiesToItself reports whether the DeepCopy of a t is a t.
func copiesToItself(t types.Type) bool {
	if t == nil {
		return false
	}
	fn := deepCopy(t)
	return fn != nil && fn.Name() == "DeepCopy" && types.Identical(fn.Signature().Results().At(0).Type(), t)
}

// isList reports whether t is a list of objects: a struct with Items, or a
// pointer to one.
func isList(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range st.Fields() {
		if f.Name() == "Items" {
			return true
		}
	}
	return false
}

// copyOf is the expression that copies text, of the copiable type t, in a form
// that can be assigned to it at pos.
func (f *file) copyOf(text string, t types.Type, pos token.Pos) (string, bool) {
	fn := deepCopy(t)
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

// freeName is a name for an object of type t that nothing around it has.
func (f *file) freeName(t types.Type, around ast.Node) string {
	name := "obj"
	if p, ok := t.(*types.Pointer); ok {
		if n, ok := types.Unalias(p.Elem()).(*types.Named); ok {
			name = lowerFirst(n.Obj().Name())
		}
	}
	taken := map[string]bool{}
	ast.Inspect(around, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			taken[id.Name] = true
		}
		return true
	})
	for taken[name] || token.IsKeyword(name) || types.Universe.Lookup(name) != nil || f.pass.Pkg.Scope().Lookup(name) != nil {
		name += "Copy"
	}
	return name
}

// lowerFirst puts the first word of a type's name in lower case: CronJob is
// cronJob, CSIDriver is csiDriver.
func lowerFirst(name string) string {
	if name == strings.ToUpper(name) {
		return strings.ToLower(name)
	}
	rs := []rune(name)
	for i := range rs {
		if unicode.IsLower(rs[i]) || i > 0 && i+1 < len(rs) && unicode.IsLower(rs[i+1]) {
			break
		}
		rs[i] = unicode.ToLower(rs[i])
	}
	return string(rs)
}
