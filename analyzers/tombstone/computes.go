package tombstone

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/bound"
	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// maxComputes bounds the functions that a package's fact names: generated code has
// thousands of getters.
const maxComputes = 500

// computing remembers which functions only compute.
type computing struct {
	own       map[*ssa.Function]bool // false while a function is looked at
	elsewhere map[*types.Package]Does
	pass      *analysis.Pass
}

func newComputing(pass *analysis.Pass) *computing {
	return &computing{map[*ssa.Function]bool{}, map[*types.Package]Does{}, pass}
}

// exported are the names in their package of those of funcs that only compute and that others can call.
func (c *computing) exported(log *bound.Log, funcs []*ssa.Function) (names []string) {
	for _, f := range funcs {
		d, ok := f.Object().(*types.Func)
		if ok && d.Exported() && d.Signature().Results().Len() > 0 && c.computes(f) {
			if len(names) == maxComputes {
				log.InPackage("has too many functions that only compute; other packages see only the first")
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
func (c *computing) idle(call *ssa.Call) bool {
	common := &call.Call
	if b, ok := common.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "append", "copy", "delete", "clear":
			return isFresh(common.Args[0])
		case "close", "panic", "recover":
			return false
		}
		return true
	}
	if logs(common) {
		return true
	}
	m := ssaquery.Target(common)
	if m != nil && (kube.OnlyComputes(m) || kube.WritesText(m) && isFreshText(common.Args[0])) {
		return true
	}
	f := common.StaticCallee()
	if f == nil {
		return false
	}
	f = ssaquery.Origin(f)
	return f == call.Parent() || c.computes(f) || m != nil && len(f.Blocks) == 0 && c.computesElsewhere(m)
}

// computes reports whether f, a function of the package, does nothing but compute what it
// returns. Each function is looked at once; those that call each other in a circle count
// as more.
func (c *computing) computes(f *ssa.Function) bool {
	if only, seen := c.own[f]; seen {
		return only
	}
	c.own[f] = false
	only := len(f.Blocks) > 0
	for _, b := range f.Blocks {
		only = only && !slices.ContainsFunc(b.Instrs, func(instr ssa.Instruction) bool { return !c.harmless(instr) })
	}
	c.own[f] = only
	return only
}

// harmless reports whether instr changes nothing but memory that its function made.
func (c *computing) harmless(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.Send, *ssa.Go, *ssa.Defer, *ssa.Select, *ssa.Panic:
		return false
	case *ssa.UnOp:
		return instr.Op != token.ARROW
	case *ssa.Store:
		return isFresh(instr.Addr)
	case *ssa.MapUpdate:
		return isFresh(instr.Map)
	case *ssa.Call:
		return c.idle(instr)
	}
	return true
}

// isFresh reports whether v, a reference or an address, leads to memory that its function
// made.
func isFresh(v ssa.Value) bool {
	for v := range flow.Origins(v, within) {
		switch v := v.(type) {
		case *ssa.Alloc, *ssa.MakeSlice, *ssa.MakeMap, *ssa.Const: // nil
		case *ssa.Convert: // a string to bytes
			if _, isString := v.X.Type().Underlying().(*types.Basic); !isString {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// within is what the reference or address v leads into.
func within(v ssa.Value) []ssa.Value {
	switch v := v.(type) {
	case *ssa.FieldAddr:
		return []ssa.Value{v.X}
	case *ssa.IndexAddr:
		return []ssa.Value{v.X}
	case *ssa.Slice:
		return []ssa.Value{v.X}
	case *ssa.Phi:
		return v.Edges
	case *ssa.Call:
		if b, ok := v.Call.Value.(*ssa.Builtin); ok && b.Name() == "append" {
			return v.Call.Args[:1]
		}
	}
	return nil
}

// isFreshText reports whether v is the address of a text that its function makes, or an
// io.Writer that is one.
func isFreshText(v ssa.Value) bool {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	return kube.IsText(v.Type()) && isFresh(v)
}

// computesElsewhere reports whether f, a function of another package, does nothing but
// compute what it returns.
func (c *computing) computesElsewhere(f *types.Func) bool {
	_, found := slices.BinarySearch(c.told(f.Pkg()).Computes, nameInPackage(f))
	return found
}

// told is what another package does, the zero value if that is not known.
func (c *computing) told(pkg *types.Package) Does {
	does, ok := c.elsewhere[pkg]
	if !ok && pkg != nil {
		does, _ = fact.OfPackage[Does](c.pass, pkg)
		c.elsewhere[pkg] = does
	}
	return does
}
