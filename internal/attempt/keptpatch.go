package attempt

import (
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/apiobjects"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// This file finds patches that are kept in a struct beside their own base, the object itself, and sent
// for it: whatever is changed between, they are empty.
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
