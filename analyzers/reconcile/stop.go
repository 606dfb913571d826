package reconcile

import (
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A stopping says whether a function only returns an empty result and no error.
type stopping struct{ Stops bool }

// exportStops tells other packages which functions of this one do so.
func exportStops(pass *analysis.Pass, fns []*ssa.Function) {
	for _, fn := range fns {
		if obj := ssaquery.Declared(fn); obj != nil && obj.Pkg() == pass.Pkg && stops(fn) {
			fact.Tell(pass, obj, stopping{true})
		}
	}
}

func stops(fn *ssa.Function) bool {
	if len(fn.Blocks) != 1 || !kube.ReturnsResult(fn.Signature) {
		return false
	}
	for i := range ssaquery.Instructions(fn) {
		switch i := i.(type) {
		case ssa.CallInstruction:
			return false
		case *ssa.Return:
			return isZero(i.Results[0]) && ssaquery.IsNil(i.Results[1])
		}
	}
	return false
}

// isStop reports whether call calls such a function, of this package or another one.
func isStop(pass *analysis.Pass, call *ssa.Call) bool {
	fn := call.Call.StaticCallee()
	if fn == nil || !kube.ReturnsResult(fn.Signature) {
		return false
	}
	obj := ssaquery.Called(&call.Call)
	if obj == nil {
		return false
	}
	does, _ := fact.Of[stopping](pass, obj.Origin())
	return does.Stops
}

// returnsStop reports whether ret returns what such a call returns.
func returnsStop(pass *analysis.Pass, ret *ssa.Return) bool {
	x, ok := ret.Results[0].(*ssa.Extract)
	if !ok || !ssaquery.OfSameCall(x, ret.Results[1]) {
		return false
	}
	call, ok := x.Tuple.(*ssa.Call)
	return ok && isStop(pass, call)
}

// isZero reports whether v is the zero value of a struct, or a literal that sets nothing else.
func isZero(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.Const:
		return x.Value == nil
	case *ssa.UnOp:
		a, ok := x.X.(*ssa.Alloc)
		return ok && a.Comment == "complit" && !slices.ContainsFunc(*a.Referrers(), func(i ssa.Instruction) bool {
			f, ok := i.(*ssa.FieldAddr)
			return ok && slices.ContainsFunc(*f.Referrers(), func(i ssa.Instruction) bool {
				st, ok := i.(*ssa.Store)
				return !ok || !isNothing(st.Val)
			})
		})
	}
	return false
}

// isNothing reports whether v is the constant 0, false or nil.
func isNothing(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && (c.Value == nil || c.Value.ExactString() == "0" || c.Value.ExactString() == "false")
}
