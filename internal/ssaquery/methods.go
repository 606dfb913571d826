package ssaquery

import (
	"go/types"
	"iter"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Unwrapped is the declared method that the wrapper f calls: one of an embedded
// field, of a value type or of a method value. For an instance it is the generic
// function, where the program has it; else f itself.
func Unwrapped(f *ssa.Function) *ssa.Function {
	if f.Synthetic == "" {
		return f
	}
	if o := Declared(f); o != nil {
		if g := f.Prog.FuncValue(o.Origin()); g != nil {
			return g
		}
	}
	return f
}

// maxDynamic bounds how far DynamicType looks. No finding is lost: an unknown type excludes
// nothing.
const maxDynamic = 4

// DynamicType returns the type of what the interface value v holds if it is not nil:
// all ways that lead to v, in this function and in those with a body that it calls,
// make it from a value of that type. It returns nil if the type is not known.
func DynamicType(v ssa.Value) types.Type {
	t, _ := dynamicType(v, 0)
	return t
}

// dynamicType is DynamicType with what is known of nil: a nil type and true.
func dynamicType(v ssa.Value, depth int) (types.Type, bool) {
	if depth > maxDynamic {
		return nil, false
	}
	switch v := v.(type) {
	case *ssa.Const:
		return nil, v.IsNil()
	case *ssa.MakeInterface:
		return v.X.Type(), true
	case *ssa.ChangeInterface, *ssa.ChangeType, *ssa.TypeAssert:
		return dynamicType(Wrapped(v), depth+1)
	case *ssa.Phi:
		return commonType(slices.Values(v.Edges), depth)
	case *ssa.Call:
		return dynamicResult(v, 0, depth)
	case *ssa.Extract:
		switch t := v.Tuple.(type) {
		case *ssa.TypeAssert:
			return dynamicType(t.X, depth+1)
		case *ssa.Call:
			return dynamicResult(t, v.Index, depth)
		}
	}
	return nil, false
}

// commonType is the dynamic type of all vs.
func commonType(vs iter.Seq[ssa.Value], depth int) (types.Type, bool) {
	var common types.Type
	for v := range vs {
		switch t, ok := dynamicType(v, depth+1); {
		case !ok, t != nil && common != nil && !types.Identical(t, common):
			return nil, false
		case t != nil:
			common = t
		}
	}
	return common, true
}

// dynamicResult is the dynamic type of result i of call.
func dynamicResult(call *ssa.Call, i, depth int) (types.Type, bool) {
	f := call.Call.StaticCallee()
	if f == nil || len(f.Blocks) == 0 || f.Origin() != nil {
		return nil, false // of generic functions the types are not those of the caller
	}
	return commonType(func(yield func(ssa.Value) bool) {
		for _, ret := range Returns(f) {
			if !yield(ret.Results[i]) {
				return
			}
		}
	}, depth)
}

// Types are the types that a package declares, and those below it that implement
// its interfaces. It remembers which do: with many methods, go/types takes long.
type Types struct {
	pkg *ssa.Package
	own map[implements]types.Type
}

// implements is the question whether the type n implements the interface type t.
type implements struct {
	n *types.Named
	t types.Type
}

// NewTypes returns the types of p, of which nothing was asked.
func NewTypes(p *ssa.Package) *Types { return &Types{p, make(map[implements]types.Type)} }

// Implementing is the type n, or the pointer to it, that implements the interface
// type t, with its type arguments if n is generic; nil if neither does.
func (ts *Types) Implementing(n *types.Named, t types.Type) types.Type {
	q := implements{n, t}
	own, ok := ts.own[q]
	if !ok {
		own = implementing(n, t)
		ts.own[q] = own
	}
	return own
}

func implementing(n *types.Named, t types.Type) types.Type {
	iface, ok := t.Underlying().(*types.Interface)
	if n = instantiate(n, t); n == nil || !ok {
		return nil
	}
	if types.Implements(n, iface) {
		return n
	}
	if p := types.NewPointer(n); types.Implements(p, iface) {
		return p
	}
	return nil
}

// instantiate is the type n, with the type arguments of the interface type t if it
// is generic; nil if they do not fit.
func instantiate(n *types.Named, t types.Type) *types.Named {
	if n.TypeParams().Len() == 0 {
		return n
	}
	it, ok := types.Unalias(t).(*types.Named)
	if !ok || it.TypeArgs().Len() != n.TypeParams().Len() {
		return nil
	}
	var args []types.Type
	for a := range it.TypeArgs().Types() {
		args = append(args, a)
	}
	inst, err := types.Instantiate(nil, n, args, true)
	if err != nil {
		return nil
	}
	r, _ := inst.(*types.Named)
	return r
}

// Implementations are the types of the package that implement the interface type t,
// or pointers to them, in the order of their names.
func (ts *Types) Implementations(t types.Type) iter.Seq2[*types.TypeName, types.Type] {
	return func(yield func(*types.TypeName, types.Type) bool) {
		scope := ts.pkg.Pkg.Scope()
		for _, name := range scope.Names() {
			tn, ok := scope.Lookup(name).(*types.TypeName)
			if !ok || tn.IsAlias() {
				continue
			}
			n, ok := tn.Type().(*types.Named)
			if !ok || types.IsInterface(n) {
				continue
			}
			if own := ts.Implementing(n, t); own != nil && !yield(tn, own) {
				return
			}
		}
	}
}

// Implementers are the types of the package that implement the interface type t, in
// the order of their names, each with the function that a call of the method m runs
// for it.
func (ts *Types) Implementers(t types.Type, m *types.Func) iter.Seq2[*types.TypeName, *ssa.Function] {
	return func(yield func(*types.TypeName, *ssa.Function) bool) {
		for tn, own := range ts.Implementations(t) {
			if f := MethodOf(ts.pkg, own, m); f != nil && !yield(tn, f) {
				return
			}
		}
	}
}

// MethodOf is the function that a call of the interface's method m runs for a value
// of the type t, nil if there is none.
func MethodOf(p *ssa.Package, t types.Type, m *types.Func) *ssa.Function {
	f := LookupMethod(p.Prog, t, m)
	if f == nil {
		return nil
	}
	return Origin(Unwrapped(f))
}

// LookupMethod is the method of the type t that is called for m, nil if there is no such function: a type parameter has
// none, though each type of its union may have the method.
func LookupMethod(prog *ssa.Program, t types.Type, m *types.Func) *ssa.Function {
	if types.IsInterface(t) {
		return nil
	}
	return prog.LookupMethod(t, m.Pkg(), m.Name())
}

// GatheredInto is the array of a variadic parameter, if s puts an argument into one; nil for others.
func GatheredInto(s *ssa.Store) *ssa.Alloc {
	at, ok := s.Addr.(*ssa.IndexAddr)
	if !ok {
		return nil
	}
	if array, ok := at.X.(*ssa.Alloc); ok && array.Comment == "varargs" {
		return array
	}
	return nil
}

// Gathered are the arguments that were gathered into the variadic parameter v, in
// the order of the program; none where v is a slice that the program made.
func Gathered(v ssa.Value) []ssa.Value {
	sl, ok := v.(*ssa.Slice)
	if !ok {
		return nil
	}
	array, ok := sl.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	var out []ssa.Value
	for _, r := range *array.Referrers() {
		if at, ok := r.(*ssa.IndexAddr); ok {
			for _, s := range *at.Referrers() {
				if s, ok := s.(*ssa.Store); ok && s.Addr == at {
					out = append(out, s.Val)
				}
			}
		}
	}
	return out
}

// AllArgs are the arguments of c, and those that were gathered into its variadic parameter.
func AllArgs(c *ssa.CallCommon) []ssa.Value {
	n := len(c.Args)
	if n == 0 {
		return nil
	}
	return append(slices.Clone(c.Args), Gathered(c.Args[n-1])...)
}

// Actual returns what a call of f passes for its parameter i, the receiver of a
// method being 0; nil where that is bound elsewhere (the receiver of a method
// value).
func Actual(c *ssa.CallCommon, f *ssa.Function, i int) ssa.Value {
	if c.IsInvoke() {
		if i == 0 {
			return c.Value
		}
		i--
	} else if len(c.Args) == len(f.Params)-1 && f.Signature.Recv() != nil {
		// Called through a bound method value.
		if i == 0 {
			return nil
		}
		i--
	}
	if i < 0 || i >= len(c.Args) {
		return nil
	}
	return c.Args[i]
}
