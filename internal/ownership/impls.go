package ownership

import (
	"cmp"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ownership/effect"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

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
func (e *dispatch) implementations(t types.Type, m *types.Func) []implementation {
	iface, ok := t.Underlying().(*types.Interface)
	if !ok || iface.NumMethods() == 0 {
		return nil
	}
	key := implKey{t, m.Name()}
	impls, ok := e.impls[key]
	if !ok {
		impls = e.findImplementations(t, iface, m)
		e.impls[key] = impls
	}
	return impls
}

// returnsOwned reports whether s says where a result comes from.
func returnsOwned(s *effect.Summary) bool {
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

func (e *dispatch) findImplementations(t types.Type, iface *types.Interface, m *types.Func) []implementation {
	var out []implementation
	own := func(t types.Type) bool {
		for _, t := range []types.Type{t, types.NewPointer(t)} {
			if !types.Implements(t, iface) {
				continue
			}
			fn := e.prog.LookupMethod(t, m.Pkg(), m.Name())
			if fn == nil {
				return true
			}
			fn = ssaquery.Origin(e.declared(fn))
			if e.analyses(fn) {
				out = append(out, implementation{name: ssaquery.FuncName(fn), fn: fn})
			}
			return true
		}
		return false
	}
	scope := e.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		if tn, ok := scope.Lookup(name).(*types.TypeName); ok && !tn.IsAlias() && !kube.IsFakeType(name) {
			if n, ok := tn.Type().(*types.Named); ok && !types.IsInterface(n) {
				if n := instantiate(n, t); n != nil {
					own(n)
				}
			}
		}
	}
	for _, c := range e.deps.methods()[m.Name()] {
		pkg := e.deps.packageOf(c.pkg)
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
		e.caps[ssaquery.MethodName(t, m)+": implementations beyond a number are left out"] = true
		out = out[:maxImpls]
	}
	return out
}

// declared is the method that the wrapper fn calls (of an embedded field, of a
// value type), fn itself if it is no wrapper.
func (u *unit) declared(fn *ssa.Function) *ssa.Function {
	if fn.Synthetic != "" {
		if f := ssaquery.Declared(fn); f != nil {
			if impl := u.prog.FuncValue(f); impl != nil {
				return impl
			}
		}
	}
	return fn
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

// A candidate is a method of a dependency that something is known of.
type candidate struct {
	pkg, typ string
	sum      *effect.Summary
}

// methods are the methods of the packages below this one by name.
func (e *dependencies) methods() map[string][]candidate {
	if e.byMethod == nil {
		e.byMethod = map[string][]candidate{}
		for _, path := range sortedKeys(e.facts) {
			if kube.IsFakePackage(path) {
				continue
			}
			f := e.facts[path]
			for i := range f.Funcs {
				typ, name, ok := methodOf(f.Funcs[i].Key)
				if ok && !kube.IsFakeType(typ) {
					e.byMethod[name] = append(e.byMethod[name], candidate{path, typ, &f.Funcs[i].Sum})
				}
			}
		}
	}
	return e.byMethod
}

// methodOf splits the key "(*path/pkg.T).M" into T and M.
func methodOf(key string) (typ, name string, ok bool) {
	if !strings.HasPrefix(key, "(") {
		return "", "", false
	}
	recv, name, ok := strings.Cut(key, ").")
	if !ok {
		return "", "", false
	}
	recv = strings.TrimLeft(recv, "(*")
	recv = recv[strings.LastIndexByte(recv, '/')+1:]
	_, typ, ok = strings.Cut(recv, ".")
	return typ, name, ok
}

// packageOf is the package of the given path among those below this one.
func (e *dependencies) packageOf(path string) *types.Package {
	if e.pkgs == nil {
		e.pkgs = map[string]*types.Package{}
		var visit func(p *types.Package)
		visit = func(p *types.Package) {
			for _, imp := range p.Imports() {
				key := kube.Unvendored(imp.Path())
				if _, ok := e.pkgs[key]; !ok {
					e.pkgs[key] = imp
					visit(imp)
				}
			}
		}
		visit(e.pass.Pkg)
	}
	return e.pkgs[path]
}

// implementations are what a call of m on a value of the interface type t may
// run, with what is known of them now.
func (a *recorder) implementations(t types.Type, m *types.Func) []implementation {
	impls := a.e.dispatch.implementations(t, m)
	out := make([]implementation, 0, len(impls))
	agree := true
	for _, im := range impls {
		if im.fn != nil {
			im.sum = a.summary(im.fn)
		}
		agree = agree && returnsOwned(im.sum)
		out = append(out, im)
	}
	for i := range out {
		out[i].agreed = agree
	}
	return slices.DeleteFunc(out, func(im implementation) bool { return im.sum == nil })
}
