package ssabuild

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/bound"
	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// mayWatch reports whether some of the files may start a watch or compare resourceVersions.
// It is cheaper than building SSA, and says no for nearly every package.
func mayWatch(files []*ast.File, info *types.Info, generated bool) bool {
	return watches(files, generated) || compares(files, info, generated)
}

// Watching returns src, the SSA form of pass's package, if it may start a watch or compare
// resourceVersions, and nil if not. A package that Skip leaves out, since it does not import the Kubernetes
// libraries, may still watch by HTTP requests of its own: its form is made here.
func Watching(pass *analysis.Pass, c *config.Config, src *SSA) *SSA {
	switch files := FilesOutsideTests(pass); {
	case src != nil && src.Watches:
		return src
	case src == nil && len(files) > 0 && mayWatch(files, pass.TypesInfo, c.Generated):
		return Build(pass, true, bound.Of(pass))
	}
	return nil
}

// watches reports whether some file of the package could hold a watch loop.
// Generated files do not count where nothing is reported in them: most of those
// that watch are typed clients.
func watches(files []*ast.File, generated bool) bool {
	watch, version := false, false
	for _, f := range files {
		if !generated && astspan.IsGenerated(f) {
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
				watch = watch || ssaquery.IsOrder(n.Op) && (mentionsVersion(n.X) || mentionsVersion(n.Y))
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

// compares reports whether the package could compare the order of versions that it
// reads from objects: it reads some, and compares strings for order, or parses and
// compares numbers. It need not name a version where it compares.
//
// Most packages with controllers read versions and many compare numbers, but few
// of them also parse any, and hardly one compares strings for order. Nothing is
// reported in generated files; they can still read the version.
func compares(files []*ast.File, info *types.Info, generated bool) bool {
	reads, parses, texts, numbers := false, false, false, false
	for _, f := range files {
		skip := !generated && astspan.IsGenerated(f)
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				reads = reads || kube.ReadsVersion(n.Sel.Name)
				parses = parses || kube.ParsesNumber(n.Sel.Name)
			case *ast.CallExpr: // a function of the package, or one of a dot import
				if id, ok := n.Fun.(*ast.Ident); ok {
					reads = reads || kube.ReadsVersion(id.Name)
					parses = parses || kube.ParsesNumber(id.Name)
				}
			case *ast.BinaryExpr:
				if !skip && ssaquery.IsOrder(n.Op) {
					texts = texts || mayHold(info, n, types.IsString)
					numbers = numbers || mayHold(info, n, types.IsInteger)
				}
			}
			return true
		})
		if reads && (texts || parses && numbers) {
			return true
		}
	}
	return false
}

// mayHold reports whether both operands of the comparison b are of that kind, and
// neither is a constant or a length.
func mayHold(info *types.Info, b *ast.BinaryExpr, kind types.BasicInfo) bool {
	for _, x := range [...]ast.Expr{b.X, b.Y} {
		t := info.Types[x]
		if t.Type == nil || t.Value != nil || !ssaquery.IsBasic(t.Type, kind) {
			return false
		}
		if call, ok := ast.Unparen(x).(*ast.CallExpr); ok && info.Types[call.Fun].IsBuiltin() {
			return false
		}
	}
	return true
}

// mentionsVersion reports whether n names a resourceVersion.
func mentionsVersion(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			found = found || kube.NamesVersion(id.Name)
		}
		return !found
	})
	return found
}
