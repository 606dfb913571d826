// Package ssabuild builds the SSA form of the packages that k8slint analyses,
// and of no others.
//
// It differs from x/tools' buildssa in two ways. It leaves out packages that cannot
// hold a finding and that tables describe better (see Skip). Drivers that run facts
// ask for every package of the closure, the standard library included. And it does
// not require ctrlflow, whose facts every dependency would have to provide.
package ssabuild

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/bound"
	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// New returns the analyzer that provides *SSA, or a nil *SSA for a package that
// Skip leaves out.
func New(c *config.Config) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "k8slintssa",
		Doc:        "build SSA-form IR of the packages that k8slint analyses",
		Requires:   []*analysis.Analyzer{bound.Analyzer},
		Run:        func(pass *analysis.Pass) (any, error) { return run(pass, c) },
		ResultType: reflect.TypeFor[*SSA](),
	}
}

// SSA is the SSA form of a package.
type SSA struct {
	Pkg *ssa.Package
	// SrcFuncs are the functions of the package in source order, each
	// function literal behind the function that holds it.
	SrcFuncs []*ssa.Function
	// Counted are those of SrcFuncs that count for the program: with those of tests only if the user says so.
	Counted []*ssa.Function
	// Plain are those of SrcFuncs that are not in _test.go files, see OutsideTests.
	Plain []*ssa.Function
	// Watches: the package may start a watch or compare resourceVersions. Its functions have
	// an *ssa.DebugRef for each assignment to a variable in a register, see keepAssignments.
	Watches bool
	// Asked are where the source names the variables that branches ask, in such a package.
	Asked map[*ssa.If]token.Pos

	log    *bound.Log
	made   sync.Once
	points *pointsto.Package

	indexed sync.Once
	flow    *flow.Package
}

// Of is the SSA form of pkg, whose functions fns all count.
func Of(pkg *ssa.Package, fns []*ssa.Function, log *bound.Log) *SSA {
	return &SSA{Pkg: pkg, SrcFuncs: fns, Counted: fns, Plain: fns, log: log}
}

// Points says what calls run and what lies in fields and variables, as far as the package
// decides it. It is made once for all analyzers, when it is first asked: most packages need none.
func (s *SSA) Points() *pointsto.Package {
	s.made.Do(func() { s.points = s.PointsIn(s.Counted) })
	return s.points
}

// Flow says where the functions in Plain use the fields and variables of the package, and call each other. Like Points, it
// is made once for all analyzers.
func (s *SSA) Flow() *flow.Package {
	s.indexed.Do(func() { s.flow = flow.New(s.Pkg, s.Plain) })
	return s.flow
}

// PointsIn is Points as the functions fns of the package decide it.
func (s *SSA) PointsIn(fns []*ssa.Function) *pointsto.Package {
	shared := func(n *types.Named, f *types.Var) bool { return kube.KeepsState(s.Pkg.Pkg, n, f) }
	return pointsto.New(s.Pkg, fns, pointsto.Config{Shared: shared, Log: s.log})
}

// InDependency reports whether pass's package belongs to another module than the main
// one: there, nothing is reported. Drivers that know no modules (nogo) have all of them
// looked at.
func InDependency(pass *analysis.Pass) bool {
	return pass.Module != nil && pass.Module.Version != ""
}

// Skip reports whether no analysis needs the bodies of pass's package: see
// kube.Candidate. A driver that knows better which packages to analyse tells by
// Force.
func Skip(pass *analysis.Pass, c *config.Config) bool {
	path := pass.Pkg.Path()
	if c.Force != nil && c.Force(kube.Unvendored(path)) {
		return false
	}
	m, reaches := pass.Module, kube.ReachesAPIMachinery(pass.Pkg)
	return !kube.Candidate{
		Path: path,
		Std:  (m == nil || m.Path == "") && kube.StdPath(path) && !reaches,
		// A driver that knows no modules (nogo) gives none: there the imports
		// decide.
		Main:    m != nil && m.Version == "",
		Reaches: reaches,
	}.Analysed()
}

func run(pass *analysis.Pass, c *config.Config) (any, error) {
	if Skip(pass, c) || !c.Tests && len(FilesOutsideTests(pass)) == 0 {
		return (*SSA)(nil), nil
	}
	out := Build(pass, mayWatch(FilesOutsideTests(pass), pass.TypesInfo, c.Generated), bound.Of(pass))
	out.Plain = OutsideTests(pass, out.SrcFuncs)
	if !c.Tests {
		out.Counted = out.Plain
	}
	return out, nil
}

