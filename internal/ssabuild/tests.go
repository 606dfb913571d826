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

// WithoutTests returns pass as it is where the package has no _test.go files, to
// build it from. It is pass itself if there are none, and nil if the package has
// no other files, or needs them.
func WithoutTests(pass *analysis.Pass) *analysis.Pass {
	files := FilesOutsideTests(pass)
	switch {
	case len(files) == len(pass.Files):
		return pass
	case len(files) == 0 || needsTests(pass):
		return nil
	}
	without, info := *pass, *pass.TypesInfo
	info.InitOrder = slices.DeleteFunc(slices.Clone(info.InitOrder), func(i *types.Initializer) bool {
		return InTest(pass.Fset, i.Rhs.Pos())
	})
	without.Files, without.TypesInfo = files, &info
	return &without
}

// needsTests reports whether a file that is no test names what only a _test.go
// file declares: such a package does not compile without, and SSA would not
// find it.
func needsTests(pass *analysis.Pass) bool {
	for id, obj := range pass.TypesInfo.Uses {
		if obj.Pkg() == pass.Pkg && obj.Parent() == pass.Pkg.Scope() && InTest(pass.Fset, obj.Pos()) && !InTest(pass.Fset, id.Pos()) {
			return true
		}
	}
	return false
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
