package tombstone

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// Made is a delete handler, or a filter before one, made of a parameter.
type Made struct {
	// Param is the parameter, the receiver of a method being 0.
	Param fact.Param
	// Arg is the number of the argument by which it gets the deleted object, or its
	// tombstone.
	Arg    int
	Filter bool
	// More is done for the deletion than to call it.
	More bool
}

// A makerSearch looks for the functions of a package that make handlers.
type makerSearch struct {
	program *program
	order   []*types.Func
	found   map[*types.Func]*Does
}

// makers are the functions of the package that make delete handlers of functions that
// other packages may give them: they become one as they are, or are called by one that
// does not look into the tombstone, and with the same object.
func makers(p *program) *makerSearch {
	s := &makerSearch{program: p, found: map[*types.Func]*Does{}}
	for _, slot := range p.slots() {
		if p.straight(slot.in) {
			s.add(slot.fn, Made{Arg: slot.arg, Filter: slot.filter, More: slot.more}, map[*ssa.Parameter]bool{})
		}
	}
	for _, h := range p.deleteHandlers() {
		if !p.straight(h.in) || p.onlyDispatched(h) {
			continue
		}
		t := p.newTrail()
		t.ofCallers = true
		t.follow(h.obj)
		if t.handled {
			continue
		}
		for _, c := range t.handed {
			if made, ok := t.madeBy(c, h); ok {
				s.add(c.call.Common().Value, made, map[*ssa.Parameter]bool{})
			}
		}
	}
	return s
}

// madeBy is what the call c of a function value makes of it, in the handler h that gets the
// object along t; false where the handler goes on if it panics.
func (t *trail) madeBy(c passing, h handler) (Made, bool) {
	f, common := c.call.Parent(), c.call.Common()
	if f.Recover != nil || h.obj.Parent().Recover != nil {
		return Made{}, false
	}
	made := Made{Arg: slices.Index(common.Args, c.obj), Filter: h.filter}
	made.More = h.more || f != h.obj.Parent() || t.escapes || len(t.handed) > 1 || len(t.asserts)+len(t.keys) > 0 || common.Signature().Results().Len() > 0
	for _, b := range f.Blocks {
		rest := slices.DeleteFunc(slices.Clone(b.Instrs), func(instr ssa.Instruction) bool { return instr == c.call })
		made.More = made.More || !t.computing.quiet(rest)
	}
	return made, true
}

// add notes what becomes of the function v, if it is a parameter: for its function, and for
// those of the package that hand it one of theirs.
func (s *makerSearch) add(v ssa.Value, made Made, seen map[*ssa.Parameter]bool) {
	par := parameter(v)
	if par == nil || seen[par] {
		return
	}
	seen[par] = true
	f := par.Parent()
	if d := ssaquery.Declared(f); d != nil && d.Exported() {
		m := s.found[d]
		if m == nil {
			m = new(Does)
			s.found[d] = m
			s.order = append(s.order, d)
		}
		made.Param = fact.Param(slices.Index(f.Params, par))
		if !slices.Contains(m.Handlers, made) {
			m.Handlers = append(m.Handlers, made)
		}
	}
	for _, a := range s.program.points().Args(par) {
		if call := a.Call.Value(); call == nil || s.program.straight(call) {
			s.add(a.Value, made, seen)
		}
	}
}

// parameter is the parameter that v is, read from the variable of a function literal around
// it perhaps, nil if it is none.
func parameter(v ssa.Value) *ssa.Parameter {
	for v := range flow.Origins(v, readFrom) {
		p, _ := v.(*ssa.Parameter)
		return p
	}
	return nil
}

// readFrom is the only value that v is read from.
func readFrom(v ssa.Value) (from []ssa.Value) {
	switch x := v.(type) {
	case *ssa.ChangeType:
		from = []ssa.Value{x.X}
	case *ssa.UnOp:
		from = []ssa.Value{x.X}
	case *ssa.FreeVar:
		from = ssaquery.BoundTo(x)
	case *ssa.Alloc:
		if ssaquery.OnlyStoredByOwner(x) {
			from = ssaquery.StoredIn(x)
		}
	}
	if len(from) != 1 {
		return nil
	}
	return from
}
