package pathcond

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// An unstructured object in a cache has its kind and version, without which it is not
// decoded. A typed one has lost them, so only the static type Unstructured counts here.

// isKind reports whether x is the kind or the version of v, an unstructured object.
func isKind(x, v ssa.Value) bool {
	switch x := x.(type) {
	case *ssa.Call: // u.GetKind()
		return kube.GetsKind(calledOn(x, v))
	case *ssa.Field: // u.GroupVersionKind().Kind
		return kube.KindOrVersion(ssaquery.FieldName(x.X, x.Field)) && isGroupVersionKind(x.X, v)
	case *ssa.UnOp: // gvk.Kind
		f, ok := x.X.(*ssa.FieldAddr)
		if !ok || x.Op != token.MUL || !kube.KindOrVersion(ssaquery.FieldName(f.X, f.Field)) {
			return false
		}
		held := heldBy(f.X, x)
		return held != nil && isGroupVersionKind(held, v)
	}
	return false
}

// isGroupVersionKind reports whether x is what GroupVersionKind returns of v, an
// unstructured object.
func isGroupVersionKind(x, v ssa.Value) bool {
	call, ok := x.(*ssa.Call)
	if !ok {
		return false
	}
	if calledOn(call, v) == kube.GroupVersionKind {
		return true
	}
	// u.GetObjectKind().GroupVersionKind()
	if !call.Call.IsInvoke() || call.Call.Method.Name() != kube.GroupVersionKind {
		return false
	}
	of, ok := call.Call.Value.(*ssa.Call)
	return ok && calledOn(of, v) == kube.GetObjectKind
}

// calledOn is the method of Unstructured that call calls on v, "" if it calls none.
func calledOn(call *ssa.Call, v ssa.Value) string {
	f := call.Call.StaticCallee()
	if f == nil || f.Signature.Recv() == nil || len(call.Call.Args) == 0 {
		return ""
	}
	recv := call.Call.Args[0]
	if !kube.AlwaysHasKind(recv.Type()) || !ssaquery.SamePlace(recv, v) {
		return ""
	}
	return f.Name()
}

// heldBy is what the local variable at addr holds whenever load reads it: the only value
// that is put there. It is nil if it may hold another.
func heldBy(addr ssa.Value, load ssa.Instruction) ssa.Value {
	local, ok := addr.(*ssa.Alloc)
	if !ok || !ssaquery.OnlyStoredByOwner(local) || len(ssaquery.StoredIn(local)) != 1 {
		return nil
	}
	for _, r := range *local.Referrers() {
		if st, ok := r.(*ssa.Store); ok && ssaquery.NewOrder().Dominates(st, load) {
			return st.Val
		}
	}
	return nil
}
