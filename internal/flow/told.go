package flow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
)

// Told are the objects that functions of the package tell the event handler v, or that with the struct of functions
// at v. An informer of the package calls it then, and none of client-go's. ok is false if it may get elsewhere.
func Told(v ssa.Value) (objs []ssa.Value, ok bool) {
	along := Walk{Along: Converted | Loaded | Kept | Gathered, Callees: ownCallee}
	for u := range along.Uses(v) {
		switch at := u.At.(type) {
		case *ssa.FieldAddr: // sets a function of it
		case *ssa.Store:
			if at.Addr != u.Of {
				return nil, false
			}
		case ssa.CallInstruction:
			c := at.Common()
			if !c.IsInvoke() || c.Value != u.Of || !kube.IsHandler(c.Value.Type()) {
				return nil, false
			}
			for _, a := range c.Args {
				if types.IsInterface(a.Type()) {
					objs = append(objs, a)
				}
			}
		default:
			return nil, false
		}
	}
	return objs, len(objs) > 0
}

func ownCallee(c ssa.CallInstruction) []*ssa.Function {
	if f := c.Common().StaticCallee(); f != nil && f.Blocks != nil {
		return []*ssa.Function{f}
	}
	return nil
}
