package kube

import (
	"go/types"
	"strconv"
	"strings"
)

// Rancher's wrangler and norman generate controllers for each kind, so that
// their methods are known by shape. (Their listers and caches are among the
// listers.)

// conditionMethods say what the methods of condition.Cond do, by name. Those that
// write do so by reflection in the conditions of the object.
//
// norman's module (github.com/rancher/norman/condition) is not to be had through
// the Go module proxy: ReasonAndMessageFromError and those that call a function
// are its own, as of commit 60903c8e.
var conditionMethods = map[string]string{
	"SetStatus":                 "write $1 SetStatus",
	"SetStatusBool":             "write $1 SetStatusBool",
	"True":                      "write $1 True",
	"False":                     "write $1 False",
	"Unknown":                   "write $1 Unknown",
	"Reason":                    "write $1 Reason",
	"Message":                   "write $1 Message",
	"SetError":                  "write $1 SetError",
	"SetMessageIfBlank":         "write $1 SetMessageIfBlank",
	"ReasonAndMessageFromError": "write $1 ReasonAndMessageFromError",
	"LastUpdated":               "write $1 LastUpdated",
	"CreateUnknownIfNotExists":  "write $1 CreateUnknownIfNotExists",

	"Do":          "write $1 Do; call $2(); ret0=$1",
	"DoUntilTrue": "write $1 DoUntilTrue; call $2(); ret0=$1",
	"Once":        "write $1 Once; call $2(); ret0=$1",
	"Track":       "call $3()", // it copies the object first

	"GetStatus":      "none",
	"GetReason":      "none",
	"GetMessage":     "none",
	"GetLastUpdated": "none",
	"IsTrue":         "none",
	"IsFalse":        "none",
	"IsUnknown":      "none",
	"MatchesError":   "none",
}

// condition describes the methods of norman's and wrangler's condition.Cond.
func condition(m *types.Func, recv types.Type) (string, bool) {
	n, ok := types.Unalias(recv).(*types.Named)
	if !ok || n.Obj().Name() != "Cond" || n.Obj().Pkg() == nil || !strings.HasPrefix(n.Obj().Pkg().Path(), "github.com/rancher/") {
		return "", false
	}
	if m.Signature().Params().Len() == 0 {
		return "", false
	}
	effect, ok := conditionMethods[m.Name()]
	return effect, ok
}

// PassesHandlers reports whether the package of the given path is wrangler's own,
// which registers what it is given: it is the caller that registers a handler.
func PassesHandlers(path string) bool {
	return strings.HasPrefix(path, "github.com/rancher/wrangler/")
}

// registrations are the methods that register a handler: the first four are
// wrangler's, the others norman's.
var registrations = set(
	"OnChange", "OnRemove", "AddGenericHandler", "AddGenericRemoveHandler",
	"AddHandler", "AddFeatureHandler", "AddClusterScopedHandler", "AddClusterScopedFeatureHandler",
)

// registration recognises the methods of wrangler and norman that register
// handlers: OnChange, OnRemove (wrangler's pkg/generic/remove.go copies only to
// change finalizers) and AddHandler hand out the object of the store itself,
// while status handlers and lifecycles get a copy.
func registration(m *types.Func, _ types.Type) (string, bool) {
	if !registrations[m.Name()] || m.Signature().Recv() == nil {
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
		return "call $" + strconv.Itoa(i+1) + "(_,cache)", true // $0 is the receiver
	}
	return "", false
}
