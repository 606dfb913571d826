// Package ssabuild builds the SSA form of the packages that k8slint analyses,
// and of no others.
//
// It differs from x/tools' buildssa in two ways. It leaves out packages that
// cannot hold a finding and that tables describe better (see Skip), because
// drivers that run facts ask for every package of the closure, the standard
// library included. And it does not require ctrlflow, whose facts every
// dependency would have to provide.
package ssabuild

import (
	"go/ast"
	"go/types"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
)

// Analyzer provides *SSA, or a nil *SSA for a package that Skip leaves out.
var Analyzer = &analysis.Analyzer{
	Name:       "k8slintssa",
	Doc:        "build SSA-form IR of the packages that k8slint analyses",
	Run:        run,
	ResultType: reflect.TypeFor[*SSA](),
}

// SSA is the SSA form of a package.
type SSA struct {
	Pkg *ssa.Package
	// SrcFuncs are the functions of the package in source order, each
	// function literal behind the function that holds it.
	SrcFuncs []*ssa.Function
}

// Skip reports whether no analysis needs the bodies of pass's package: the
// standard library, libraries that internal/kube describes by table, and
// modules other than the main one that do not reach k8s.io/apimachinery. The
// package is never skipped where it is what the user asked for: the driver
// tells by Force.
func Skip(pass *analysis.Pass) bool {
	path := kube.Unvendored(pass.Pkg.Path())
	if Force != nil && Force(path) {
		return false
	}
	if kube.Covered(path) || isStd(pass) {
		return true
	}
	// A package with no version is the main module's, or one of a driver
	// that knows no modules (nogo): there the imports decide.
	if pass.Module != nil && pass.Module.Version == "" {
		return false
	}
	return !kube.ReachesAPIMachinery(pass.Pkg)
}

// Force, where set by a driver, tells which packages are never skipped. It is
// set before the first package is analysed and not changed afterwards.
var Force func(path string) bool

// isStd reports whether pass's package belongs to the standard library, whose
// import paths have no dot in their first element.
func isStd(pass *analysis.Pass) bool {
	if pass.Module != nil && pass.Module.Path != "" {
		return false
	}
	first, _, _ := strings.Cut(pass.Pkg.Path(), "/")
	return !strings.Contains(first, ".") && !kube.ReachesAPIMachinery(pass.Pkg)
}

func run(pass *analysis.Pass) (any, error) {
	if Skip(pass) {
		return (*SSA)(nil), nil
	}
	// Without BareInits, the package's init would call those of its imports,
	// which would all have to be created.
	prog := ssa.NewProgram(pass.Fset, ssa.BareInits)
	needed := referenced(pass)
	for _, p := range pass.Pkg.Imports() {
		if needed[p] {
			prog.CreatePackage(p, nil, nil, true)
		}
	}
	pkg := prog.CreatePackage(pass.Pkg, pass.Files, pass.TypesInfo, false)
	pkg.Build()

	res := &SSA{Pkg: pkg}
	var add func(f *ssa.Function)
	add = func(f *ssa.Function) {
		res.SrcFuncs = append(res.SrcFuncs, f)
		for _, anon := range f.AnonFuncs {
			add(anon)
		}
	}
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			if decl, ok := decl.(*ast.FuncDecl); ok {
				if fn, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func); ok {
					if f := prog.FuncValue(fn); f != nil {
						add(f)
					}
				}
			}
		}
	}
	// Literals in package-level variables (handlers, predicates) belong to
	// the synthetic init function.
	if init := pkg.Func("init"); init != nil {
		for _, anon := range init.AnonFuncs {
			add(anon)
		}
		res.SrcFuncs = append(res.SrcFuncs, init)
	}
	return res, nil
}

// referenced returns the imports whose functions or variables the package
// names. SSA has to know those packages; it makes methods as it meets them, and
// of types and constants it needs nothing. Creating a package costs as much as
// it has methods, and the API packages, which most others import, have
// thousands, and are named for their types alone.
func referenced(pass *analysis.Pass) map[*types.Package]bool {
	needed := make(map[*types.Package]bool)
	for _, obj := range pass.TypesInfo.Uses {
		pkg := obj.Pkg()
		if pkg == nil || pkg == pass.Pkg || needed[pkg] {
			continue
		}
		switch obj := obj.(type) {
		case *types.Func:
			needed[pkg] = obj.Signature().Recv() == nil
		case *types.Var:
			needed[pkg] = obj.Parent() == pkg.Scope()
		}
	}
	return needed
}
