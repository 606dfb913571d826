package watchflow

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/pointsto"
)

// Served is a fact about a kind, an API type that is converted to an internal
// version of the same group.
//
// kube-apiserver knows such versions only of its own groups, whose conversions
// are not in k8s.io/api, and custom resources have none: whoever has one is a
// server built on k8s.io/apiserver, and keeps its objects where it likes.
//
// It is a fact about the type and not about its package, since those of
// packages reach no further than to direct importers under nogo.
type Served struct {
	Internal string // the path of the internal version
}

// AFact marks a fact.
func (*Served) AFact() {}

func (f *Served) String() string { return "served(" + f.Internal + ")" }

// servedBy tells whether an aggregated API server serves a kind.
type servedBy func(kind *types.TypeName) bool

func served(pass *analysis.Pass) (any, error) {
	for _, name := range pass.Pkg.Scope().Names() {
		fn, ok := pass.Pkg.Scope().Lookup(name).(*types.Func)
		if !ok {
			continue
		}
		if kind, internal := kube.ConvertsToInternal(fn); kind != nil {
			pass.ExportObjectFact(kind, &Served{internal})
		}
	}
	return servedBy(func(kind *types.TypeName) bool {
		return pass.ImportObjectFact(kind, new(Served))
	}), nil
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

// isAggregated reports whether s watches a kind that an aggregated API server
// serves, which by tells, as far as the client's or the list's type says.
func isAggregated(s *Sink, by servedBy) bool {
	call, ok := s.Instr.(*ssa.Call)
	if !ok {
		return false
	}
	var kinds []*types.Named
	if r := receiver(&call.Call); r != nil {
		// A typed client says it by what its other methods return.
		for _, n := range []string{"Get", "List"} {
			obj, _, _ := types.LookupFieldOrMethod(r.Type(), true, nil, n)
			if m, ok := obj.(*types.Func); ok && m.Signature().Results().Len() > 0 {
				kinds = append(kinds, pointee(m.Signature().Results().At(0).Type()))
			}
		}
	}
	for _, a := range call.Call.Args {
		kinds = append(kinds, pointee(pointsto.Unwrap(a).Type()))
	}
	for _, k := range kinds {
		if k == nil || k.Obj().Pkg() == nil {
			continue
		}
		kind, _ := k.Obj().Pkg().Scope().Lookup(strings.TrimSuffix(k.Obj().Name(), "List")).(*types.TypeName)
		if kind != nil && by(kind) {
			return true
		}
	}
	return false
}
