package rvassign

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/importedit"
	"github.com/k8slint/k8slint/internal/indent"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssabuild"
	"github.com/k8slint/k8slint/internal/watchflow"
)

// comparePath is where CompareResourceVersion is, since apimachinery 0.35.
const comparePath = kube.ComparePackage

// fix wraps the store of a in a comparison with the present position. Versions that cannot be
// compared are stored as before: the position may be "" or "0", or the server may not number its
// versions. So there is no fix where ERROR events come here, whose version is "", for anything but a
// plain assignment of strings, and with an apimachinery without the comparison.
func fix(pass *analysis.Pass, a *watchflow.Advance, h watchflow.Hazards) *analysis.SuggestedFix {
	if h.Errors || !kube.CanCompareVersions(ssabuild.Imports(pass)) {
		return nil
	}
	file, assign := assignment(pass, a.Site.Pos())
	if assign == nil {
		return nil
	}
	for _, e := range []ast.Expr{assign.Lhs[0], assign.Rhs[0]} {
		if b, ok := pass.TypesInfo.TypeOf(e).(*types.Basic); !ok || b.Kind() != types.String {
			return nil
		}
	}
	pos, rv := source(pass, assign.Lhs[0]), source(pass, assign.Rhs[0])
	name, edits := importedit.Name(pass, file, comparePath, "resourceversion")
	if name == "" || pos == "" || rv == "" {
		return nil
	}
	in := indent.At(pass, assign.Pos())
	edits = append(edits,
		analysis.TextEdit{Pos: assign.Pos(), End: assign.Pos(), NewText: fmt.Appendf(nil,
			"if order, err := %s.CompareResourceVersion(%s, %s); err != nil || order > 0 {\n%s", name, rv, pos, in.Inner)},
		analysis.TextEdit{Pos: assign.End(), End: assign.End(), NewText: []byte("\n" + in.Outer + "}")})
	return &analysis.SuggestedFix{Message: "Store the resourceVersion only if it is newer", TextEdits: edits}
}

// assignment returns the plain assignment that stands at pos, in a block.
func assignment(pass *analysis.Pass, pos token.Pos) (*ast.File, *ast.AssignStmt) {
	file, path := astspan.Path(pass.Files, pos)
	as, ok := astspan.Listed(path).(*ast.AssignStmt)
	if !ok || as.Tok != token.ASSIGN || len(as.Lhs) != 1 || len(as.Rhs) != 1 {
		return nil, nil
	}
	return file, as
}

// source is the text of an expression that can be evaluated twice.
func source(pass *analysis.Pass, e ast.Expr) string {
	for n := range ast.Preorder(e) {
		switch n := n.(type) {
		case *ast.CallExpr:
			if s, ok := n.Fun.(*ast.SelectorExpr); !ok || !strings.HasPrefix(s.Sel.Name, "Get") {
				return ""
			}
		case *ast.FuncLit, *ast.UnaryExpr:
			return ""
		}
	}
	return astspan.Text(pass.Fset, e)
}
