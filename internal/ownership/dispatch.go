package ownership

import (
	"cmp"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/effect"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssabuild"
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
	recv types.Type // the type that has it, which the interface's value holds or points to
	sum  *effect.Summary
	fn   *ssa.Function
	obj  *types.Func // as declared
	// agreed tells that no other known implementation returns something
	// else, so that the result of the call is known.
	agreed bool
}

// A dispatch knows which functions calls through interfaces run.
type dispatch struct {
	*unit
	deps   *dependencies
	stores *localStores
	own    *ssaquery.Types
	impls  map[implKey][]implementation
	backed map[types.Type]bool // see mayBack
	// converted are the values that the package converts to each of its interface types;
	// nil until it is first asked.
	converted map[types.Type][]ssa.Value
}

// pointsto is asked where all that a value can be is in sight (backing). Otherwise an
// interface of this package is implemented above it, too: what is known of its
// methods is what the types of this package and of those below it do, by their facts,
// which pointsto does not have.

// maxImpls bounds the implementations of an interface method that are
// considered, after sorting by name.
const maxImpls = 32

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
		impls = d.findImplementations(t, m)
		d.impls[key] = impls
	}
	return impls
}

// returnsCached reports whether s says where a result comes from.
func returnsCached(s *effect.Summary) bool {
	return s != nil && slices.ContainsFunc(s.Results, func(r []effect.Ref) bool { return len(r) > 0 })
}

func (d *dispatch) findImplementations(t types.Type, m *types.Func) []implementation {
	var out []implementation
	for tn, fn := range d.own.Implementers(t, m) {
		if !kube.IsFakeType(tn.Name()) && d.analyses(fn) {
			out = append(out, implementation{name: ssaquery.FuncName(fn), recv: tn.Type(), fn: fn, obj: ssaquery.Declared(fn)})
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
		if own := d.own.Implementing(n, t); own != nil {
			o, _, _ := types.LookupFieldOrMethod(own, true, m.Pkg(), m.Name())
			decl, _ := o.(*types.Func)
			out = append(out, implementation{name: c.typ + "." + m.Name(), recv: n, sum: c.sum, obj: decl})
		}
	}
	slices.SortStableFunc(out, func(a, b implementation) int { return cmp.Compare(a.name, b.name) })
	if len(out) > maxImpls {
		d.log.At(ssaquery.MethodName(t, m), m.Pos(), "implementations beyond a number are left out")
		out = out[:maxImpls]
	}
	return out
}

// backing are the methods of this package that the call c of an interface's method
// runs; nil if it may run others, too. A repository can put a lister or store of its
// own behind client-go's interface, for instance one that copies what it hands out.
// Where all that a value can be is in sight, the methods of those types say what a
// call does, and not the table.
func (d *dispatch) backing(c *ssa.CallCommon) []*ssa.Function {
	if !d.mayBack(c.Value.Type()) {
		return nil
	}
	fns, _ := d.points().Dispatch(c, func(c *ssa.Call) bool {
		return makesStore(c) && !d.stores.filled[c] // a store of the package's own holds nothing of the cache
	})
	return fns
}

// mayBack reports whether this package declares a type that implements the interface
// type t. Few do, and only those are worth asking pointsto about.
func (d *dispatch) mayBack(t types.Type) bool {
	may, ok := d.backed[t]
	if !ok {
		for range d.own.Implementations(t) {
			may = true
			break
		}
		d.backed[t] = may
	}
	return may
}

// library is the library's interface through which a call of m on a value of the
// interface type t reads the cache, and its method: what a consumer asks for can be a
// smaller interface of its own,
//
//	type podGetter interface {
//		Get(name string) (*corev1.Pod, error)
//	}
//
// and all that becomes one in this package be listers or stores. The method is nil if
// other values become one, too, or none does.
func (d *dispatch) library(t types.Type, m *types.Func) (types.Type, *types.Func) {
	if n, ok := types.Unalias(t).(*types.Named); !ok || n.Obj().Pkg() != d.pkg.Pkg {
		return nil, nil
	}
	if d.converted == nil {
		d.findConversions()
	}
	var from types.Type
	var method *types.Func
	for _, v := range d.converted[types.Unalias(t)] {
		o, _, _ := types.LookupFieldOrMethod(v.Type(), false, m.Pkg(), m.Name())
		own, ok := o.(*types.Func)
		if !ok || !types.IsInterface(v.Type()) || d.stores.isOwn(v) {
			return nil, nil
		}
		if spec, ok := kube.Method(own, v.Type()); !ok || len(parseSpec(spec).Origins) == 0 {
			return nil, nil
		}
		if method == nil {
			from, method = v.Type(), own
		}
	}
	return from, method
}

// findConversions finds what becomes a value of the package's interface types, but in
// tests, which have fakes.
func (d *dispatch) findConversions() {
	d.converted = map[types.Type][]ssa.Value{}
	for _, fn := range d.funcs {
		if ssabuild.InTest(d.pass.Fset, fn.Pos()) {
			continue
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				var from ssa.Value
				switch x := instr.(type) {
				case *ssa.MakeInterface:
					from = x.X
				case *ssa.ChangeInterface:
					from = x.X
				default:
					continue
				}
				t := types.Unalias(instr.(ssa.Value).Type())
				if n, ok := t.(*types.Named); ok && n.Obj().Pkg() == d.pkg.Pkg {
					d.converted[t] = append(d.converted[t], from)
				}
			}
		}
	}
}
