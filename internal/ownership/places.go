package ownership

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/effect/accesspath"
	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// fieldKey names a field of a named struct type, for what the whole program
// puts into it; "" if the type is not one that a repository declares for its
// own use. API types are left out: their fields are the objects.
func fieldKey(x ssa.Value, i int) string {
	n := ssaquery.Named(x.Type())
	if n == nil || !programsOwn(n) {
		return ""
	}
	return kube.TypeName(n) + "." + ssaquery.FieldName(x, i)
}

// programsOwn reports whether n is a type that a repository declares for its own
// use.
func programsOwn(n *types.Named) bool {
	return n.Obj().Pkg() != nil && !kube.Covered(kube.Unvendored(n.Obj().Pkg().Path())) && !kube.IsAPIType(n)
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
	return keyAt(addr, fieldKey)
}

// keyAt is the key of the field, as field names it, or variable whose address addr
// is; "" for other places.
func keyAt(addr ssa.Value, field func(x ssa.Value, i int) string) string {
	switch addr := addr.(type) {
	case *ssa.FieldAddr:
		return field(addr.X, addr.Field)
	case *ssa.Global:
		return variableKey(addr)
	}
	return ""
}

// keyRead is the key of the field, as field names it, or variable that v was read
// from; "" for other values.
func keyRead(v ssa.Value, field func(x ssa.Value, i int) string) string {
	switch v := v.(type) {
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return keyAt(v.X, field)
		}
	case *ssa.Field:
		return field(v.X, v.Field)
	}
	return ""
}

// placeText names the place key to a reader.
func placeText(key string) string {
	if name, ok := strings.CutPrefix(key, variablePrefix); ok {
		return "the variable " + ssaquery.ShortName(name)
	}
	return "the field " + ssaquery.ShortName(key)
}

// handlerKey names a field of function type, of any struct.
func handlerKey(x ssa.Value, i int) string {
	n := ssaquery.Named(x.Type())
	if n == nil || n.Obj().Pkg() == nil {
		return ""
	}
	return kube.TypeName(n) + "." + ssaquery.FieldName(x, i)
}

// handlerPlace is the key of the field or variable of function type whose
// address addr is; "" for other places.
func handlerPlace(addr ssa.Value) string {
	return keyAt(addr, handlerKey)
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
	return kube.TypeName(n)
}

// methodKey names a method of a named interface; "" for others.
func methodKey(t types.Type, m *types.Func) string {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return ""
	}
	return kube.TypeName(n) + "." + m.Name()
}

// containerField is the key of the field or variable that the container c was read from.
func containerField(c ssa.Value) string {
	return keyRead(c, fieldKey)
}

// containerPlace is the key of the field or variable that the container c was read
// from, or that it is a copy of, and the place in it: "" itself, an element of one that
// lies there.
func containerPlace(c ssa.Value) (key, at string) {
	flow.Follow(c, "", func(c ssa.Value, in string, on func(ssa.Value, string)) {
		if key != "" {
			return
		}
		if key = containerField(c); key != "" {
			at = in
			return
		}
		switch c := c.(type) {
		case *ssa.Call:
			if from := cloned(c); from != nil {
				on(from, in)
			}
		case *ssa.Phi: // a map that is made where there is none is put there
			for _, e := range c.Edges {
				on(e, in)
			}
		}
		if of := containerOf(c); of != nil {
			on(of, accesspath.Join(accesspath.Join(in, accesspath.Deref), accesspath.Elem))
		}
	})
	return key, at
}

// containerOf is the map, slice or array that the element v was read from, nil if it was from none.
func containerOf(v ssa.Value) ssa.Value {
	switch v := v.(type) {
	case *ssa.Lookup:
		return v.X
	case *ssa.Extract:
		switch from := v.Tuple.(type) {
		case *ssa.Lookup:
			if v.Index == 0 {
				return from.X
			}
		case *ssa.Next:
			if r, ok := from.Iter.(*ssa.Range); ok && v.Index == 2 {
				return r.X
			}
		}
	case *ssa.UnOp:
		if ia, ok := v.X.(*ssa.IndexAddr); ok && v.Op == token.MUL {
			return ia.X
		}
	}
	return nil
}

// cloned is the container that c makes a copy of, which has the same elements; nil if
// it does something else.
func cloned(c *ssa.Call) ssa.Value {
	if b, ok := c.Call.Value.(*ssa.Builtin); ok {
		if b.Name() == "append" && len(c.Call.Args) == 2 && isEmpty(c.Call.Args[0]) {
			return c.Call.Args[1]
		}
		return nil
	}
	if f := ssaquery.Called(&c.Call); f != nil && len(c.Call.Args) == 1 && kube.Clones(f) {
		return c.Call.Args[0]
	}
	return nil
}

// isCopy reports whether the container c is, on some path, a copy that the function
// makes: what is put into that is not put into the original.
func isCopy(c ssa.Value) bool {
	for v := range flow.Origins(c, ssaquery.Edges) {
		if call, ok := v.(*ssa.Call); ok && cloned(call) != nil {
			return true
		}
	}
	return false
}

// isEmpty reports whether v is nil or []T{}.
func isEmpty(v ssa.Value) bool {
	if s, ok := v.(*ssa.Slice); ok {
		if p, ok := s.X.Type().Underlying().(*types.Pointer); ok {
			a, ok := p.Elem().Underlying().(*types.Array)
			return ok && a.Len() == 0
		}
	}
	return ssaquery.IsNil(v)
}
