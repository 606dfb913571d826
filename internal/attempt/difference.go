package attempt

import (
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

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

// String is the clause of a fact.
func (d difference) String() string { return fmt.Sprintf("patch $%d from $%d", d.object, d.base) }

// differenceOf is the difference that a function of the package sends, of which the machine sees no patch; ok is false
// for others.
func differenceOf(ss *setters, fn *ssa.Function) (d difference, ok bool) {
	if d, known := ss.differences[fn]; known {
		return d, d != difference{}
	}
	ss.differences[fn] = d // it may call itself
	for call := range ssaquery.Each[*ssa.Call](fn) {
		args := call.Call.Args
		if to := target(&call.Call).fn; to != nil && kube.DiffOfBytes(to) {
			d = difference{marshalled(args[0]), marshalled(args[1])}
		} else if of, ok := differenceBy(ss, &call.Call); ok && !call.Call.IsInvoke() {
			d = difference{parameter(args[of.base]), parameter(args[of.object])}
		}
	}
	if d.base < 0 || d.object < 0 || d.base == d.object {
		return d, false
	}
	ss.differences[fn] = d
	return d, true
}

// differenceBy is that of what c calls.
func differenceBy(ss *setters, c *ssa.CallCommon) (d difference, ok bool) {
	if own := ss.prog.own(c); own != nil {
		return differenceOf(ss, own)
	}
	return differenceIn(ss.prog, target(c).fn)
}

// differenceIn is that of fn, a function of another package.
func differenceIn(pr *Program, fn *types.Func) (d difference, ok bool) {
	if fn == nil || fn.Pkg() == nil || pr.fact(fn.Pkg()) == nil {
		return d, false
	}
	n, err := fmt.Sscanf(pr.fact(fn.Pkg()).of(pr.name(fn)).Difference, "patch $%d from $%d", &d.object, &d.base)
	return d, err == nil && n == 2
}

// differenceFact says it of fn to other packages.
func differenceFact(ss *setters, fn *ssa.Function) string {
	if ss.prog.does[fn]&commits == 0 {
		return ""
	}
	if d, ok := differenceOf(ss, fn); ok {
		return d.String()
	}
	return ""
}

// marshalled is the number of the parameter whose content v is, -1 for other values.
func marshalled(v ssa.Value) int {
	call := ssaquery.ResultOf(v)
	if call == nil {
		return -1
	}
	fn := target(&call.Call).fn
	if fn == nil {
		return -1
	}
	if from, into, ok := kube.Content(fn); ok && into < 0 && !call.Call.IsInvoke() {
		return parameter(call.Call.Args[from])
	}
	return -1
}

// parameter is the number of the parameter that v is, -1 for other values.
func parameter(v ssa.Value) int {
	p, ok := ssaquery.InInterface(v).(*ssa.Parameter)
	if !ok {
		return -1
	}
	return slices.Index(p.Parent().Params, p)
}
