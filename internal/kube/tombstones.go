package kube

import (
	"go/types"
	"slices"
	"strings"
)

// A tombstone stands for an object whose deletion a watch has missed: the
// informer calls delete handlers with cache.DeletedFinalStateUnknown instead.

// Tombstone names the type, TombstoneField its field that holds the object.
const (
	Tombstone      = cachePkg + "." + tombstone
	TombstoneField = "Obj"
)

// tombstone is the name that forks of client-go keep.
const tombstone = "DeletedFinalStateUnknown"

// IsTombstone reports whether t is client-go's cache.DeletedFinalStateUnknown,
// or a pointer to it.
func IsTombstone(t types.Type) bool { return TypeName(t) == Tombstone }

// NamedTombstone reports whether t is called as the tombstone is, in whatever
// package.
func NamedTombstone(t types.Type) bool {
	name := TypeName(t)
	return name[strings.LastIndexByte(name, '.')+1:] == tombstone
}

// A DeletionUse says what a function that is kept in a field is called with.
type DeletionUse int

const (
	// NoDeletion: it is not called with what was deleted, or the field is none
	// of client-go's.
	NoDeletion DeletionUse = iota
	// HandlesDeletion: it is called with each deleted object, or its tombstone.
	HandlesDeletion
	// FiltersDeletion: it decides, for objects and tombstones, whether the
	// handlers behind it are called.
	FiltersDeletion
)

// filteringHandler is the handler that has a filter before it.
const filteringHandler = "FilteringResourceEventHandler"

// DeletionField says what the function in the field of the struct type n is
// called with, for the handler structs of client-go's tools/cache.
func DeletionField(n *types.Named, field string) DeletionUse {
	if n == nil || !OfCachePackage(n) {
		return NoDeletion
	}
	switch {
	case field == "DeleteFunc" && strings.HasPrefix(n.Obj().Name(), "ResourceEventHandler"):
		return HandlesDeletion
	case IsFilter(n, field):
		return FiltersDeletion
	}
	return NoDeletion
}

// IsFilter reports whether the field of the struct type n is the filter of a
// cache.FilteringResourceEventHandler, or of a type that is called so.
func IsFilter(n *types.Named, field string) bool { return field == "FilterFunc" && IsFiltering(n) }

// IsFiltering reports whether n is called as cache.FilteringResourceEventHandler is.
func IsFiltering(n *types.Named) bool { return n != nil && n.Obj().Name() == filteringHandler }

// IsDeletionHandler reports whether the method f is the OnDelete of a
// cache.ResourceEventHandler, by the methods that its receiver has and by its
// parameter, which is of no type.
func IsDeletionHandler(f *types.Func) bool {
	return f.Name() == "OnDelete" && f.Signature().Params().Len() == 1 && ofHandler(f)
}

// IsHandler reports whether a t has the methods of a cache.ResourceEventHandler.
func IsHandler(t types.Type) bool {
	return !slices.ContainsFunc(handlerMethods, func(name string) bool { m, _, _ := types.LookupFieldOrMethod(t, true, nil, name); return m == nil })
}

// RegistersHandler reports whether f hands a handler to an informer as it is: a method
// AddEventHandler of any informer, or a function of client-go's tools/cache.
func RegistersHandler(f *types.Func) bool {
	return strings.HasPrefix(f.Name(), "AddEventHandler") || f.Pkg() != nil && strings.HasSuffix(f.Pkg().Path(), cachePkg)
}

// handlerMethods are the methods of cache.ResourceEventHandler.
var handlerMethods = []string{"OnAdd", "OnUpdate", "OnDelete"}

// ofHandler reports whether f, which has parameters, is a method of a
// cache.ResourceEventHandler: its receiver has all of them, and the first parameter is
// of no type.
func ofHandler(f *types.Func) bool {
	sig := f.Signature()
	if sig.Recv() == nil {
		return false
	}
	if !IsHandler(sig.Recv().Type()) {
		return false
	}
	i, ok := sig.Params().At(0).Type().Underlying().(*types.Interface)
	return ok && i.Empty()
}

// HandlesUpdates reports whether the function in the field of the struct type n, a
// handler of client-go's tools/cache, is called with what was added or updated, which
// has a resourceVersion.
func HandlesUpdates(n *types.Named, field string) bool {
	if n == nil || !OfCachePackage(n) {
		return false
	}
	name := strings.TrimPrefix(n.Obj().Name(), "Typed")
	return strings.HasPrefix(name, "ResourceEventHandler") && (field == "AddFunc" || field == "UpdateFunc")
}

// IsUpdateHandler reports whether the method f is the OnAdd or OnUpdate of a
// cache.ResourceEventHandler. The methods of its receiver and its first parameter,
// which is of no type, say so.
func IsUpdateHandler(f *types.Func) bool {
	switch f.Signature().Params().Len() {
	case 1: // before 0.27
		return f.Name() == "OnAdd" && ofHandler(f)
	case 2:
		return (f.Name() == "OnAdd" || f.Name() == "OnUpdate") && ofHandler(f)
	}
	return false
}

// MakesDeletionKey reports whether f, a function of another package, does nothing but make
// the key of an object, or of a tombstone: cache.DeletionHandlingMetaNamespaceKeyFunc, and
// those that are named like it.
func MakesDeletionKey(f *types.Func) bool {
	sig := f.Signature()
	return strings.HasPrefix(f.Name(), "DeletionHandling") && sig.Recv() == nil && sig.Params().Len() == 1 && sig.Results().Len() == 2
}

// FailsOnTombstone reports whether f, given an object, returns an error for a
// tombstone: meta.Accessor knows none, nor does cache.MetaNamespaceKeyFunc,
// which asks it. better is the function that does the same for tombstones too,
// "" if there is none.
func FailsOnTombstone(f *types.Func) (better string, ok bool) {
	if f == nil || f.Pkg() == nil {
		return "", false
	}
	switch path := f.Pkg().Path(); {
	case f.Name() == "Accessor" && strings.HasSuffix(path, apiMeta):
		return "", true
	case !strings.HasSuffix(path, cachePkg):
	case f.Name() == "MetaNamespaceKeyFunc":
		return "DeletionHandlingMetaNamespaceKeyFunc", true
	case f.Name() == "ObjectToName":
		return "DeletionHandlingObjectToName", true
	}
	return "", false
}
