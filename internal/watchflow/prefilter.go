package watchflow

import (
	"go/ast"
	"go/token"
	"strings"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/report"
)

// watches reports whether some file of the package could hold a watch loop, or
// compare versions: cheaper than building SSA, and right to say no for nearly
// every package. Generated files do not count where nothing is reported in
// them: most of those that watch are typed clients.
func watches(files []*ast.File, generated bool) bool {
	watch, version := false, false
	for _, f := range files {
		if !generated && report.IsGenerated(f) {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			var s string
			switch n := n.(type) {
			case *ast.AssignStmt:
				// What tweaks the options of an informer never says "watch".
				for _, l := range n.Lhs {
					if sel, ok := l.(*ast.SelectorExpr); ok && sel.Sel.Name == kube.ResourceVersionField {
						watch, version = true, true
					}
				}
				return true
			case *ast.BinaryExpr:
				switch n.Op {
				case token.LSS, token.GTR, token.LEQ, token.GEQ:
					watch = watch || mentionsVersion(n.X) || mentionsVersion(n.Y)
				}
				return true
			case *ast.Ident:
				s = n.Name
			case *ast.BasicLit:
				s = n.Value
			default:
				return true
			}
			if len(s) >= 5 && len(s) < 400 {
				watch = watch || strings.Contains(s, "atch")
				version = version || strings.Contains(s, "esourceVersion") || s == "ResultChan" || strings.Contains(s, "ListOptions")
			}
			return !(watch && version)
		})
		if watch && version {
			return true
		}
	}
	return false
}

// mentionsVersion reports whether e names a resourceVersion.
func mentionsVersion(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			found = found || kube.NamesVersion(id.Name)
		}
		return !found
	})
	return found
}
