package apicalls

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// Helpers knows what small helpers do, each of which it looks at once. These are functions with a body that make one call
// of a client on every path to a return, and only log or return the object otherwise.
//
//	func (r *Reconciler) load(ctx context.Context, key client.ObjectKey, into *v1.Widget) error {
//		if err := r.Get(ctx, key, into); err != nil {
//			return fmt.Errorf("cannot read the widget: %w", err)
//		}
//		return nil
//	}
type Helpers map[*ssa.Function]helper

// A helper says what one of them does with a client. A helper that makes an object, reads into it and returns it is a
// [kube.ReadLive].
type helper struct {
	verb kube.Verb
	// param is the parameter that is the object, -1 if it is none.
	param int
	// depth is how many helpers lie between it and the client.
	depth int
}

// Does is [Of] that also looks into small helpers.
func (hs Helpers) Does(c *ssa.CallCommon) (kube.Verb, ssa.Value) {
	verb, object, _ := hs.does(c)
	return verb, object
}

// does is Does, and how many helpers lie between c and the client, c's included.
func (hs Helpers) does(c *ssa.CallCommon) (verb kube.Verb, object ssa.Value, depth int) {
	if verb, object := Of(c); verb != kube.NoVerb {
		return verb, object, 0
	}
	fn := c.StaticCallee()
	if fn == nil {
		return kube.NoVerb, nil, 0
	}
	h, known := hs[fn]
	if !known {
		hs[fn] = helper{} // of a function that calls itself
		h = hs.of(fn)
		hs[fn] = h
	}
	if h.verb != kube.NoVerb && h.param >= 0 {
		arg := ssaquery.Actual(c, fn, h.param)
		if arg == nil {
			return kube.NoVerb, nil, 0
		}
		object = Object(arg)
	}
	return h.verb, object, h.depth + 1
}

// of is what fn does, the zero helper if it is none.
func (hs Helpers) of(fn *ssa.Function) helper {
	res := fn.Signature.Results()
	if len(fn.Blocks) == 0 || len(fn.Blocks) > maxHelper || res.Len() == 0 || !ssaquery.IsError(res.At(res.Len()-1).Type()) {
		return helper{}
	}
	var at ssa.CallInstruction
	var object ssa.Value
	h := helper{param: -1}
	for i := range ssaquery.Instructions(fn) {
		call, ok := i.(ssa.CallInstruction)
		if !ok {
			continue
		}
		v, o, depth := hs.does(call.Common())
		switch {
		case v == kube.NoVerb || depth > maxHelpers:
		case at != nil:
			return helper{}
		default:
			at, object, h.verb, h.depth = call, o, v, depth
		}
	}
	if at == nil || slices.ContainsFunc(ssaquery.Returns(fn), func(ret *ssa.Return) bool { return !at.Block().Dominates(ret.Block()) }) {
		return helper{}
	}
	switch o := object.(type) {
	case *ssa.Parameter:
		h.param = slices.Index(fn.Params, o)
	case *ssa.Alloc:
		if h.verb != kube.ReadInto || !types.Identical(o.Type(), res.At(0).Type()) {
			return helper{}
		}
		h.verb = kube.ReadLive
	case nil:
		e := ssaquery.Extracted(at.Value(), 0)
		if e == nil || h.verb != kube.ReadLive && h.verb != kube.ReadCache {
			return helper{}
		}
		object = e
	default:
		return helper{}
	}
	if !onlyFor(at, object) {
		return helper{}
	}
	return h
}

// Bounds on helpers. Larger ones are treated as functions that do more with the object. No finding is lost that such
// functions would not lose.
const (
	// maxHelper is the number of blocks of a helper: a call, the test of its error, and a log.
	maxHelper = 6
	// maxHelpers is how many helpers lie between the call and the helper that calls the client.
	maxHelpers = 2
)

// onlyFor reports whether the function that makes call does nothing else with the object than to log or return it.
func onlyFor(call ssa.CallInstruction, object ssa.Value) bool {
	for i := range ssaquery.Instructions(call.Parent()) {
		switch x := i.(type) {
		case *ssa.Return, *ssa.MakeInterface, *ssa.Extract, *ssa.Phi:
			continue
		case ssa.CallInstruction:
			if x == call {
				continue
			}
			if fn := ssaquery.Called(x.Common()); fn != nil && kube.IsForLog(fn) {
				continue
			}
		}
		if slices.ContainsFunc(i.Operands(nil), func(v *ssa.Value) bool { return *v != nil && Object(*v) == object }) {
			return false
		}
	}
	return true
}
