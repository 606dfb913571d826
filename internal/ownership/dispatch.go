package ownership

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ownership/effect"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// An implKey is a method of an interface.
type implKey struct {
	iface types.Type
	name  string
}

// An implementation is a function that an interface call may run.
type implementation struct {
	name string
	sum  *effect.Summary
	fn   *ssa.Function
	// agreed tells that no other known implementation returns something
	// else, so that the result of the call is known.
	agreed bool
}

// A dispatch knows which functions calls through interfaces run.
type dispatch struct {
	*unit
	deps        *dependencies
	stores      *localStores
	impls       map[implKey][]implementation
	ifaceFields map[string][]ssa.Value // by field
}

// maxImpls bounds the implementations of an interface method that are
// considered, after sorting by name.
const maxImpls = 12

// implementations are the functions that a call of m on a value of the
// interface type t may run, as far as this package sees them: those of its own
// types and of the packages below it. Fakes and mocks are left out.
func (d *dispatch) implementations(t types.Type, m *types.Func) []implementation {
	iface, ok := t.Underlying().(*types.Interface)
	if !ok || iface.NumMethods() == 0 {
		return nil
	}
	key := implKey{t, m.Name()}
	impls, ok := d.impls[key]
	if !ok {
		impls = d.findImplementations(t, iface, m)
		d.impls[key] = impls
	}
	return impls
}

// returnsCached reports whether s says where a result comes from.
func returnsCached(s *effect.Summary) bool {
	if s == nil || s.OnlyManaged() {
		return false
	}
	for _, r := range s.Results {
		if len(r) > 0 {
			return true
		}
	}
	return false
}

func (d *dispatch) findImplementations(t types.Type, iface *types.Interface, m *types.Func) []implementation {
	var out []implementation
	add := func(t types.Type) bool {
		for _, t := range []types.Type{t, types.NewPointer(t)} {
			if !types.Implements(t, iface) {
				continue
			}
			fn := d.prog.LookupMethod(t, m.Pkg(), m.Name())
			if fn == nil {
				return true
			}
			fn = ssaquery.Origin(d.declared(fn))
			if d.analyses(fn) {
				out = append(out, implementation{name: ssaquery.FuncName(fn), fn: fn})
			}
			return true
		}
		return false
	}
	scope := d.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		if tn, ok := scope.Lookup(name).(*types.TypeName); ok && !tn.IsAlias() && !kube.IsFakeType(name) {
			if n, ok := tn.Type().(*types.Named); ok && !types.IsInterface(n) {
				if n := instantiate(n, t); n != nil {
					add(n)
				}
			}
		}
	}
	for _, c := range d.deps.methods()[m.Name()] {
		pkg := d.deps.packageOf(c.pkg)
		if pkg == nil {
			continue
		}
		tn, ok := pkg.Scope().Lookup(c.typ).(*types.TypeName)
		if !ok || tn.IsAlias() {
			continue
		}
		n, ok := tn.Type().(*types.Named)
		if !ok {
			continue
		}
		if n = instantiate(n, t); n == nil {
			continue
		}
		if types.Implements(n, iface) || types.Implements(types.NewPointer(n), iface) {
			out = append(out, implementation{name: c.typ + "." + m.Name(), sum: c.sum})
		}
	}
	slices.SortStableFunc(out, func(a, b implementation) int { return cmp.Compare(a.name, b.name) })
	if len(out) > maxImpls {
		d.caps[ssaquery.MethodName(t, m)+": implementations beyond a number are left out"] = true
		out = out[:maxImpls]
	}
	return out
}

// instantiate is the type n, with the type arguments of the interface type t if
// it is generic; nil if they do not fit.
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

// A repository can put a lister or store of its own behind client-go's
// interface, for instance one that copies what it hands out. Where all that a
// value can be is in sight, the methods of those types say what a call does,
// and not the table.

// maxBacking bounds the steps to what an interface value is made of.
const maxBacking = 8

// backing are the methods of this package that the call c of an interface's
// method runs; nil if it may run others, too.
func (d *dispatch) backing(c *ssa.CallCommon) []*ssa.Function {
	q := &backingQuery{e: d, seen: map[ssa.Value]bool{}}
	ts, ok := q.types(c.Value, 0)
	if !ok || len(ts) == 0 {
		return nil
	}
	return d.methodsOf(ts, c.Method)
}

