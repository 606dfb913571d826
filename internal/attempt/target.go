package attempt

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
)

// target is what a call calls, without running it.
func target(c *ssa.CallCommon) (fn *types.Func, name string, sig *types.Signature, recv types.Type) {
	if c.IsInvoke() {
		return c.Method, c.Method.Name(), c.Signature(), c.Value.Type()
	}
	if f := c.StaticCallee(); f != nil {
		if f.Origin() != nil {
			f = f.Origin()
		}
		if obj, ok := f.Object().(*types.Func); ok {
			if r := f.Signature.Recv(); r != nil {
				recv = r.Type()
			}
			return obj.Origin(), obj.Name(), f.Signature, recv
		}
		return nil, f.Name(), f.Signature, nil
	}
	return nil, valueName(c.Value), c.Signature(), nil
}

func hasFuncParam(fn *ssa.Function) bool {
	for _, p := range fn.Params {
		if _, ok := p.Type().Underlying().(*types.Signature); ok {
			return true
		}
	}
	return false
}

// predicate reports whether sig is one of a test of an error.
func predicate(sig *types.Signature) bool {
	if sig.Results().Len() != 1 || sig.Params().Len() == 0 {
		return false
	}
	b, ok := sig.Results().At(0).Type().Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0 && isErrorType(sig.Params().At(0).Type())
}

// Lists reports whether call reads a list from the API server.
func Lists(call ssa.CallInstruction) bool {
	if call == nil {
		return false
	}
	fn, name, sig, recv := target(call.Common())
	return kube.CallOf(name, fn, sig, recv).Verb == kube.ListLive
}
