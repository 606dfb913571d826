package informer

import (
	"slices"

	"github.com/k8slint/k8slint/internal/fact"
)

// A handling is what a function does with the factories and informers that it is given, and a method with those of its
// receiver.
type handling struct {
	Params []param // those that may go where nobody follows them are left out
	Cycle  cycle
}

type param struct {
	Param fact.Param // of ssa.Function.Params
	Does  []step
}

// A step is an event without its place.
type step struct {
	Kind  kind
	Chain string
	Later bool
}

// of is what the function does with its parameter i.
func (h handling) of(i int) ([]event, bool) {
	for _, p := range h.Params {
		if int(p.Param) != i {
			continue
		}
		var out []event
		for _, d := range p.Does {
			out = append(out, event{d.Kind, d.Chain, where{later: d.Later}})
		}
		return out, true
	}
	return nil, false
}

// A cycle is what a method does with factories: the names of the fields of its receiver that hold them. A method
// of a factory itself has the empty name.
type cycle struct{ Starts, Waits []string }

func (c cycle) any() bool { return len(c.Starts)+len(c.Waits) > 0 }

// waitsFor reports whether c waits for a factory that start starts.
func (c cycle) waitsFor(start cycle) bool {
	return slices.ContainsFunc(c.Waits, func(f string) bool { return slices.Contains(start.Starts, f) })
}
