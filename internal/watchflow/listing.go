package watchflow

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssabuild"
)

// A Fact is about a function that lists objects on some way, by itself or in what
// it calls: a loop that calls it lists again. Or it is about a kind, see exportServed.
type Fact struct {
	Internal string // the path of the internal version of a kind
}

// AFact marks a fact.
func (*Fact) AFact() {}

func (f *Fact) String() string {
	if f.Internal != "" {
		return "served(" + f.Internal + ")"
	}
	return "lists"
}

// listers tells whether a function of another package lists.
type listers func(*types.Func) bool

// exportLists exports which functions of the package list.
func exportLists(pass *analysis.Pass, c *config.Config) listers {
	known := func(fn *types.Func) bool { return pass.ImportObjectFact(fn, new(Fact)) }
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
			pass.ExportObjectFact(fn, new(Fact))
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
