package watchflow

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/ssabuild"
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

// helpersOf returns pass with no bodies but those of functions that watch loops of
// other packages may call: which call functions again that they are given, or have
// to do with versions. It is nil where there are none.
func helpersOf(pass *analysis.Pass) *analysis.Pass {
	without := ssabuild.WithoutTests(pass)
	if without == nil {
		return nil
	}
	helpers, info := *without, *without.TypesInfo
	helpers.Files, helpers.TypesInfo, info.InitOrder = nil, &info, nil
	found := false
	for _, f := range without.Files {
		kept, names := *f, mentionsVersion(f)
		generated := report.IsGenerated(f)
		kept.Decls = slices.Clone(f.Decls)
		for i, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			switch {
			case !ok || fn.Body == nil:
			case !generated && isHelper(pass.TypesInfo, fn, names):
				found = true
			default:
				head := *fn
				head.Body = nil
				kept.Decls[i] = &head
			}
		}
		helpers.Files = append(helpers.Files, &kept)
	}
	if !found {
		return nil
	}
	return &helpers
}

// isHelper reports whether fn may be such a function. names tells whether its
// file names versions at all.
func isHelper(info *types.Info, fn *ast.FuncDecl, names bool) bool {
	obj, ok := info.Defs[fn.Name].(*types.Func)
	if !ok {
		return false
	}
	for p := range obj.Signature().Params().Variables() {
		if sig, ok := p.Type().Underlying().(*types.Signature); ok && (kube.Repeats(obj.Name(), sig) != kube.NotAgain || callsAgain(fn.Body)) {
			return true
		}
	}
	return names && mentionsVersion(fn)
}

// callsAgain reports whether there is a loop in body, or a call of a function
// that calls others again.
func callsAgain(body ast.Node) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForStmt:
			found = true
		case *ast.RangeStmt:
			found = true
		case *ast.SelectorExpr:
			found = found || kube.Repeats(n.Sel.Name, types.NewSignatureType(nil, nil, nil, nil, nil, false)) != kube.NotAgain
		}
		return !found
	})
	return found
}
