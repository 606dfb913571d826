package tombstone

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A makerSearch looks for the functions of a package that make handlers.
type makerSearch struct {
	program *program
	order   []*types.Func
	found   map[*types.Func]*Does
}

// makers are the functions of the package that make delete handlers of functions that other packages may give them.
func makers(p *program) *makerSearch {
	s := &makerSearch{program: p, found: map[*types.Func]*Does{}}
	for _, slot := range p.slots() {
		if p.straight(slot.in) {
			flow.Any(slot.fn, p.given(p.straight), func(v ssa.Value) bool { s.add(v, slot.filter); return false })
		}
	}
	return s
}

// add notes that v becomes a handler, if it is a parameter that other packages give.
func (s *makerSearch) add(v ssa.Value, filter bool) {
	par, ok := v.(*ssa.Parameter)
	if !ok {
		return
	}
	f := par.Parent()
	d := ssaquery.Declared(f)
	if d == nil || !d.Exported() {
		return
	}
	if s.found[d] == nil {
		s.found[d] = new(Does)
		s.order = append(s.order, d)
	}
	made := Made{fact.Param(slices.Index(f.Params, par)), filter}
	if m := s.found[d]; !slices.Contains(m.Handlers, made) {
		m.Handlers = append(m.Handlers, made)
	}
}
