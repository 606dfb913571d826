package attempt

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
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
	return ssaquery.Called(c), valueName(c.Value), c.Signature(), nil
}

// mutatedBy says which arguments of c, a call of fn, are the object and the function of CreateOrUpdate, or of what a variable
// or an interface has in its place: of that it is not known whether it writes the status.
func mutatedBy(c *ssa.CallCommon, fn *types.Func, sig *types.Signature) (obj, mutate int, ok bool) {
	if fn == nil || c.IsInvoke() {
		return kube.MutatesByType(sig)
	}
	return kube.Mutates(fn)
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
	return ok && b.Info()&types.IsBoolean != 0 && ssaquery.IsError(sig.Params().At(0).Type())
}

// standsFor reports whether a t is an object, or the metadata by which it is changed.
func standsFor(t types.Type) bool { return kube.IsObject(t) || kube.EveryObjectIs(t) }

// asks reports whether sig is one of a test of an error, and of nothing else.
func asks(sig *types.Signature) bool { return predicate(sig) && sig.Params().Len() == 1 }

// converts is the index of the error that a function of that signature may make another one
// of, -1 for other functions: those that get objects have more to tell.
func converts(sig *types.Signature) int {
	if !givesError(sig) {
		return -1
	}
	at := -1
	for i := range sig.Params().Len() {
		switch t := sig.Params().At(i).Type(); {
		case standsFor(t):
			return -1
		case ssaquery.IsError(t) && at >= 0:
			return -1
		case ssaquery.IsError(t):
			at = i
		}
	}
	return at
}

// givesError reports whether a function of that signature returns nothing but an error, or
// an interface that is one, such as an aggregate.
func givesError(sig *types.Signature) bool {
	if sig.Results().Len() != 1 {
		return false
	}
	t := sig.Results().At(0).Type()
	return types.IsInterface(t) && types.Implements(t, types.Universe.Lookup("error").Type().Underlying().(*types.Interface))
}

// delays reports whether sig is one of a test of an error that also says how long to
// wait, in seconds.
func delays(sig *types.Signature) bool {
	if sig.Results().Len() != 2 || sig.Params().Len() != 1 || !ssaquery.IsError(sig.Params().At(0).Type()) {
		return false
	}
	return types.Identical(sig.Results().At(0).Type(), types.Typ[types.Int]) && types.Identical(sig.Results().At(1).Type(), types.Typ[types.Bool])
}

func isExported(fn *ssa.Function) bool {
	obj, ok := fn.Object().(*types.Func)
	return ok && obj.Exported() && fn.Parent() == nil && fn.Pkg.Pkg.Name() != "main"
}

func isSlice(t types.Type) bool {
	_, ok := t.Underlying().(*types.Slice)
	return ok
}
