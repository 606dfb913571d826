package attempt

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// This file is about functions that read one of their arguments again, call another one to change it, and send the status:
//
//	func store(ctx context.Context, c client.Client, backup *Backup, change func() error) error {
//		return retry.RetryOnConflict(retry.DefaultRetry, func() error {
//			c.Get(ctx, client.ObjectKeyFromObject(backup), backup)
//			change()
//			return c.Status().Update(ctx, backup)
//		})
//	}
//
// In the package of its caller its body is run. Others are told of it: what is set before the call is lost.

// refillOf is what fn or a literal in it does, nil if that is something else.
func refillOf(pr *Program, fn *ssa.Function) *Refill {
	if pr.does[fn]&commits == 0 || !givesError(fn.Signature) {
		return nil
	}
	for _, body := range append([]*ssa.Function{fn}, fn.AnonFuncs...) {
		if r := refillIn(pr, body); r != nil {
			return r
		}
	}
	return nil
}

// refillIn is the refill that body does.
func refillIn(pr *Program, body *ssa.Function) *Refill {
	var r Refill
	var read, change, write *ssa.Call
	for call := range ssaquery.Each[*ssa.Call](body) {
		c := &call.Call
		if pr.own(c) != nil {
			continue
		}
		switch cc := target(c).client(); {
		case cc.Verb == kube.ReadInto && read == nil:
			read, r.Object = call, givenAs(c.Args[cc.Obj])
		case cc.Verb == kube.WriteInto && write == nil && endpointOf(c) == kube.ToStatus && givenAs(c.Args[cc.Obj]) == r.Object:
			write = call
		case cc.Verb != kube.NoVerb && cc.Verb != kube.Other:
			return nil
		case change == nil && !c.IsInvoke() && c.Signature().Params().Len() == 0 && givenAs(c.Value) >= 0:
			change, r.By = call, givenAs(c.Value)
		}
	}
	if read == nil || change == nil || write == nil || r.Object < 0 {
		return nil
	}
	if order := ssaquery.NewOrder(); !order.Dominates(read, change) || !order.Dominates(change, write) {
		return nil
	}
	return &r
}

// givenAs is the parameter that v is, in its function or in a literal of it; NoParam for other values.
func givenAs(v ssa.Value) fact.Param {
	v = ssaquery.InInterface(v)
	if !ssaquery.IsGiven(v) {
		return fact.NoParam
	}
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		x := load.X
		if fv, ok := x.(*ssa.FreeVar); ok {
			x = ssaquery.BoundTo(fv)[0]
		}
		v = ssaquery.StoredIn(x.(*ssa.Alloc))[0]
	}
	return parameter(v)
}
