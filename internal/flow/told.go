package flow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
)

// OnlyTold reports whether only functions of the package call the event handler v, and only with objects for which is
// holds. v may also be the struct of functions that is the handler. It asks about the value from which the argument of
// type any is made. An informer of the package calls the handler then, not one of client-go.
func OnlyTold(v ssa.Value, is func(ssa.Value) bool) bool {
	told := false
	along := Walk{Along: Converted | Loaded | Kept | Gathered, Callees: StaticCallee}
	return along.Only(v, func(u Use) bool {
		at, ok := u.At.(ssa.CallInstruction)
		if !ok || !at.Common().IsInvoke() || at.Common().Value != u.Of || !kube.IsHandler(u.Of.Type()) {
			return false
		}
		for _, a := range at.Common().Args {
			if types.IsInterface(a.Type()) {
				mi, ok := a.(*ssa.MakeInterface)
				if !ok || !is(mi.X) {
					return false
				}
				told = true
			}
		}
		return true
	}) && told
}