// methodsOf are the methods m of the types ts, nil if one of them is not
// declared in this package: it may be promoted from an interface that the type
// embeds, whose method the table knows.
func (d *dispatch) methodsOf(ts []types.Type, m *types.Func) []*ssa.Function {
	var out []*ssa.Function
	for _, t := range ts {
		fn := d.prog.LookupMethod(t, m.Pkg(), m.Name())
		if fn == nil {
			return nil
		}
		if o := ssaquery.Declared(fn); o == nil || ssaquery.IsInterfaceMethod(o) {
			return nil
		}
		fn = ssaquery.Origin(d.declared(fn))
		if !d.analyses(fn) || len(fn.Blocks) == 0 {
			return nil
		}
		out = append(out, fn)
	}
	return out
}

type backingQuery struct {
	e    *dispatch
	seen map[ssa.Value]bool
}

// types are the concrete types of the interface value v, false if they are not
// all known.
func (q *backingQuery) types(v ssa.Value, depth int) ([]types.Type, bool) {
	if depth > maxBacking {
		return nil, false
	}
	switch v := v.(type) {
	case *ssa.Const:
		return nil, v.IsNil()
	case *ssa.MakeInterface:
		return []types.Type{v.X.Type()}, true
	case *ssa.ChangeInterface:
		return q.types(v.X, depth+1)
	case *ssa.ChangeType:
		return q.types(v.X, depth+1)
	case *ssa.Phi:
		if q.seen[v] {
			return nil, true
		}
		q.seen[v] = true
		return q.all(v.Edges, depth)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return q.field(placeKey(v.X), depth)
		}
	case *ssa.Field:
		return q.field(fieldKey(v.X, v.Field), depth)
	case *ssa.Call:
		if makesStore(v) && !q.e.stores.filled {
			return nil, true // a store of the package's own holds nothing of the cache
		}
		return q.result(v, 0, depth)
	case *ssa.Extract:
		if c, ok := v.Tuple.(*ssa.Call); ok {
			return q.result(c, v.Index, depth)
		}
	}
	return nil, false
}

func (q *backingQuery) all(vs []ssa.Value, depth int) ([]types.Type, bool) {
	var out []types.Type
	for _, v := range vs {
		ts, ok := q.types(v, depth+1)
		if !ok {
			return nil, false
		}
		out = append(out, ts...)
	}
	return out, true
}

// field are the types of what the package puts into the field or variable key.
func (q *backingQuery) field(key string, depth int) ([]types.Type, bool) {
	vs := q.e.interfaceFields()[key]
	if key == "" || len(vs) == 0 || exportedField(key) {
		return nil, false
	}
	return q.all(vs, depth)
}

// result are the types of result i of the call c.
func (q *backingQuery) result(c *ssa.Call, i, depth int) ([]types.Type, bool) {
	var fns []*ssa.Function
	if c.Call.IsInvoke() {
		ts, ok := q.types(c.Call.Value, depth+1)
		if !ok {
			return nil, false
		}
		fns = q.e.methodsOf(ts, c.Call.Method)
	} else if fn := c.Call.StaticCallee(); fn != nil && q.e.analyses(ssaquery.Origin(fn)) {
		fns = []*ssa.Function{ssaquery.Origin(fn)}
	}
	if len(fns) == 0 {
		return nil, false
	}
	var out []types.Type
	for _, fn := range fns {
		for _, b := range fn.Blocks {
			ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
			if !ok || i >= len(ret.Results) {
				continue
			}
			ts, ok := q.types(ret.Results[i], depth+1)
			if !ok {
				return nil, false
			}
			out = append(out, ts...)
		}
	}
	return out, len(out) > 0
}

// interfaceFields are the values that the package puts into fields and variables
// of interface type, by key.
func (d *dispatch) interfaceFields() map[string][]ssa.Value {
	if d.ifaceFields == nil {
		d.ifaceFields = map[string][]ssa.Value{}
		for _, fn := range d.funcs {
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					st, ok := instr.(*ssa.Store)
					if !ok || !types.IsInterface(st.Val.Type()) {
						continue
					}
					if key := placeKey(st.Addr); key != "" {
						d.ifaceFields[key] = append(d.ifaceFields[key], st.Val)
					}
				}
			}
		}
	}
	return d.ifaceFields
}
