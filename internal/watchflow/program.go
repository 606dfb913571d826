package watchflow

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/ssabuild"
)

// program is the SSA form of one package and what is known about its calls and
// its memory. Locals are kept as memory (ssa.NaiveForm): a position is a place
// that is stored to, and each store has a line.
type program struct {
	capsMu sync.Mutex
	caps   map[string]bool // what was left out, in words

	pass  *analysis.Pass
	pkg   *ssa.Package
	prog  *ssa.Program
	funcs []*ssa.Function       // in source order, literals behind their function
	own   map[*ssa.Function]int // index in funcs

	callers            map[*ssa.Function][]ssa.CallInstruction // call sites in the package
	callees            map[ssa.CallInstruction][]*ssa.Function
	handed             map[*ssa.Function][]handing // functions given to functions of other packages
	closures           map[*ssa.Function]*ssa.MakeClosure
	stores             map[Loc][]*ssa.Store
	byBase             map[any][]Loc // the locations with stores, by base
	sends              map[Loc][]ssa.Value
	decodes            map[Loc][]ssa.Value // what is decoded into a location
	pointeesM          map[ssa.Value][]Loc
	busy               map[ssa.Value]int // and how deep
	cut, chased        int
	storersM           map[Loc]map[*ssa.Function]bool
	leadsTo, leadsFrom map[*ssa.Function][]*ssa.Function
	handedAt           map[ssa.CallInstruction][]*ssa.Function
	implementersM      map[*types.Func][]*ssa.Function
	freshM             map[ssa.Value]bool
	liveM              map[*ssa.Function]live
	escapesM           map[*ssa.Alloc]bool
	sinkAt             map[ssa.Instruction]*Sink
	withinM, leadingM  map[*ssa.Function]map[*ssa.Function]bool
	mapStores          map[Loc][]*ssa.MapUpdate
	atomicStores       map[Loc][]*ssa.Call
}

// handing is a call of a function of another package that takes one of ours.
type handing struct {
	call ssa.CallInstruction
	arg  int
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
					if sel, ok := l.(*ast.SelectorExpr); ok && sel.Sel.Name == "ResourceVersion" {
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
			found = found || strings.HasSuffix(id.Name, "ResourceVersion") || strings.HasSuffix(id.Name, "RV") || strings.EqualFold(id.Name, "rv")
		}
		return !found
	})
	return found
}

// build makes the program of pass's package.
func build(pass *analysis.Pass) *program {
	pkg := ssabuild.Build(pass, ssa.NaiveForm)
	p := &program{
		pass: pass, pkg: pkg, prog: pkg.Prog,
		own:           map[*ssa.Function]int{},
		callers:       map[*ssa.Function][]ssa.CallInstruction{},
		callees:       map[ssa.CallInstruction][]*ssa.Function{},
		handed:        map[*ssa.Function][]handing{},
		closures:      map[*ssa.Function]*ssa.MakeClosure{},
		stores:        map[Loc][]*ssa.Store{},
		byBase:        map[any][]Loc{},
		sends:         map[Loc][]ssa.Value{},
		decodes:       map[Loc][]ssa.Value{},
		pointeesM:     map[ssa.Value][]Loc{},
		busy:          map[ssa.Value]int{},
		storersM:      map[Loc]map[*ssa.Function]bool{},
		leadsTo:       map[*ssa.Function][]*ssa.Function{},
		leadsFrom:     map[*ssa.Function][]*ssa.Function{},
		handedAt:      map[ssa.CallInstruction][]*ssa.Function{},
		implementersM: map[*types.Func][]*ssa.Function{},
		freshM:        map[ssa.Value]bool{},
		liveM:         map[*ssa.Function]live{},
		escapesM:      map[*ssa.Alloc]bool{},
		sinkAt:        map[ssa.Instruction]*Sink{},
		withinM:       map[*ssa.Function]map[*ssa.Function]bool{},
		leadingM:      map[*ssa.Function]map[*ssa.Function]bool{},
	}
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			if decl, ok := decl.(*ast.FuncDecl); ok {
				if fn, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func); ok {
					p.add(p.prog.FuncValue(fn))
				}
			}
		}
	}
	p.add(pkg.Func("init"))
	p.link()
	p.indexMemory()
	// Again, now that values can be followed through memory: functions kept
	// in fields, channels of channels.
	p.link()
	p.indexMemory()
	p.indexCalls()
	return p
}

func (p *program) add(f *ssa.Function) {
	if f == nil || f.Blocks == nil {
		return
	}
	p.own[f] = len(p.funcs)
	p.funcs = append(p.funcs, f)
	for _, anon := range f.AnonFuncs {
		p.add(anon)
	}
}

// each calls do for every instruction of the package, in order.
func (p *program) each(do func(f *ssa.Function, instr ssa.Instruction)) {
	for _, f := range p.funcs {
		for _, b := range f.Blocks {
			for _, instr := range b.Instrs {
				do(f, instr)
			}
		}
	}
}
