package subresource

import (
	"cmp"
	"go/ast"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/posn"
	"github.com/k8slint/k8slint/internal/ssabuild"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// readUses fills f with the kinds of which pass's package writes the status with
// controller-runtime's client.
func readUses(pass *analysis.Pass, f *Says) {
	uses := map[UseFact]bool{}
	for fn := range astspan.Funcs(ssabuild.FilesOutsideTests(pass)) {
		readUsesIn(pass, fn, uses)
	}
	f.Uses = slices.SortedFunc(maps.Keys(uses), func(a, b UseFact) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Where, b.Where))
	})
	// One of each kind is enough.
	f.Uses = slices.CompactFunc(f.Uses, func(a, b UseFact) bool { return a.Path == b.Path && a.Name == b.Name })
}

func readUsesIn(pass *analysis.Pass, fn *ast.FuncDecl, uses map[UseFact]bool) {
	written := map[*types.TypeName]*ast.CallExpr{} // whose status is, first
	for n := range ast.Preorder(fn.Body) {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			continue
		}
		method, ok := typeutil.Callee(pass.TypesInfo, call).(*types.Func)
		if !ok || len(call.Args) < 2 {
			continue
		}
		if method.Pkg() == nil || kube.Unvendored(method.Pkg().Path()) != kube.ClientPackage || method.Name() != "Update" && method.Name() != "Patch" {
			continue
		}
		t := kindOf(pass.TypesInfo.TypeOf(call.Args[1])) // ctx, obj
		switch {
		case t == nil:
		case writesStatus(pass, call, method):
			if _, ok := written[t]; !ok {
				written[t] = call
			}
		case !kube.WritesSubResource(method):
			written[t] = nil // which may be what is done if there is no such endpoint
		}
	}
	for t, call := range written {
		if call != nil {
			uses[UseFact{kube.Unvendored(t.Pkg().Path()), t.Name(), posn.Of(pass, call.Pos())}] = true
		}
	}
}

// writesStatus reports whether the client that call calls method of writes statuses: it is of
// that type, or comes from a call of Status.
func writesStatus(pass *analysis.Pass, call *ast.CallExpr, method *types.Func) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	if kube.EndpointOf(method.Name(), method, pass.TypesInfo.TypeOf(sel.X)) == kube.ToStatus {
		return true
	}
	client, ok := ast.Unparen(sel.X).(*ast.CallExpr)
	if !ok {
		return false
	}
	made, ok := typeutil.Callee(pass.TypesInfo, client).(*types.Func)
	return ok && kube.GivesStatusWriter(made)
}

// kindOf is the Go type of the kind of t, or of what t points to; nil if it is not that of a
// custom resource.
func kindOf(t types.Type) *types.TypeName {
	if t == nil {
		return nil
	}
	n := ssaquery.Named(t)
	if n == nil || n.Obj().Pkg() == nil || !kube.IsKindType(n) {
		return nil
	}
	return n.Obj()
}
