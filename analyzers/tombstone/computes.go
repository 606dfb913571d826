package tombstone

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// maxComputes bounds the functions that a package's fact names: generated code has
// thousands of getters.
const maxComputes = 500

// exported are the names in their package of those of funcs that only compute and that others can call.
func (p *program) exported() (names []string) {
	for _, f := range p.funcs {
		d, ok := f.Object().(*types.Func)
		if ok && d.Exported() && d.Signature().Results().Len() > 0 && p.onlyComputes(f) {
			if len(names) == maxComputes {
				p.log.InPackage("has too many functions that only compute; other packages see only the first")
				break
			}
			names = append(names, nameInPackage(d))
		}
	}
	slices.Sort(names)
	return names
}

// nameInPackage names f in its package.
func nameInPackage(f *types.Func) string {
	f = f.Origin()
	if recv := f.Signature().Recv(); recv != nil {
		if n := ssaquery.Named(recv.Type()); n != nil {
			return n.Obj().Name() + "." + f.Name()
		}
	}
	return f.Name()
}

// idle reports whether nothing comes of the call but what it returns, or a line in a log.
func (p *program) idle(call *ssa.Call) bool {
	common := &call.Call
	if b, ok := common.Value.(*ssa.Builtin); ok {
		return !slices.Contains([]string{"copy", "delete", "clear", "close", "panic", "recover"}, b.Name())
	}
	if logs(common) {
		return true
	}
	m := ssaquery.Target(common)
	if m != nil && kube.OnlyComputes(m) {
		return true
	}
	f := common.StaticCallee()
	if f == nil {
		return false
	}
	f = ssaquery.Origin(f)
	return f == call.Parent() || p.onlyComputes(f) || m != nil && len(f.Blocks) == 0 && p.computesElsewhere(m)
}

// onlyComputes reports whether f, a function of the package, does nothing but compute what it
// returns. Each function is looked at once; those that call each other in a circle count
// as more.
func (p *program) onlyComputes(f *ssa.Function) bool {
	if only, seen := p.computes[f]; seen {
		return only
	}
	p.computes[f] = false
	p.computes[f] = len(f.Blocks) > 0 && !slices.ContainsFunc(f.Blocks, func(b *ssa.BasicBlock) bool { return !p.quiet(b.Instrs) })
	return p.computes[f]
}

// quiet reports whether nothing comes of instrs but values, variables of their function and lines in a log.
func (p *program) quiet(instrs []ssa.Instruction) bool {
	return !slices.ContainsFunc(instrs, func(instr ssa.Instruction) bool {
		switch instr := instr.(type) {
		case *ssa.Send, *ssa.Go, *ssa.Defer, *ssa.Select, *ssa.Panic:
			return true
		case *ssa.MapUpdate:
			_, made := instr.Map.(*ssa.MakeMap)
			return !made
		case *ssa.UnOp:
			return instr.Op == token.ARROW
		case *ssa.Store:
			return flow.Variable(instr.Addr) == nil
		case *ssa.Call:
			return !p.idle(instr)
		}
		return false
	})
}

// computesElsewhere reports whether f, a function of another package, does nothing but
// compute what it returns.
func (p *program) computesElsewhere(f *types.Func) bool {
	_, found := slices.BinarySearch(p.told(f.Pkg()).Computes, nameInPackage(f))
	return found
}

// told is what another package does, the zero value if that is not known.
func (p *program) told(pkg *types.Package) Does {
	does, ok := p.elsewhere[pkg]
	if !ok && pkg != nil {
		does, _ = fact.OfPackage[Does](p.pass, pkg)
		p.elsewhere[pkg] = does
	}
	return does
}
