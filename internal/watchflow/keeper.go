package watchflow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/watchflow/effect"
)

// keepers says what is put into memory that is no plain variable: maps from a
// kind or namespace to its position, atomics, and fields of objects that
// functions of other packages set.
type keepers struct {
	maps    map[pointsto.Loc][]*ssa.MapUpdate // of strings
	atomics map[pointsto.Loc][]*ssa.Call      // Store and its like
	sets    map[pointsto.Loc][]placeSet
}

// A placeSet is a call of a function of another package that sets a field: to
// value, where that is not nil, or to the version of a list that it makes.
type placeSet struct {
	call            *ssa.Call
	value           ssa.Value
	listed, ordered bool
}

// setsOf returns the places that call sets by the effect of the function of
// another package that it calls.
func (c *code) setsOf(call *ssa.Call) map[pointsto.Loc]placeSet {
	e := c.effectOf(&call.Call)
	if e == nil {
		return nil
	}
	out := map[pointsto.Loc]placeSet{}
	for _, s := range e.Sets {
		p := placeSet{call: call, listed: s.From.Kind == effect.FromList, ordered: s.Ordered}
		if s.From.Kind == effect.FromParam && s.From.Place.Path == "" && s.From.Place.Param < len(call.Call.Args) {
			p.value = pointsto.Unwrap(call.Call.Args[s.From.Place.Param])
		}
		for _, l := range c.placesOf(&call.Call, s.Into) {
			out[l] = p
		}
	}
	return out
}

func findKeepers(c *code) *keepers {
	k := &keepers{map[pointsto.Loc][]*ssa.MapUpdate{}, map[pointsto.Loc][]*ssa.Call{}, map[pointsto.Loc][]placeSet{}}
	for _, instr := range c.Instrs() {
		switch instr := instr.(type) {
		case *ssa.MapUpdate:
			if isKind(instr.Value.Type(), types.IsString) {
				for _, l := range c.Pointees(instr.Map) {
					k.maps[l] = append(k.maps[l], instr)
				}
			}
		case *ssa.Call:
			for l, s := range c.setsOf(instr) {
				k.sets[l] = append(k.sets[l], s)
			}
			switch calleeName(&instr.Call) {
			case "Store", "Swap", "CompareAndSwap":
				if r := receiver(&instr.Call); r != nil && len(explicitArgs(&instr.Call)) > 0 {
					for _, l := range c.Pointees(r) {
						k.atomics[l] = append(k.atomics[l], instr)
					}
				}
			}
		}
	}
	return k
}

// atomicLoad returns the atomic that v, a call of Load, reads, or nil.
func atomicLoad(v ssa.Value) ssa.Value {
	call, ok := v.(*ssa.Call)
	if !ok || calleeName(&call.Call) != "Load" {
		return nil
	}
	return receiver(&call.Call)
}
