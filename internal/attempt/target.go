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
	return ok && b.Info()&types.IsBoolean != 0 && ssaquery.IsError(sig.Params().At(0).Type())
}

// standsFor reports whether a t is an object, or the metadata by which it is changed.
func standsFor(t types.Type) bool { return kube.IsObject(t) || kube.EveryObjectIs(t) }

// asks reports whether sig is one of a test of an error, and of nothing else.
func asks(sig *types.Signature) bool { return predicate(sig) && sig.Params().Len() == 1 }

// asked is what a predicate, or a function that makes an error of another, is run with for
// its row, a conflict; nil for other functions, which are run with their parameters.
func (pr *Program) asked(fn *ssa.Function) []value {
	if asks(fn.Signature) && fn.Signature.Recv() == nil {
		return []value{{kind: conflict, text: "same"}}
	}
	if i := converts(fn.Signature); i >= 0 && fn.Signature.Recv() == nil && pr.does[fn]&(commits|repeats) == 0 {
		args := make([]value, i+1)
		args[i] = value{kind: conflict, text: "same"}
		return args
	}
	return nil
}

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
