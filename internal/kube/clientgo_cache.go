package kube

import (
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// client-go's tools/cache: stores and indexers, which hand out the objects that
// they hold, and the handlers that informers call with them.

const cachePkg = "k8s.io/client-go/tools/cache"

// CachePackage is the path of the package of informers.
const CachePackage = cachePkg

// OfCachePackage reports whether t is declared there, or in a copy of the package:
// one of its stores, above all.
func OfCachePackage(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && strings.HasSuffix(n.Obj().Pkg().Path(), cachePkg)
}

var toolsCache = Package{
	Path: cachePkg,
	Functions: map[string]string{
		"(Store).Get":                 "ret0=cache",
		"(Store).GetByKey":            "ret0=cache",
		"(Store).List":                "ret0=cache[]",
		"(Indexer).Index":             "ret0=cache[]",
		"(Indexer).ByIndex":           "ret0=cache[]",
		"(ThreadSafeStore).Get":       "ret0=cache",
		"(ThreadSafeStore).List":      "ret0=cache[]",
		"(ThreadSafeStore).Index":     "ret0=cache[]",
		"(ThreadSafeStore).ByIndex":   "ret0=cache[]",
		"(MutationCache).GetByKey":    "ret0=cache",
		"(MutationCache).ByIndex":     "ret0=cache[]",
		"(TypedIndexer).TypedIndex":   "ret0=cache[]",
		"(TypedIndexer).ByTypedIndex": "ret0=cache[]",

		"ListAll":            "call $2(cache)",
		"ListAllByNamespace": "call $3(cache)",

		"MetaNamespaceKeyFunc": "none",
	},
	Callbacks: map[string]string{
		"ResourceEventHandlerFuncs.AddFunc":            "cache",
		"ResourceEventHandlerFuncs.UpdateFunc":         "cache,cache",
		"ResourceEventHandlerFuncs.DeleteFunc":         "cache",
		"ResourceEventHandlerDetailedFuncs.AddFunc":    "cache,_",
		"ResourceEventHandlerDetailedFuncs.UpdateFunc": "cache,cache",
		"ResourceEventHandlerDetailedFuncs.DeleteFunc": "cache",
		"FilteringResourceEventHandler.FilterFunc":     "cache",
		"TransformFunc": "_", // with objects that are not in the cache yet

		"TypedResourceEventHandlerFuncs.AddFunc":            "cache",
		"TypedResourceEventHandlerFuncs.UpdateFunc":         "cache,cache",
		"TypedResourceEventHandlerFuncs.DeleteFunc":         "{OptionalObj}",
		"TypedResourceEventHandlerDetailedFuncs.AddFunc":    "cache,_",
		"TypedResourceEventHandlerDetailedFuncs.UpdateFunc": "cache,cache",
		"TypedResourceEventHandlerDetailedFuncs.DeleteFunc": "{OptionalObj}",
		"TypedFilteringResourceEventHandler.FilterFunc":     "cache",

		"ResourceEventHandler.OnAdd":         "_,cache",
		"ResourceEventHandler.OnUpdate":      "_,cache,cache",
		"ResourceEventHandler.OnDelete":      "_,cache",
		"TypedResourceEventHandler.OnAdd":    "_,cache",
		"TypedResourceEventHandler.OnUpdate": "_,cache,cache",
		"TypedResourceEventHandler.OnDelete": "_,{OptionalObj}",

		"IndexFunc":      "cache",
		"TypedIndexFunc": "cache",
	},
	Boxes: map[string]Box{
		"(*FIFO).Add":             {Put: 1},
		"(*FIFO).AddIfNotPresent": {Put: 1},
		"(*FIFO).Update":          {Put: 1},
		"(*FIFO).Pop":             {Take: true, Each: true, First: true},
	},
	Releases: map[string]string{
		"(*FIFO).AddIfNotPresent": "<0.33",

		"ResourceEventHandlerDetailedFuncs.AddFunc":    ">=0.27",
		"ResourceEventHandlerDetailedFuncs.UpdateFunc": ">=0.27",
		"ResourceEventHandlerDetailedFuncs.DeleteFunc": ">=0.27",

		"(TypedIndexer).TypedIndex":   ">=0.37",
		"(TypedIndexer).ByTypedIndex": ">=0.37",

		"TypedResourceEventHandlerFuncs.AddFunc":            ">=0.37",
		"TypedResourceEventHandlerFuncs.UpdateFunc":         ">=0.37",
		"TypedResourceEventHandlerFuncs.DeleteFunc":         ">=0.37",
		"TypedResourceEventHandlerDetailedFuncs.AddFunc":    ">=0.37",
		"TypedResourceEventHandlerDetailedFuncs.UpdateFunc": ">=0.37",
		"TypedResourceEventHandlerDetailedFuncs.DeleteFunc": ">=0.37",
		"TypedFilteringResourceEventHandler.FilterFunc":     ">=0.37",
		"TypedResourceEventHandler.OnAdd":                   ">=0.37",
		"TypedResourceEventHandler.OnUpdate":                ">=0.37",
		"TypedResourceEventHandler.OnDelete":                ">=0.37",
		"TypedIndexFunc":                                    ">=0.37",
	},
}

// stores are client-go's interfaces of a store.
var stores = set("Store", "Indexer", "ThreadSafeStore", "TypedIndexer")

// IsStore reports whether t is one of client-go's interfaces of a store.
func IsStore(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && pathOf(n.Obj()) == cachePkg && stores[n.Obj().Name()]
}

// MakesList reports whether methods of that name, of listers and indexers, make a
// new slice in each call, which the caller may keep: the objects in it are cached.
func MakesList(name string) bool {
	return slices.Contains([]string{"List", "ByIndex", "Index"}, name)
}

// storeMakers make an empty store.
var storeMakers = set("NewStore", "NewIndexer", "NewThreadSafeStore", "NewTTLStore", "NewExpirationStore")

// InCachePackage reports whether f is a function of client-go's tools/cache.
func InCachePackage(f *types.Func) bool {
	return pathOf(f) == cachePkg
}

// MakesStore reports whether the function of that full name makes an empty
// store.
func MakesStore(name string) bool {
	name, ok := strings.CutPrefix(name, cachePkg+".")
	return ok && storeMakers[name]
}

// FillsStore reports whether the function of that full name starts something
// that fills a store with what it lists and watches: a reflector, an informer.
func FillsStore(name string) bool {
	return strings.HasPrefix(name, cachePkg+".New") && (strings.Contains(name, "Reflector") || strings.HasSuffix(name, ".New"))
}

// An Informer is what a function of tools/cache makes that lists and watches objects of
// the type of one argument, which end up in its store.
type Informer struct {
	Example int  // the argument
	Shared  bool // it is a shared informer, and no store; its users may give it a transform function
}

// informers are those functions that take no transform function: what that makes of
// the objects is not known.
var informers = map[string]Informer{
	"NewInformer":                          {Example: 1},
	"NewIndexerInformer":                   {Example: 1},
	"NewNamespaceKeyedIndexerAndReflector": {Example: 1},
	"NewSharedInformer":                    {Example: 1, Shared: true},
	"NewSharedIndexInformer":               {Example: 1, Shared: true},
	"NewSharedIndexInformerWithOptions":    {Example: 1, Shared: true},
}

// InformerFor is what the function f makes, if it makes an informer for objects like
// one that it is given.
func InformerFor(f *types.Func) (i Informer, ok bool) {
	if !InCachePackage(f) || f.Signature().Recv() != nil {
		return Informer{}, false
	}
	i, ok = informers[f.Name()]
	return i, ok
}

// ReturnsStore reports whether the method m of a shared informer returns its store.
func ReturnsStore(m *types.Func) bool {
	return InCachePackage(m) && m.Signature().Recv() != nil && (m.Name() == "GetStore" || m.Name() == "GetIndexer")
}

// SetsTransform reports whether the method m gives a shared informer a transform
// function.
func SetsTransform(m *types.Func) bool {
	return InCachePackage(m) && m.Signature().Recv() != nil && strings.HasPrefix(m.Name(), "SetTransform")
}

// A StoreMethod is what a method of a store does, which is filled by hand.
type StoreMethod struct {
	Effect string // in the language of the tables; "" if it hands out no objects
	Put    int    // the argument that is put into it, 0 if none is
	Each   bool   // the argument is a slice or map of what is put into it
}

// storeMethods are the methods of client-go's stores, by their names and numbers of
// parameters: a ThreadSafeStore is given the key, a Store finds it.
var storeMethods = map[string]StoreMethod{
	"Add/1":                 {Effect: "store weak $0/[] $1", Put: 1},
	"Update/1":              {Effect: "store weak $0/[] $1", Put: 1},
	"Add/2":                 {Effect: "store weak $0/[] $2", Put: 2},
	"Update/2":              {Effect: "store weak $0/[] $2", Put: 2},
	"Replace/2":             {Effect: "store weak $0/[] $1/[]/*", Put: 1, Each: true},
	"Get/1":                 {Effect: "ret0=$0/[]/*"},
	"GetByKey/1":            {Effect: "ret0=$0/[]/*"},
	"List/0":                {Effect: "ret0=new0; new0/[]=$0/[]/*"},
	"Index/2":               {Effect: "ret0=new0; new0/[]=$0/[]/*"},
	"ByIndex/2":             {Effect: "ret0=new0; new0/[]=$0/[]/*"},
	"TypedIndex/2":          {Effect: "ret0=new0; new0/[]=$0/[]/*"},
	"ByTypedIndex/2":        {Effect: "ret0=new0; new0/[]=$0/[]/*"},
	"Delete/1":              {},
	"ListKeys/0":            {},
	"IndexKeys/2":           {},
	"GetIndexers/0":         {},
	"AddIndexers/1":         {},
	"ListIndexFuncValues/1": {},
}

// OwnStore is what the method m of one of client-go's stores does, if it is the
// program that fills the store; ok is false for other methods.
func OwnStore(m *types.Func) (s StoreMethod, ok bool) {
	sig := m.Signature()
	if sig.Recv() == nil || !IsStore(sig.Recv().Type()) {
		return StoreMethod{}, false
	}
	s, ok = storeMethods[m.Name()+"/"+strconv.Itoa(sig.Params().Len())]
	return s, ok
}