// functions lists the functions of pass's package in source order, each function
// literal behind the function that holds it. Literals in package-level variables
// (handlers, predicates) belong to the synthetic init function, which comes last,
// behind its literals.
func functions(pass *analysis.Pass, pkg *ssa.Package) []*ssa.Function {
	var out []*ssa.Function
	var add func(f *ssa.Function)
	add = func(f *ssa.Function) {
		out = append(out, f)
		for _, anon := range f.AnonFuncs {
			add(anon)
		}
	}
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			if decl, ok := decl.(*ast.FuncDecl); ok {
				if fn, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func); ok {
					if f := pkg.Prog.FuncValue(fn); f != nil {
						add(f)
					}
				}
			}
		}
	}
	if init := pkg.Func("init"); init != nil {
		for _, anon := range init.AnonFuncs {
			add(anon)
		}
		out = append(out, init)
	}
	return out
}

// Build builds pass's package, in a program of its own. Of its imports, only
// the members that it names are there. It notes in log what it left out because it
// would take too long: such functions have no body.
func Build(pass *analysis.Pass, watches bool, log *bound.Log) *SSA {
	// Without BareInits, the package's init would call those of its imports,
	// which would all have to be created.
	prog := ssa.NewProgram(pass.Fset, ssa.BareInits)
	for _, imp := range referenced(pass) {
		createImport(prog, imp)
	}
	src := sourceOf(pass.Files, pass.TypesInfo)
	pkg := prog.CreatePackage(pass.Pkg, src.files, src.info, false)
	pkg.SetDebugMode(watches)
	pkg.Build()
	fns := functions(pass, pkg)
	out := Of(pkg, fns, log)
	out.Watches = watches
	if watches {
		out.Asked = asked(fns)
		keepAssignments(fns, pass.Files)
	}
	ssaquery.Normalize(fns)
	if watches {
		detachAssignments(fns)
	}
	for _, left := range src.left {
		log.At(pass.Pkg.Path()+"."+left.name, left.pos, "it has too many branches to be looked into")
	}
	return out
}

// An imported is a package with what the analysed one names of it.
type imported struct {
	pkg     *types.Package
	members []types.Object // functions and variables, each once
}

// referenced returns the packages whose functions or variables the package
// names, in the order of their paths. SSA has to know those and nothing else
// of them: it makes methods as it meets them, and of types and constants it
// needs nothing.
func referenced(pass *analysis.Pass) []*imported {
	seen := make(map[types.Object]bool)
	byPkg := make(map[*types.Package]*imported)
	var all []*imported
	for _, obj := range pass.TypesInfo.Uses {
		pkg := obj.Pkg()
		if pkg == nil || pkg == pass.Pkg {
			continue
		}
		switch o := obj.(type) {
		case *types.Func:
			if o.Signature().Recv() != nil {
				continue
			}
			obj = o.Origin()
		case *types.Var:
			if o.Parent() != pkg.Scope() {
				continue
			}
		default:
			continue
		}
		if seen[obj] {
			continue
		}
		seen[obj] = true
		imp := byPkg[pkg]
		if imp == nil {
			imp = &imported{pkg: pkg}
			byPkg[pkg] = imp
			all = append(all, imp)
		}
		imp.members = append(imp.members, obj)
	}
	slices.SortFunc(all, func(a, b *imported) int { return strings.Compare(a.pkg.Path(), b.pkg.Path()) })
	return all
}

// createImport makes an SSA package that has no members but those of imp.
//
// With neither files nor info, CreatePackage would make a function of each
// function and method of the package, whether it is called or not: for a
// package that imports the Kubernetes API, more work than building its own
// code. So it is given a file that declares the members, as types, since
// that is the one declaration that has no syntax for SSA to keep: what comes
// of it is what CreatePackage makes "from type information".
func createImport(prog *ssa.Program, imp *imported) {
	info := &types.Info{Defs: make(map[*ast.Ident]types.Object, len(imp.members))}
	decl := &ast.GenDecl{Tok: token.TYPE}
	for _, obj := range imp.members {
		id := ast.NewIdent(obj.Name())
		info.Defs[id] = obj
		decl.Specs = append(decl.Specs, &ast.TypeSpec{Name: id})
	}
	file := &ast.File{Name: ast.NewIdent(imp.pkg.Name()), Decls: []ast.Decl{decl}}
	prog.CreatePackage(imp.pkg, []*ast.File{file}, info, true)
}
