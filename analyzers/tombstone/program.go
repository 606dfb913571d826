package tombstone

import (
	"go/types"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/bound"
	"github.com/k8slint/k8slint/internal/machine"
	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/ssabuild"
)

// A program is the package under analysis.
type program struct {
	pass *analysis.Pass
	log  *bound.Log
	// funcs are the functions of the package without tests, whose handlers do not belong to the
	// program.
	funcs []*ssa.Function
	// points says which functions a value can be and a call can run.
	points func() *pointsto.Package
	// slots lists the places of the package where functions become delete handlers, and
	// deleteHandlers its delete handlers, in source order.
	slots          func() []slot
	deleteHandlers func() []handler

	computes  map[*ssa.Function]bool // false while a function is looked at
	elsewhere map[*types.Package]Does
	orders    machine.Orders
	// nesting is how many calls the one is below whose fate is being asked.
	nesting int
}

func newProgram(pass *analysis.Pass, src *ssabuild.SSA) *program {
	funcs := ssabuild.OutsideTests(pass, src.SrcFuncs)
	p := &program{pass: pass, log: bound.Of(pass), funcs: funcs, points: src.Points, computes: map[*ssa.Function]bool{}, elsewhere: map[*types.Package]Does{}, orders: machine.Orders{}}
	p.slots = sync.OnceValue(p.findSlots)
	p.deleteHandlers = sync.OnceValue(p.handlers)
	return p
}
