package ownership

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/kube"
)

// ImportOf is the first import of the package at path, or else of one that
// imports it.
func ImportOf(pass *analysis.Pass, path string) (pos, end token.Pos) {
	var specs []*ast.ImportSpec
	for _, f := range pass.Files {
		specs = append(specs, f.Imports...)
	}
	slices.SortStableFunc(specs, func(a, b *ast.ImportSpec) int {
		p, q := pass.Fset.Position(a.Pos()), pass.Fset.Position(b.Pos())
		return cmp.Or(cmp.Compare(p.Filename, q.Filename), cmp.Compare(p.Line, q.Line))
	})
	find := func(ok func(p *types.Package) bool) bool {
		for _, s := range specs {
			name, err := strconv.Unquote(s.Path.Value)
			if err != nil {
				continue
			}
			for _, p := range pass.Pkg.Imports() {
				if kube.Unvendored(p.Path()) == name && ok(p) {
					pos, end = s.Pos(), s.End()
					return true
				}
			}
		}
		return false
	}
	path = kube.Unvendored(path)
	if !find(func(p *types.Package) bool { return kube.Unvendored(p.Path()) == path }) {
		find(func(p *types.Package) bool {
			for q := range below(p) {
				if kube.Unvendored(q.Path()) == path {
					return true
				}
			}
			return false
		})
	}
	return pos, end
}
