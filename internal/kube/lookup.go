package kube

import (
	"go/types"
	"strings"
)

var rows = merge(sources, writers, aliases, callers)

func merge(tables ...map[string]string) map[string]string {
	out := map[string]string{}
	for _, t := range tables {
		for k, v := range t {
			out[k] = v
		}
	}
	return out
}

// Rows are all rows of the tables by function, for tests.
func Rows() map[string]string { return rows }

// Name is how the tables (and models of users) name a function: as
// types.Func.FullName does, without vendor folders and type parameters.
func Name(f *types.Func) string {
	f = f.Origin()
	recv := f.Signature().Recv()
	if recv == nil {
		return Unvendored(f.FullName())
	}
	t, star := types.Unalias(recv.Type()), ""
	if p, ok := t.(*types.Pointer); ok {
		t, star = types.Unalias(p.Elem()), "*"
	}
	n, ok := t.(*types.Named)
	if !ok || n.TypeParams().Len() == 0 || n.Obj().Pkg() == nil {
		return Unvendored(f.FullName())
	}
	return "(" + star + Unvendored(n.Obj().Pkg().Path()) + "." + n.Obj().Name() + ")." + f.Name()
}

// Func is the row for a function or method that is called statically.
func Func(f *types.Func) (string, bool) {
	f = f.Origin()
	if s, ok := rows[Name(f)]; ok {
		return s, true
	}
	recv := f.Signature().Recv()
	if recv == nil {
		return "", false
	}
	if s, ok := objectMethod(f, recv.Type()); ok {
		return s, ok
	}
	if s, ok := condition(f, recv.Type()); ok {
		return s, ok
	}
	return registration(f)
}

// Holds reports whether the row for f holds where f has the type arguments
// targs. Collections of istio's krt hold the objects of informers where their
// type is that of an object; others are computed, some of them at each read.
func Holds(f *types.Func, targs []types.Type) bool {
	if f.Pkg() == nil || f.Pkg().Path() != krtPkg {
		return true
	}
	at := 0
	if f.Name() == "NewIndex" {
		at = 1 // of keys, to objects
	}
	return len(targs) > at && IsObject(targs[at])
}

// Method is the row for a method that is called through the interface type t.
func Method(m *types.Func, t types.Type) (string, bool) {
	m = m.Origin()
	if s, ok := rows[Name(m)]; ok {
		var targs []types.Type
		if n, ok := types.Unalias(t).(*types.Named); ok && n.TypeArgs().Len() > 0 {
			targs = append(targs, n.TypeArgs().At(0))
		}
		return s, Holds(m, targs)
	}
	if s, ok := listerMethod(m, t); ok {
		return s, true
	}
	if s, ok := objectMethod(m, t); ok {
		return s, true
	}
	return registration(m)
}

// objectMethod describes the methods of metav1.Object, runtime.Object and the
// types that implement them in apimachinery.
func objectMethod(m *types.Func, t types.Type) (string, bool) {
	if m.Pkg() == nil {
		return "", false
	}
	pkg := Unvendored(m.Pkg().Path())
	if pkg != metaPkg && pkg != unstrPkg && pkg != rtPkg && !strings.HasPrefix(pkg, "k8s.io/apimachinery/pkg/runtime/") {
		return "", false
	}
	name := m.Name()
	recv := m.Signature().Recv()
	if recv == nil {
		return "", false
	}
	iface := types.IsInterface(recv.Type())
	unstructured := pkg == unstrPkg
	switch {
	case strings.HasPrefix(name, "Set") && m.Signature().Results().Len() == 0 && m.Signature().Params().Len() >= 1:
		// What a setter is given lies in the object from then on.
		s := "write $0 " + name
		if unstructured {
			s = "write $0/Object/*/[] " + name
		} else if iface {
			s = "write $0 " + name + "; write $0/?U/[] " + name
		}
		if f, ok := metaFields[strings.TrimPrefix(name, "Set")]; ok && !unstructured && !iface {
			s = "write $0/" + f + " " + name + "; store $0/" + f + " $1"
		}
		return s, true
	case strings.HasPrefix(name, "Get") && metaFields[name[len("Get"):]] != "":
		field := metaFields[name[len("Get"):]]
		if unstructured {
			return "none", true
		}
		if iface {
			return "ret0=$0/?" + field, true
		}
		return "ret0=$0/" + field + "/*", true
	case name == "GetObjectKind" || name == "GetObjectMeta":
		return "ret0=$0", true
	case name == "UnmarshalJSON" || name == "Unmarshal":
		return "write $0 " + name, true
	case strings.HasPrefix(name, "Get") || strings.HasPrefix(name, "Is") || strings.HasPrefix(name, "Marshal"):
		return "none", true
	}
	return "", false
}

// metaFields are the fields of ObjectMeta by the names of their accessors.
var metaFields = map[string]string{
	"Labels":          "Labels",
	"Annotations":     "Annotations",
	"OwnerReferences": "OwnerReferences",
	"Finalizers":      "Finalizers",
	"ManagedFields":   "ManagedFields",
}

// listerMethod recognises listers by their shape: generated ones of any
// origin (client-go, knative, OLM, Karmada, CRDs), their expansions,
// dynamic and metadata listers, norman's listers and wrangler's caches.
func listerMethod(m *types.Func, t types.Type) (string, bool) {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || !types.IsInterface(n) {
		return "", false
	}
	sig := m.Signature()
	res := sig.Results()
	if res.Len() < 1 || res.Len() > 2 {
		return "", false
	}
	if res.Len() == 2 && !isError(res.At(1).Type()) {
		return "", false
	}
	name := n.Obj().Name()
	switch {
	case strings.HasSuffix(name, "Lister") || strings.HasSuffix(name, "ListerExpansion"):
	case strings.HasSuffix(name, "Cache") || strings.HasSuffix(name, "CacheInterface"):
		if !hasMethods(n, "GetByIndex", "AddIndexer") {
			return "", false
		}
	default:
		return "", false
	}
	if res.Len() == 1 {
		return "", false
	}
	first := res.At(0).Type()
	switch u := types.Unalias(first).Underlying().(type) {
	case *types.Slice:
		if IsObject(u.Elem()) {
			return "ret0=cache[]", true
		}
	default:
		if IsObject(first) && !isList(first) {
			return "ret0=cache", true
		}
	}
	return "", false
}

func hasMethods(n *types.Named, names ...string) bool {
	iface, ok := n.Underlying().(*types.Interface)
	if !ok {
		return false
	}
	for _, name := range names {
		found := false
		for m := range iface.Methods() {
			found = found || m.Name() == name
		}
		if !found {
			return false
		}
	}
	return true
}

func isError(t types.Type) bool {
	return types.Identical(t, types.Universe.Lookup("error").Type())
}

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
func registration(m *types.Func) (string, bool) {
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
