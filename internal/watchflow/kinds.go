package watchflow

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// watchesOne reports whether the options of s select one object by its name.
func watchesOne(c *code, s *Sink) bool {
	if s.value != nil && makesSingleObject(s.value) {
		return true
	}
	options := s.options
	if s.value != nil {
		options = []ssa.Value{s.value}
	}
	for _, o := range options {
		for _, l := range c.fieldLocs(o, "."+kube.FieldSelectorField) {
			for _, d := range c.Defs(l) {
				// On every way to the watch, not only on some.
				if d.At.Parent() == s.Instr.Parent() && !d.At.Block().Dominates(s.Instr.Block()) {
					continue
				}
				if makesSingleObject(d.Val) || d.Path == "" && selectsName(c, d.Val) {
					return true
				}
			}
		}
	}
	// client.MatchingFields{"metadata.name": name}
	return slices.ContainsFunc(s.selectors, func(o ssa.Value) bool { return selectsName(c, o) })
}

// selectsName reports whether the selector v is made of "metadata.name".
func selectsName(c *code, v ssa.Value) bool {
	made := func(v ssa.Value) (of []ssa.Value) {
		switch v := v.(type) {
		case *ssa.BinOp:
			return []ssa.Value{v.X, v.Y}
		case *ssa.MakeInterface:
			return []ssa.Value{v.X}
		case *ssa.ChangeType:
			return []ssa.Value{v.X}
		case *ssa.MakeMap: // fields.Set{"metadata.name": name}
			for _, r := range *v.Referrers() {
				if u, ok := r.(*ssa.MapUpdate); ok {
					of = append(of, u.Key)
				}
			}
		case *ssa.Parameter:
			return c.passed(v)
		case *ssa.Call:
			for _, a := range v.Call.Args {
				of = append(append(of, a), ssaquery.Gathered(a)...)
			}
			if v.Call.IsInvoke() {
				of = append(of, v.Call.Value)
			}
		default:
			return c.heldBy(v)
		}
		return of
	}
	return flow.Any(v, made, func(v ssa.Value) bool { return kube.SelectsName(ssaquery.StringConst(v)) })
}

// kindsOf returns the API types that c lists or watches, as far as the type of the
// client, or of an object or list that it is given, says.
func kindsOf(c *ssa.CallCommon) []*types.TypeName {
	kinds := clientKinds(c)
	for _, a := range c.Args {
		kinds = addKind(kinds, ssaquery.Unwrap(a).Type())
	}
	return kinds
}

// clientKinds returns the API types that the receiver of c is a typed client of: its
// other methods return them.
func clientKinds(c *ssa.CallCommon) []*types.TypeName {
	r := receiver(c)
	if r == nil {
		return nil
	}
	var kinds []*types.TypeName
	for _, n := range []string{"Get", "List"} {
		obj, _, _ := types.LookupFieldOrMethod(r.Type(), true, nil, n)
		if m, ok := obj.(*types.Func); ok && m.Signature().Results().Len() > 0 {
			kinds = addKind(kinds, m.Signature().Results().At(0).Type())
		}
	}
	return kinds
}

// addKind adds the API type that t is a pointer to, or to a list of, to kinds.
func addKind(kinds []*types.TypeName, t types.Type) []*types.TypeName {
	n := pointee(t)
	if n == nil || n.Obj().Pkg() == nil {
		return kinds
	}
	kind, _ := n.Obj().Pkg().Scope().Lookup(strings.TrimSuffix(n.Obj().Name(), "List")).(*types.TypeName)
	if kind == nil || slices.Contains(kinds, kind) {
		return kinds
	}
	return append(kinds, kind)
}

// otherKinds reports whether a and b list or watch objects of different kinds. Types
// that stand for any kind tell nothing, nor do single objects that a and b are given:
// those can be the owners of what is watched.
func otherKinds(a, b *ssa.CallCommon) bool {
	of := func(c *ssa.CallCommon) []*types.TypeName {
		kinds := clientKinds(c)
		for _, arg := range c.Args {
			if n := pointee(ssaquery.Unwrap(arg).Type()); n != nil && kube.IsList(n) {
				kinds = addKind(kinds, ssaquery.Unwrap(arg).Type())
			}
		}
		return slices.DeleteFunc(kinds, func(k *types.TypeName) bool { return !kube.IsKind(k) })
	}
	as, bs := of(a), of(b)
	return len(as) > 0 && len(bs) > 0 && !slices.ContainsFunc(as, func(k *types.TypeName) bool { return slices.Contains(bs, k) })
}

// pointee returns the named type that t is a pointer to, or nil.
func pointee(t types.Type) *types.Named {
	p, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return nil
	}
	n, _ := types.Unalias(p.Elem()).(*types.Named)
	return n
}
