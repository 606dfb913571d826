package attempt

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A called is what a call names.
type called struct {
	// fn is the function or method of the source, nil for function values.
	fn *types.Func
	// name is that of the function, method, field or variable.
	name string
	sig  *types.Signature
	recv types.Type // of a method, nil for others
}

// target is what c names, as far as the source says it: where the value of a function or interface is known,
// caller.callee says more.
func target(c *ssa.CallCommon) called {
	if c.IsInvoke() {
		return called{c.Method, c.Method.Name(), c.Signature(), c.Value.Type()}
	}
	f := c.StaticCallee()
	if f == nil {
		return called{ssaquery.Called(c), valueName(c.Value), c.Signature(), nil}
	}
	f = ssaquery.Origin(f)
	to := called{name: f.Name(), sig: f.Signature}
	if obj := ssaquery.Declared(f); obj != nil {
		to.fn, to.name = obj.Origin(), obj.Name()
		if r := f.Signature.Recv(); r != nil {
			to.recv = r.Type()
		}
	}
	return to
}

// client is what it does if it is a client's method.
func (c called) client() kube.ClientCall { return kube.CallOf(c.name, c.fn, c.sig, c.recv) }

// mutatedBy says which arguments of c, a call of to, are the object and the function of CreateOrUpdate, or of what a variable
// or an interface has in its place: of that it is not known whether it writes the status.
func mutatedBy(c *ssa.CallCommon, to called) (obj, mutate int, ok bool) {
	if to.fn == nil || c.IsInvoke() {
		return kube.MutatesByType(to.sig)
	}
	return kube.Mutates(to.fn)
}

// endpointOf says where the client's method sends the object that c calls.
func endpointOf(c *ssa.CallCommon) kube.Endpoint {
	if made, ok := c.Value.(*ssa.Call); ok {
		if status := target(&made.Call).fn; status != nil && kube.GivesStatusWriter(status) {
			return kube.ToStatus
		}
	}
	to := target(c)
	return kube.EndpointOf(to.name, to.fn, to.recv)
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
