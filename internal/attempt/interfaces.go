package attempt

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// interfaces says which methods of a package stand behind those of its interfaces.
type interfaces struct {
	pkg *ssa.Package
	own *ssaquery.Types // its types
	// funcs are its functions, without those of tests.
	funcs  []*ssa.Function
	behind map[interfaceMethod][]*ssa.Function
}

// An interfaceMethod is a method as a call through an interface names it.
type interfaceMethod struct {
	fn *types.Func
	of types.Type
}

// mayRun are the methods of the package that a call through one of its interfaces may run.
// There are none for a call of a generated client, of which more is known.
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
	if verb := (called{fn, fn.Name(), fn.Signature(), t}).client().Verb; verb == kube.NoVerb || verb == kube.WriteInto || verb == kube.PatchInto {
		for _, f := range s.own.Implementers(t, fn) {
			if slices.Contains(s.funcs, f) && !slices.Contains(fns, f) {
				fns = append(fns, f)
			}
		}
	}
	s.behind[m] = fns
	return fns
}
