package apicalls

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// Does is [Of] that also looks into small helpers. These are functions with a body that make one call of a client on every
// path to a return, and only log or return the object otherwise.
//
//	func (r *Reconciler) load(ctx context.Context, key client.ObjectKey, into *v1.Widget) error {
//		if err := r.Get(ctx, key, into); err != nil {
//			return fmt.Errorf("cannot read the widget: %w", err)
//		}
//		return nil
//	}
//
// A helper that makes an object, reads into it and returns it is a [kube.ReadLive].
func Does(c *ssa.CallCommon) (kube.Verb, ssa.Value) { return does(c, 0) }

func does(c *ssa.CallCommon, depth int) (kube.Verb, ssa.Value) {
	if verb, object := Of(c); verb != kube.NoVerb {
		return verb, object
	}
	fn := c.StaticCallee()
	if fn == nil || len(fn.Blocks) == 0 || len(fn.Blocks) > maxHelper || depth > maxHelpers {
		return kube.NoVerb, nil
	}
	res := fn.Signature.Results()
	if res.Len() == 0 || !ssaquery.IsError(res.At(res.Len()-1).Type()) {
		return kube.NoVerb, nil
	}
	var at ssa.CallInstruction
	verb, object := kube.NoVerb, ssa.Value(nil)
	for i := range ssaquery.Instructions(fn) {
		call, ok := i.(ssa.CallInstruction)
		if !ok {
			continue
		}
		v, o := does(call.Common(), depth+1)
		switch {
		case v == kube.NoVerb:
		case at != nil:
			return kube.NoVerb, nil
		default:
			at, verb, object = call, v, o
		}
	}
	if at == nil || slices.ContainsFunc(ssaquery.Returns(fn), func(ret *ssa.Return) bool { return !at.Block().Dominates(ret.Block()) }) {
		return kube.NoVerb, nil
	}
	switch o := object.(type) {
	case *ssa.Parameter:
		if onlyFor(at, o) {
			if arg := ssaquery.Actual(c, fn, slices.Index(fn.Params, o)); arg != nil {
				return verb, Object(arg)
			}
		}
	case *ssa.Alloc:
		if verb == kube.ReadInto && types.Identical(o.Type(), res.At(0).Type()) && onlyFor(at, o) {
			return kube.ReadLive, nil
		}
	case nil:
		if e := ssaquery.Extracted(at.Value(), 0); e != nil && (verb == kube.ReadLive || verb == kube.ReadCache) && onlyFor(at, e) {
			return verb, nil
		}
	}
	return kube.NoVerb, nil
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
