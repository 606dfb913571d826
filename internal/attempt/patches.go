package attempt

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/apiobjects"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// This file is about patches that are kept in a field. Of one that is kept beside its own base, the object itself, and
// sent for it, it is known that it is empty, whatever is changed between:
//
//	s := &scope{cluster: cluster, patch: client.MergeFrom(cluster)}
//	…
//	s.client.Patch(ctx, s.cluster, s.patch)

// keptPatches are the losses of the patches of the package that are kept beside their base.
func keptPatches(pr *Program) []apiobjects.Loss {
	stored := map[fieldOf][]*ssa.Store{}
	var made []*ssa.Store
	for st := range ssaquery.Each[*ssa.Store](pr.funcs...) {
		addr, ok := st.Addr.(*ssa.FieldAddr)
		if !ok {
			continue
		}
		stored[fieldAt(addr)] = append(stored[fieldAt(addr)], st)
		if patchOf(st.Val) != nil {
			made = append(made, st)
		}
	}
	var out []apiobjects.Loss
	for _, st := range made {
		patch := st.Addr.(*ssa.FieldAddr)
		object, ok := besides(patch, patchOf(st.Val))
		if !ok || len(stored[fieldAt(patch)]) > 1 || len(stored[object]) > 1 {
			continue
		}
		if write := sentAs(pr, object, fieldAt(patch)); write != nil {
			out = append(out, apiobjects.Loss{Kind: apiobjects.EmptyPatch, Write: write, Site: write, Base: patchOf(st.Val), Into: true, Always: true, Fn: st.Parent()})
		}
	}
	return out
}

// patchOf is the call that makes the patch v of a difference, nil if it is another, or holds the
// version.
func patchOf(v ssa.Value) *ssa.Call {
	call, ok := ssaquery.InInterface(v).(*ssa.Call)
	if !ok || !isDifference(call) || locks(call) {
		return nil
	}
	return call
}

// locks reports whether one of the options of a patch is the lock.
func locks(call ssa.CallInstruction) bool {
	args := call.Common().Args
	return slices.ContainsFunc(ssaquery.Gathered(args[len(args)-1]), func(v ssa.Value) bool {
		mi, ok := v.(*ssa.MakeInterface)
		return ok && kube.LockOption(mi.X.Type())
	})
}

// besides is the field into which the base of a patch is stored itself, of the struct that has the
// patch.
func besides(patch *ssa.FieldAddr, made *ssa.Call) (object fieldOf, ok bool) {
	base := ssaquery.InInterface(made.Call.Args[0])
	for _, r := range *patch.X.Referrers() {
		addr, isField := r.(*ssa.FieldAddr)
		if !isField {
			continue
		}
		for _, r := range *addr.Referrers() {
			if st, isStore := r.(*ssa.Store); isStore && st.Addr == addr && ssaquery.SamePlace(ssaquery.InInterface(st.Val), base) {
				return fieldAt(addr), true
			}
		}
	}
	return fieldOf{}, false
}

// sentAs is the first call that sends one field of a struct by the patch in another, nil if there is
// none.
func sentAs(pr *Program, object, patch fieldOf) ssa.CallInstruction {
	for call := range ssaquery.Each[*ssa.Call](pr.funcs...) {
		cc := target(&call.Call).client()
		if cc.Verb != kube.PatchInto || !call.Call.IsInvoke() {
			continue
		}
		sent, by := loadedFrom(call.Call.Args[cc.Obj]), loadedFrom(call.Call.Args[cc.Patch])
		if sent != nil && by != nil && fieldAt(sent) == object && fieldAt(by) == patch && ssaquery.SamePlace(sent.X, by.X) {
			return call
		}
	}
	return nil
}

// isDifference reports whether the patch v is the difference between two objects.
func isDifference(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	fn := target(&call.Call).fn
	return fn != nil && kube.DiffPatch(fn)
}

// findDifferences finds the fields, which no other package can reach, that hold nothing but differences of objects.
func findDifferences(fns []*ssa.Function) map[fieldOf]bool {
	only := map[fieldOf]bool{}
	for st := range ssaquery.Each[*ssa.Store](fns...) {
		addr, ok := st.Addr.(*ssa.FieldAddr)
		if !ok || !types.IsInterface(st.Val.Type()) || ssaquery.StructField(addr.X.Type(), addr.Field).Exported() {
			continue
		}
		others, again := only[fieldAt(addr)]
		only[fieldAt(addr)] = isDifference(ssaquery.InInterface(st.Val)) && (others || !again)
	}
	return only
}

// keptPatch is v, or a difference from some object if reg is read from a field that holds those.
func keptPatch(pr *Program, v value, reg ssa.Value) value {
	if addr := loadedFrom(reg); v.kind != patch && addr != nil && pr.differences[fieldAt(addr)] {
		return value{kind: patch, obj: -1}
	}
	return v
}

// loadedFrom is the address of the field from which v is read, nil if v is read from elsewhere.
func loadedFrom(v ssa.Value) *ssa.FieldAddr {
	load, ok := ssaquery.InInterface(v).(*ssa.UnOp)
	if !ok {
		return nil
	}
	addr, _ := load.X.(*ssa.FieldAddr)
	return addr
}
