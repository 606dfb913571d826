package tombstone

import (
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
	funcs := src.Plain
	p := &program{pass: pass, log: bound.Of(pass), funcs: funcs, points: src.Points, computes: map[*ssa.Function]bool{}, elsewhere: map[*types.Package]Does{}, orders: machine.Orders{}}
	p.slots = sync.OnceValue(p.findSlots)
	p.deleteHandlers = sync.OnceValue(p.handlers)
	return p
}

// Does is what a package tells others of itself, or of one of its functions.
type Does struct {
	// Handlers are those that the function makes of functions that its callers give it.
	Handlers []Made
	// Unwraps: the package calls the delete handlers that others give it, and looks into tombstones before: one
	// informer of its own serves all of them.
	Unwraps bool
	// Computes are the exported functions of the package that do nothing but compute what they return, those of
	// methods behind their types: a handler that calls them for the text of a log only logs.
	Computes []string
}

// Optional says that few findings depend on it: see the driver.
func (Does) Optional() {}

// Made is a delete handler, or a filter before one, that a parameter becomes as it is.
type Made struct {
	// Param is the parameter, the receiver of a method being 0.
	Param  fact.Param
	Filter bool
}

// A handler is a function that an informer calls with a deleted object.
type handler struct {
	obj    *ssa.Parameter
	what   string
	filter bool
	// in is the address of the struct that has it as a field, or what a function of
	// another package returns that was given it; nil for methods, and where such a
	// function returns nothing.
	in ssa.Value
}

// A slot is a place where a function becomes a handler.
type slot struct {
	handler // without its object
	fn      ssa.Value
}
