package watchflow

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssabuild"
)

// Does is what a function or a kind has to do with lists.
type Does struct {
	// Lists: the function lists objects on some way, by itself or in what it calls. A loop that calls it lists again.
	Lists bool
	// Internal is the path of the internal version of a kind, see exportServed.
	Internal string
}

// listers tells whether a function of another package lists.
type listers func(*types.Func) bool

// exportLists exports which functions of the package list.
func exportLists(pass *analysis.Pass, c *config.Config) listers {
	known := func(fn *types.Func) bool {
		does, _ := fact.Of[Does](pass, fn)
		return does.Lists
	}
	if ssabuild.Skip(pass, c) {
		return known
	}
	calls := callsOf(pass)
	lists := map[*types.Func]bool{}
	for changed := true; changed; {
		changed = false
		for fn, callees := range calls {
			for _, g := range callees {
				if !lists[fn] && (lists[g] || kube.IsListCall(g.Name(), g.Signature()) || g.Pkg() != pass.Pkg && known(g)) {
					lists[fn], changed = true, true
				}
			}
		}
	}
	for fn := range lists {
		if fn.Exported() {
			fact.Tell(pass, fn, Does{Lists: true})
		}
	}
	return known
}

// callsOf returns what each function of the package calls, in function literals too.
func callsOf(pass *analysis.Pass) map[*types.Func][]*types.Func {
	calls := map[*types.Func][]*types.Func{}
	for d := range astspan.Funcs(ssabuild.FilesOutsideTests(pass)) {
		fn, ok := pass.TypesInfo.Defs[d.Name].(*types.Func)
		if !ok {
			continue
		}
		for n := range ast.Preorder(d.Body) {
			if call, ok := n.(*ast.CallExpr); ok {
				if g, ok := typeutil.Callee(pass.TypesInfo, call).(*types.Func); ok {
					calls[fn] = append(calls[fn], g.Origin())
				}
			}
		}
	}
	return calls
}

// servedBy tells whether an aggregated API server serves a kind.
type servedBy func(kind *types.TypeName) bool

// exportServed exports which kinds of the package an aggregated API server serves: those that are converted to an
// internal version of the same group.
//
// kube-apiserver knows such versions only of its own groups, whose conversions
// are not in k8s.io/api, and custom resources have none: whoever has one is a
// server built on k8s.io/apiserver, and keeps its objects where it likes.
//
// The fact is about the type and not about its package, since those of
// packages reach no further than to direct importers under nogo.
func exportServed(pass *analysis.Pass) servedBy {
	for _, name := range pass.Pkg.Scope().Names() {
		fn, ok := pass.Pkg.Scope().Lookup(name).(*types.Func)
		if !ok {
			continue
		}
		if kind, internal := kube.ConvertsToInternal(fn); kind != nil {
			fact.Tell(pass, kind, Does{Internal: internal})
		}
	}
	return func(kind *types.TypeName) bool {
		does, _ := fact.Of[Does](pass, kind)
		return does.Internal != ""
	}
}
