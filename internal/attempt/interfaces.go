package attempt

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
)

// interfaces says which methods of a package stand behind those of its interfaces.
type interfaces struct {
	pkg *ssa.Package
	// funcs are its functions, without those of tests.
	funcs  []*ssa.Function
	behind map[interfaceMethod][]*ssa.Function
}

// An interfaceMethod is a method as a call through an interface names it.
type interfaceMethod struct {
	fn *types.Func
	of types.Type
}

// mayRun are the methods of the package that a call through one of its interfaces may run, none
// if more is known of the call, since it is one of a generated client.
func (s *interfaces) mayRun(c *ssa.CallCommon) []*ssa.Function {
	if c.Method.Pkg() != s.pkg.Pkg {
		return nil
	}
	return s.methodsBehind(c.Method, c.Value.Type())
}

// methodsBehind are the methods of the package's types that stand behind the method fn of the
// interface t, by the names of the types.
func (s *interfaces) methodsBehind(fn *types.Func, t types.Type) []*ssa.Function {
	m := interfaceMethod{fn, t}
	if fns, ok := s.behind[m]; ok {
		return fns
	}
	var fns []*ssa.Function
	iface, ok := t.Underlying().(*types.Interface)
	if verb := kube.CallOf(fn.Name(), fn, fn.Signature(), t).Verb; ok && (verb == kube.NoVerb || verb == kube.WriteInto || verb == kube.PatchInto) {
		scope := s.pkg.Pkg.Scope()
		for _, name := range scope.Names() {
			if f := s.methodOf(scope.Lookup(name), iface, fn.Name()); f != nil && !slices.Contains(fns, f) {
				fns = append(fns, f)
			}
		}
	}
	s.behind[m] = fns
	return fns
}

// methodOf is the method of that name of the declared type obj, or of what it embeds. It is nil
// if the type does not implement iface, or does by an interface that it embeds.
func (s *interfaces) methodOf(obj types.Object, iface *types.Interface, name string) *ssa.Function {
	tn, ok := obj.(*types.TypeName)
	if !ok || tn.IsAlias() || types.IsInterface(tn.Type()) {
		return nil
	}
	if t, ok := tn.Type().(*types.Named); !ok || t.TypeParams().Len() > 0 || !types.Implements(types.NewPointer(t), iface) {
		return nil
	}
	method, _, _ := types.LookupFieldOrMethod(tn.Type(), true, s.pkg.Pkg, name)
	m, ok := method.(*types.Func)
	if !ok {
		return nil
	}
	if fn := s.pkg.Prog.FuncValue(m.Origin()); fn != nil && fn.Pkg == s.pkg && slices.Contains(s.funcs, fn) {
		return fn
	}
	return nil
}
