package kube

import (
	"go/types"
	"strings"
)

// Listers, which hand out the objects of an informer's store: those of
// client-go since 0.31 are generic, those before and those of others are
// generated for each kind, so that only their shape is common.

var listers = Package{
	Path: "k8s.io/client-go/listers",
	Functions: map[string]string{
		"(ResourceIndexer).Get":  "ret0=cache",
		"(ResourceIndexer).List": "ret0=cache[]",
	},
	Releases: map[string]string{
		"(ResourceIndexer).Get":  ">=0.31",
		"(ResourceIndexer).List": ">=0.31",
	},
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
	if res.Len() != 2 || !isError(res.At(1).Type()) {
		return "", false // those of one result are clients' or getters
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

// hasMethods reports whether the interface type n has methods of these names.
func hasMethods(n *types.Named, names ...string) bool {
	iface := n.Underlying().(*types.Interface)
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

func isError(t types.Type) bool { return types.Identical(t, errorType) }

var errorType = types.Universe.Lookup("error").Type()

// ReadsLister reports whether the method m, called through the interface type t, is
// one of a lister by its shape, which returns objects of the informer's cache.
func ReadsLister(m *types.Func, t types.Type) bool {
	_, ok := listerMethod(m, t)
	return ok
}
