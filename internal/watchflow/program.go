package watchflow

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/ssabuild"
)

// program is the SSA form of one package and what is known about its calls and
// its memory. Locals are kept as memory (ssa.NaiveForm): a position is a place
// that is stored to, and each store has a line.
type program struct {
	capsMu sync.Mutex
	caps   map[string]bool // what was left out, in words

	pass *analysis.Pass
	pt   *pointsto.Package

	freshM       map[ssa.Value]bool
	sinkAt       map[ssa.Instruction]*Sink
	mapStores    map[pointsto.Loc][]*ssa.MapUpdate
	atomicStores map[pointsto.Loc][]*ssa.Call
}

// watches reports whether some file of the package could hold a watch loop, or
// compare versions: cheaper than building SSA, and right to say no for nearly
// every package. Generated files do not count where nothing is reported in
// them: most of those that watch are typed clients.
func watches(files []*ast.File) bool {
	watch, version := false, false
	for _, f := range files {
		if !report.Generated.Load() && report.IsGenerated(f) {
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

// build makes the program of pass's package.
func build(pass *analysis.Pass) *program {
	pkg := ssabuild.Build(pass, ssa.NaiveForm)
	return &program{
		pass:   pass,
		pt:     pointsto.New(pkg, functions(pass, pkg), pointsto.Config{Shared: byType(pass.Pkg), Fills: decoded}),
		freshM: map[ssa.Value]bool{},
		sinkAt: map[ssa.Instruction]*Sink{},
	}
}

// functions lists the functions of the package in source order, literals behind
// their function.
func functions(pass *analysis.Pass, pkg *ssa.Package) []*ssa.Function {
	var out []*ssa.Function
	var add func(f *ssa.Function)
	add = func(f *ssa.Function) {
		if f != nil {
			out = append(out, f)
			for _, anon := range f.AnonFuncs {
				add(anon)
			}
		}
	}
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			if decl, ok := decl.(*ast.FuncDecl); ok {
				if fn, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func); ok {
					add(pkg.Prog.FuncValue(fn))
				}
			}
		}
	}
	add(pkg.Func("init"))
	return out
}

// each calls do for every instruction of the package, in order.
func (p *program) each(do func(f *ssa.Function, instr ssa.Instruction)) {
	for f, instr := range p.pt.Instrs() {
		do(f, instr)
	}
}
