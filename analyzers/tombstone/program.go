package tombstone

import (
	"go/token"
	"go/types"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/bound"
	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/machine"
	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/ssabuild"
)

// A program is the package under analysis.
type program struct {
	fset *token.FileSet
	log  *bound.Log
	pkg  *types.Package
	// funcs are the functions of the package without tests, whose handlers do not belong to the
	// program.
	funcs []*ssa.Function
	// points says which functions a value can be and a call can run. It is made
	// when it is first asked: most packages have no handlers.
	points func() *pointsto.Package
	// slots lists the places of the package where functions become delete handlers, and
	// deleteHandlers its delete handlers, in source order.
	slots          func() []slot
	deleteHandlers func() []handler
	// dispatches: the package calls the handlers of others, with what is in the
	// tombstone.
	dispatches bool
	// makes asks for the fact about a function of another package.
	makes func(*types.Func) Does
	// computing says which functions do nothing but compute what they return.
	computing *computing

	orders machine.Orders
	// nesting is how many calls the one is below whose fate is being asked.
	nesting int
}

func newProgram(pass *analysis.Pass, src *ssabuild.SSA) *program {
	funcs := ssabuild.OutsideTests(pass, src.SrcFuncs)
	p := &program{fset: pass.Fset, log: bound.Of(pass), pkg: pass.Pkg, funcs: funcs, computing: newComputing(pass), orders: machine.Orders{}, points: sync.OnceValue(func() *pointsto.Package {
		return pointsto.New(src.Pkg, funcs, pointsto.Config{Log: bound.Of(pass)})
	})}
	p.makes = func(f *types.Func) Does {
		does, _ := fact.Of[Does](pass, f)
		return does
	}
	p.slots = sync.OnceValue(p.findSlots)
	p.deleteHandlers = sync.OnceValue(p.handlers)
	return p
}
