package kube

import (
	"go/types"
	"strings"
)

// Rancher's wrangler and norman generate controllers for each kind, so that
// their methods are known by shape. (Their listers and caches are among the
// listers.)

// condition describes norman's and wrangler's condition.Cond, whose methods
// write the conditions of their first argument by reflection.
func condition(m *types.Func, recv types.Type) (string, bool) {
	n, ok := types.Unalias(recv).(*types.Named)
	if !ok || n.Obj().Name() != "Cond" || n.Obj().Pkg() == nil || !strings.HasPrefix(n.Obj().Pkg().Path(), "github.com/rancher/") {
		return "", false
	}
	if m.Signature().Params().Len() == 0 {
		return "", false
	}
	switch name := m.Name(); name {
	case "SetStatus", "SetStatusBool", "True", "False", "Unknown", "Reason", "Message", "SetError", "SetMessageIfBlank",
		"ReasonAndMessageFromError", "LastUpdated", "CreateUnknownIfNotExists":
		return "write $1 " + name, true
	case "Do", "DoUntilTrue", "DoUntilFalse", "Once", "DoOnce", "Track":
		return "write $1 " + name + "; call $2(); ret0=$1", true
	case "GetStatus", "GetReason", "GetMessage", "GetLastUpdated", "IsTrue", "IsFalse", "IsUnknown", "MatchesError":
		return "none", true
	}
	return "", false
}

// PassesHandlers reports whether the package of the given path is wrangler's own,
// which registers what it is given: it is the caller that registers a handler.
func PassesHandlers(path string) bool {
	return strings.HasPrefix(path, "github.com/rancher/wrangler/")
}

// registration recognises the functions of wrangler and norman that register
// handlers: OnChange, OnRemove (wrangler's pkg/generic/remove.go copies only to
// change finalizers) and AddHandler hand out the object of the store itself,
// while status handlers and lifecycles get a copy.
func registration(m *types.Func, _ types.Type) (string, bool) {
	switch m.Name() {
	case "OnChange", "OnRemove", "AddGenericHandler", "AddGenericRemoveHandler", "AddHandler", "AddFeatureHandler", "AddClusterScopedHandler", "AddClusterScopedFeatureHandler":
	default:
		return "", false
	}
	if m.Signature().Recv() == nil {
		return "", false
	}
	params := m.Signature().Params()
	for i := range params.Len() {
		sig, ok := params.At(i).Type().Underlying().(*types.Signature)
		if !ok || sig.Params().Len() != 2 || !IsObject(sig.Params().At(1).Type()) {
			continue
		}
		if b, ok := sig.Params().At(0).Type().Underlying().(*types.Basic); !ok || b.Kind() != types.String {
			continue
		}
		return "call $" + string(rune('1'+i)) + "(_,cache)", true
	}
	return "", false
}
