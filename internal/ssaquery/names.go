package ssaquery

import (
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
)

func IsInterfaceMethod(f *types.Func) bool {
	r := f.Signature().Recv()
	return r != nil && types.IsInterface(r.Type())
}

// ShortName is the readable end of a function key.
func ShortName(key string) string {
	if outer, _, ok := strings.Cut(key, "$"); ok {
		return "func literal in " + ShortName(outer)
	}
	if i := strings.LastIndexByte(key, '/'); i >= 0 {
		key = key[i+1:]
	}
	key = strings.NewReplacer("(", "", ")", "", "*", "").Replace(key)
	if parts := strings.Split(key, "."); len(parts) > 2 {
		key = strings.Join(parts[len(parts)-2:], ".")
	}
	return key
}

func MethodName(iface types.Type, m *types.Func) string {
	if n := Named(iface); n != nil {
		return n.Obj().Name() + "." + m.Name()
	}
	return m.Name()
}

// Outermost is the function that is no literal around fn, or fn.
func Outermost(fn *ssa.Function) *ssa.Function {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}

// FuncName names a function for a reader: "Controller.syncPod", or "a function
// literal in syncPod".
func FuncName(fn *ssa.Function) string {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if fn.Parent() != nil {
		return "func literal in " + FuncName(Outermost(fn))
	}
	name := fn.Name()
	name = strings.TrimSuffix(strings.TrimSuffix(name, "$bound"), "$thunk")
	recv := fn.Signature.Recv()
	if o := Declared(fn); recv == nil && o != nil {
		recv = o.Signature().Recv() // of a method value
	}
	if recv != nil {
		if n := Named(recv.Type()); n != nil {
			return n.Obj().Name() + "." + name
		}
	}
	return name
}

// Declared is the declared function behind f, nil for literals.
func Declared(f *ssa.Function) *types.Func {
	o, _ := f.Object().(*types.Func)
	return o
}

// Called is the declared function that c calls, as it is declared if it is generic; nil
// if c calls a method of an interface, a literal, or what a variable holds, unless that is one of
// a library that stands for a function: ctrl.SetControllerReference.
func Called(c *ssa.CallCommon) *types.Func {
	if f := c.StaticCallee(); f != nil {
		return Declared(Origin(f))
	}
	if load, ok := c.Value.(*ssa.UnOp); ok {
		if g, ok := load.X.(*ssa.Global); ok {
			if v, ok := g.Object().(*types.Var); ok {
				return kube.VariableFunc(v)
			}
		}
	}
	return nil
}

// Target is the declared function or method that c calls, also of an interface; nil if c calls a literal, or what a
// variable holds.
func Target(c *ssa.CallCommon) *types.Func {
	if c.IsInvoke() {
		return c.Method
	}
	return Called(c)
}

func Origin(f *ssa.Function) *ssa.Function {
	if o := f.Origin(); o != nil {
		return o
	}
	return f
}

// IsAggregate reports whether values of type t are structs or arrays, which are
// copied when they are assigned.
func IsAggregate(t types.Type) bool {
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return false
	}
	switch t.Underlying().(type) {
	case *types.Struct:
		n, ok := types.Unalias(t).(*types.Named)
		return !ok || kube.TypeName(n) != "reflect.Value" // which stands for a place
	case *types.Array:
		return true
	}
	return false
}

// Named is the named type of t or of what it points to.
func Named(t types.Type) *types.Named {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, _ := t.(*types.Named)
	return n
}

// ConcreteType is the key of the concrete type t, as the dynamic type of an
// object; "" for an interface or type parameter. An instance of a generic type has
// its arguments, "a/b.T[a/c.X]", where they are known: not where they depend on the
// type parameters of a function, see DifferentTypes.
func ConcreteType(t types.Type) string {
	if types.IsInterface(t) {
		return ""
	}
	if n := Named(t); n != nil {
		return namedKey(n)
	}
	return ""
}

// DifferentTypes reports whether no object is of both types, whose keys x and y are: a
// generic type without arguments may be any of its instances.
func DifferentTypes(x, y string) bool {
	return x != y && !strings.HasPrefix(x, y+"[") && !strings.HasPrefix(y, x+"[")
}

// namedKey is the name of n, with its type arguments where all of them are known.
func namedKey(n *types.Named) string {
	name := kube.TypeName(n)
	var args []string
	for t := range n.TypeArgs().Types() {
		arg := argumentKey(t)
		if arg == "" {
			return name
		}
		args = append(args, arg)
	}
	if len(args) == 0 {
		return name
	}
	return name + "[" + strings.Join(args, ",") + "]"
}

// argumentKey names the type argument t, "" if it depends on a type parameter or is
// of a kind that is seldom an argument. Identical types have one name.
func argumentKey(t types.Type) string {
	of := func(prefix string, elem types.Type) string {
		if key := argumentKey(elem); key != "" {
			return prefix + key
		}
		return ""
	}
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return types.Typ[t.Kind()].Name() // byte is uint8
	case *types.Named:
		key := namedKey(t)
		if t.TypeArgs().Len() > 0 && !strings.HasSuffix(key, "]") {
			return ""
		}
		return key
	case *types.Pointer:
		return of("*", t.Elem())
	case *types.Slice:
		return of("[]", t.Elem())
	case *types.Map:
		if key := argumentKey(t.Key()); key != "" {
			return of("map["+key+"]", t.Elem())
		}
	}
	return ""
}

// Struct is the struct type behind t or a pointer t, nil if there is none.
func Struct(t types.Type) *types.Struct {
	s, _ := Core(Deref(t)).(*types.Struct)
	return s
}

// Deref is what t points to, or t if it is no pointer.
func Deref(t types.Type) types.Type {
	if p, ok := Core(t).(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// StructField returns field i of the struct that t is or points to; one of that place
// named "?", of an invalid type, if the struct is not known.
func StructField(t types.Type, i int) *types.Var {
	if s := Struct(t); s != nil && i < s.NumFields() {
		return s.Field(i)
	}
	return types.NewField(token.NoPos, nil, "?", types.Typ[types.Invalid], false)
}

func FieldName(x ssa.Value, i int) string {
	return StructField(x.Type(), i).Name()
}

// ValueKey names the function value fn across packages: a declared function, or
// a literal by the function around it and its number there. It is "" for what
// no package declares.
func ValueKey(fn *ssa.Function) string {
	if o := Declared(fn); o != nil {
		return FuncKey(o)
	}
	num := ""
	for fn.Parent() != nil {
		p := fn.Parent()
		num = "$" + strconv.Itoa(slices.Index(p.AnonFuncs, fn)+1) + num
		fn = p
	}
	if o := Declared(Origin(fn)); o != nil && num != "" {
		return FuncKey(o) + num
	}
	return ""
}

// FuncKey names a function or method across packages.
func FuncKey(f *types.Func) string {
	return f.Origin().FullName()
}

// ChanElem is what comes out of a channel of type t, or of a type parameter all of
// whose types are channels of one element type.
func ChanElem(t types.Type) types.Type {
	if c, ok := t.Underlying().(*types.Chan); ok {
		return c.Elem()
	}
	if i, ok := t.Underlying().(*types.Interface); ok {
		for e := range i.EmbeddedTypes() {
			if u, ok := e.(*types.Union); ok && u.Len() > 0 {
				e = u.Term(0).Type()
			}
			if types.Identical(e, t) {
				continue
			}
			if elem := ChanElem(e); elem != types.Typ[types.Invalid] {
				return elem
			}
		}
	}
	return types.Typ[types.Invalid]
}
