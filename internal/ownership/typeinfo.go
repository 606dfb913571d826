package ownership

import (
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
)

// typeInfo answers questions about types, with memory.
type typeInfo struct {
	refs map[types.Type]bool
}

// hasRefs reports whether a value of type t can refer to memory that others
// see.
func (ti *typeInfo) hasRefs(t types.Type) bool {
	if r, ok := ti.refs[t]; ok {
		return r
	}
	ti.refs[t] = true // while a recursive type is looked at
	r := ti.compute(t)
	ti.refs[t] = r
	return r
}

func (ti *typeInfo) compute(t types.Type) bool {
	t = types.Unalias(t)
	if n, ok := t.(*types.Named); ok {
		if kube.Opaque(n) {
			return false
		}
	}
	switch u := t.(type) {
	case *types.TypeParam:
		return true
	case *types.Tuple:
		for v := range u.Variables() {
			if ti.hasRefs(v.Type()) {
				return true
			}
		}
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Struct:
		for f := range u.Fields() {
			if ti.hasRefs(f.Type()) {
				return true
			}
		}
		return false
	case *types.Array:
		return ti.hasRefs(u.Elem())
	}
	return true
}

// isAgg reports whether values of type t are structs or arrays, which are
// copied when they are assigned.
func isAgg(t types.Type) bool {
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return false
	}
	switch t.Underlying().(type) {
	case *types.Struct:
		n, ok := types.Unalias(t).(*types.Named)
		return !ok || typeKey(n) != "reflect.Value" // which stands for a place
	case *types.Array:
		return true
	}
	return false
}

// typeKey names a named type as package path and name, without type arguments.
func typeKey(n *types.Named) string { return kube.TypeName(n) }

// named is the named type of t or of what it points to.
func named(t types.Type) *types.Named {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, _ := t.(*types.Named)
	return n
}

// dynType is the key of the concrete type t, as the dynamic type of an
// object; "" for an interface or type parameter.
func dynType(t types.Type) string {
	if types.IsInterface(t) {
		return ""
	}
	if n := named(t); n != nil {
		return typeKey(n)
	}
	return ""
}

// structOf is the struct type behind t or a pointer t, nil if there is none.
func structOf(t types.Type) *types.Struct {
	t = types.Unalias(t)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if tp, ok := types.Unalias(t).(*types.TypeParam); ok {
		s, _ := coreStruct(tp)
		return s
	}
	s, _ := t.Underlying().(*types.Struct)
	return s
}

func coreStruct(tp *types.TypeParam) (*types.Struct, bool) {
	iface, ok := tp.Constraint().Underlying().(*types.Interface)
	if !ok || iface.NumEmbeddeds() != 1 {
		return nil, false
	}
	s, ok := iface.EmbeddedType(0).Underlying().(*types.Struct)
	return s, ok
}

func fieldName(x ssa.Value, i int) string {
	if s := structOf(x.Type()); s != nil && i < s.NumFields() {
		return s.Field(i).Name()
	}
	return "?"
}

// fieldKey names a field of a named struct type, for what the whole program
// puts into it; "" if the type is not one that a repository declares for its
// own use. API types are left out: their fields are the objects.
func fieldKey(x ssa.Value, i int) string {
	n := named(x.Type())
	if n == nil || n.Obj().Pkg() == nil || kube.Covered(kube.Unvendored(n.Obj().Pkg().Path())) || kube.IsAPIType(n) {
		return ""
	}
	return typeKey(n) + "." + fieldName(x, i)
}

// variableKey names a package's variable, for what the whole program puts into
// it; "" for those of the libraries that tables describe.
func variableKey(g *ssa.Global) string {
	if g.Pkg == nil || kube.Covered(kube.Unvendored(g.Pkg.Pkg.Path())) {
		return ""
	}
	return variablePrefix + g.Pkg.Pkg.Path() + "." + g.Name()
}

const variablePrefix = "var "

// placeKey is the key of the field or variable whose address addr is; "" for
// other places.
func placeKey(addr ssa.Value) string {
	switch addr := addr.(type) {
	case *ssa.FieldAddr:
		return fieldKey(addr.X, addr.Field)
	case *ssa.Global:
		return variableKey(addr)
	}
	return ""
}

// placeText names the place key to a reader.
func placeText(key string) string {
	if name, ok := strings.CutPrefix(key, variablePrefix); ok {
		return "the variable " + shortKey(name)
	}
	return "the field " + shortKey(key)
}

// handlerKey names a field of function type, of any struct.
func handlerKey(x ssa.Value, i int) string {
	n := named(x.Type())
	if n == nil || n.Obj().Pkg() == nil {
		return ""
	}
	return typeKey(n) + "." + fieldName(x, i)
}

// handlerPlace is the key of the field or variable of function type whose
// address addr is; "" for other places.
func handlerPlace(addr ssa.Value) string {
	switch addr := addr.(type) {
	case *ssa.FieldAddr:
		return handlerKey(addr.X, addr.Field)
	case *ssa.Global:
		return variableKey(addr)
	}
	return ""
}

// funcTypeKey names a named function type; "" for others.
func funcTypeKey(t types.Type) string {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return ""
	}
	if _, ok := n.Underlying().(*types.Signature); !ok {
		return ""
	}
	return typeKey(n)
}

// methodKey names a method of a named interface; "" for others.
func methodKey(t types.Type, m *types.Func) string {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return ""
	}
	return typeKey(n) + "." + m.Name()
}

// valueKey names the function value fn across packages: a declared function, or
// a literal by the function around it and its number there. It is "" for what
// no package declares.
func valueKey(fn *ssa.Function) string {
	if o := funcObj(fn); o != nil {
		return funcKey(o)
	}
	num := ""
	for fn.Parent() != nil {
		p := fn.Parent()
		num = "$" + strconv.Itoa(slices.Index(p.AnonFuncs, fn)+1) + num
		fn = p
	}
	if o := funcObj(originOf(fn)); o != nil && num != "" {
		return funcKey(o) + num
	}
	return ""
}

// funcKey names a function or method across packages.
func funcKey(f *types.Func) string {
	return f.Origin().FullName()
}
