package pointsto

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ssaquery"
)

// calls says who calls whom in the package.
type calls struct {
	callers  map[*ssa.Function][]ssa.CallInstruction
	callees  map[ssa.CallInstruction][]*ssa.Function
	handed   map[*ssa.Function][]Handing
	handedAt map[ssa.CallInstruction][]*ssa.Function
	closures map[*ssa.Function]*ssa.MakeClosure
}

func newCalls() *calls {
	return &calls{
		callers:  map[*ssa.Function][]ssa.CallInstruction{},
		callees:  map[ssa.CallInstruction][]*ssa.Function{},
		handed:   map[*ssa.Function][]Handing{},
		handedAt: map[ssa.CallInstruction][]*ssa.Function{},
		closures: map[*ssa.Function]*ssa.MakeClosure{},
	}
}

// A Handing is a call of a function that is not the package's, or not known,
// which is given a function of the package as argument number Arg of
// Call.Common().Args.
type Handing struct {
	Call ssa.CallInstruction
	Arg  int
}

// An Arg is what a call passes for a parameter.
type Arg struct {
	Call  ssa.CallInstruction
	Value ssa.Value
}

// link records that call can call f.
func (c *calls) link(call ssa.CallInstruction, f *ssa.Function) {
	if !slices.Contains(c.callees[call], f) {
		c.callees[call] = append(c.callees[call], f)
		c.callers[f] = append(c.callers[f], call)
	}
}

// hand records that call is given f as its argument i.
func (c *calls) hand(call ssa.CallInstruction, i int, f *ssa.Function) {
	c.handed[f] = append(c.handed[f], Handing{call, i})
	c.handedAt[call] = append(c.handedAt[call], f)
}

// Callees returns the functions of the package that call can call.
func (c *calls) Callees(call ssa.CallInstruction) []*ssa.Function { return c.callees[call] }

// Callers returns the calls in the package that can call f.
func (c *calls) Callers(f *ssa.Function) []ssa.CallInstruction { return c.callers[f] }

// Handed returns the calls that f is given to.
func (c *calls) Handed(f *ssa.Function) []Handing { return c.handed[f] }

// HandedAt returns the functions of the package that call is given, where it
// calls none itself.
func (c *calls) HandedAt(call ssa.CallInstruction) []*ssa.Function { return c.handedAt[call] }

// Args returns what the calls in the package pass for param.
func (c *calls) Args(param *ssa.Parameter) []Arg {
	f := param.Parent()
	i := slices.Index(f.Params, param)
	var out []Arg
	for _, call := range c.callers[f] {
		if a := ssaquery.Actual(call.Common(), f, i); a != nil {
			out = append(out, Arg{call, a})
		}
	}
	return out
}
