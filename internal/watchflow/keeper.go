package watchflow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// keepers says what is put into memory that is no plain variable: maps from a
// kind or namespace to its position, and atomics.
type keepers struct {
	maps    map[pointsto.Loc][]*ssa.MapUpdate // of strings
	atomics map[pointsto.Loc][]*ssa.Call      // Store and its like
}

func findKeepers(c *code) *keepers {
	k := &keepers{map[pointsto.Loc][]*ssa.MapUpdate{}, map[pointsto.Loc][]*ssa.Call{}}
	for _, instr := range c.Instrs() {
		switch instr := instr.(type) {
		case *ssa.MapUpdate:
			if ssaquery.IsBasic(instr.Value.Type(), types.IsString) {
				for _, l := range c.Pointees(instr.Map) {
					k.maps[l] = append(k.maps[l], instr)
				}
			}
		case *ssa.Call:
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
