package flow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
)

// OnlyTold reports whether nothing but functions of the package call the event handler v, or that with the struct of
// functions at v, and only with objects for which is holds, by the values that they are before they are any. An informer
// of the package calls it then, and none of client-go's.
func OnlyTold(v ssa.Value, is func(ssa.Value) bool) bool {
	told := false
	along := Walk{Along: Converted | Loaded | Kept | Gathered, Callees: ownCallee}
	for u := range along.Uses(v) {
		switch at := u.At.(type) {
		case *ssa.FieldAddr: // sets a function of it
		case *ssa.Store:
			if at.Addr != u.Of {
				return false
			}
		case ssa.CallInstruction:
			c := at.Common()
			if !c.IsInvoke() || c.Value != u.Of || !kube.IsHandler(c.Value.Type()) {
				return false
			}
			for _, a := range c.Args {
				if types.IsInterface(a.Type()) {
					mi, ok := a.(*ssa.MakeInterface)
					if !ok || !is(mi.X) {
						return false
					}
					told = true
				}
			}
		default:
			return false
		}
	}
	return told
}

func ownCallee(c ssa.CallInstruction) []*ssa.Function {
	if f := c.Common().StaticCallee(); f != nil && f.Blocks != nil {
		return []*ssa.Function{f}
	}
	return nil
}
