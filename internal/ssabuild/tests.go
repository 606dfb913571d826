package ssabuild

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
)

// InTest reports whether pos lies in a _test.go file.
func InTest(fset *token.FileSet, pos token.Pos) bool {
	f := fset.File(pos)
	return f != nil && strings.HasSuffix(f.Name(), "_test.go")
}

// FilesOutsideTests are the files of pass that are no _test.go files.
func FilesOutsideTests(pass *analysis.Pass) []*ast.File {
	return slices.DeleteFunc(slices.Clone(pass.Files), func(f *ast.File) bool { return InTest(pass.Fset, f.FileStart) })
}

// OutsideTests are the functions of fns that are not in _test.go files. Whoever
// asks these and no others says the same of a package with its tests and
// without.
func OutsideTests(pass *analysis.Pass, fns []*ssa.Function) []*ssa.Function {
	if len(FilesOutsideTests(pass)) == len(pass.Files) {
		return fns
	}
	out := make([]*ssa.Function, 0, len(fns))
	for _, f := range fns {
		if !InTest(pass.Fset, f.Pos()) {
			out = append(out, f)
		}
	}
	return out
}

// Imports are the packages that the files of pass's package import, _test.go
// files left out, in the order of their paths.
func Imports(pass *analysis.Pass) []*types.Package {
	named := map[string]bool{}
	for _, f := range FilesOutsideTests(pass) {
		for _, spec := range f.Imports {
			if path, err := strconv.Unquote(spec.Path.Value); err == nil {
				named[path] = true
			}
		}
	}
	var out []*types.Package
	for _, p := range pass.Pkg.Imports() {
		if named[kube.Unvendored(p.Path())] {
			out = append(out, p)
		}
	}
	slices.SortFunc(out, func(a, b *types.Package) int { return strings.Compare(a.Path(), b.Path()) })
	return out
}
