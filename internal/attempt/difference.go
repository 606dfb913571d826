package attempt

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// This file is about functions that send what differs between two objects that they are given:
//
//	func patch(c client.Client, original, modified client.Object) error {
//		before, _ := json.Marshal(original)
//		after, _ := json.Marshal(modified)
//		bytes, _ := jsonpatch.CreateMergePatch(before, after)
//		return c.Patch(ctx, original, client.RawPatch(types.MergePatchType, bytes))
//	}

// differenceOf is the difference that a function of the package sends, of which the machine sees no patch; nil
// for others.
func differenceOf(ss *setters, fn *ssa.Function) *Difference {
	if d, known := ss.differences[fn]; known {
		return d
	}
	ss.differences[fn] = nil // it may call itself
	d := Difference{}
	for call := range ssaquery.Each[*ssa.Call](fn) {
		args := call.Call.Args
		if to := target(&call.Call).fn; to != nil && kube.DiffOfBytes(to) {
			d = Difference{marshalled(args[0]), marshalled(args[1])}
		} else if of := differenceBy(ss, &call.Call); of != nil && !call.Call.IsInvoke() {
			d = Difference{parameter(args[of.Base]), parameter(args[of.Object])}
		}
	}
	if d.Base < 0 || d.Object < 0 || d.Base == d.Object {
		return nil
	}
	ss.differences[fn] = &d
	return &d
}

// differenceBy is that of what c calls.
func differenceBy(ss *setters, c *ssa.CallCommon) *Difference {
	if own := ss.prog.own(c); own != nil {
		return differenceOf(ss, own)
	}
	return ss.prog.others.of(target(c).fn).Difference
}

// marshalled is the parameter whose content v is, NoParam for other values.
func marshalled(v ssa.Value) fact.Param {
	call := ssaquery.ResultOf(v)
	if call == nil {
		return fact.NoParam
	}
	fn := target(&call.Call).fn
	if fn == nil {
		return fact.NoParam
	}
	if from, into, ok := kube.Content(fn); ok && into < 0 && !call.Call.IsInvoke() {
		return parameter(call.Call.Args[from])
	}
	return fact.NoParam
}

// parameter is the parameter that v is, NoParam for other values.
func parameter(v ssa.Value) fact.Param {
	p, ok := ssaquery.InInterface(v).(*ssa.Parameter)
	if !ok {
		return fact.NoParam
	}
	return fact.Param(slices.Index(p.Parent().Params, p))
}
