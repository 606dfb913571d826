package kube

import (
	"go/types"
	"slices"
	"strings"
)

// controller-runtime's client and the options of its cache. A manager's client
// reads the cache and copies what it reads, unless the options of the call or of
// the manager's cache turn deep copies off.

const (
	clientPkg    = ctrlPkg + "/client"
	ctrlCachePkg = ctrlPkg + "/cache"

	// ClientPackage is the path of the package of client.Client.
	ClientPackage = clientPkg
)

// The client decodes the answer of the API server into the object that it is
// given, which it zeroes first (since 0.10): what the fields of a struct copy
// refer to is not written.
var clientPackage = Package{
	Path: clientPkg,
	Functions: map[string]string{
		"(Reader).Get":               "write $3 client.Get:decode; fresh $3",
		"(Reader).List":              "write $2 client.List:decode; fresh $2",
		"(Writer).Create":            "write $2 client.Create:decode",
		"(Writer).Update":            "write $2 client.Update:decode",
		"(Writer).Patch":             "write $2 client.Patch:decode",
		"(StatusWriter).Update":      "write $2 Status().Update:decode",
		"(StatusWriter).Patch":       "write $2 Status().Patch:decode",
		"(SubResourceWriter).Update": "write $2 SubResource().Update:decode",
		"(SubResourceWriter).Patch":  "write $2 SubResource().Patch:decode",
		"(SubResourceWriter).Create": "write $3 SubResource().Create:decode",
		"(SubResourceReader).Get":    "write $3 SubResource().Get:decode; fresh $3",
	},
	Callbacks: map[string]string{
		"IndexerFunc": "cache",
	},
	Releases: map[string]string{
		"(StatusWriter).Update": "<0.14", // an alias since
		"(StatusWriter).Patch":  "<0.14",

		"(SubResourceWriter).Update": ">=0.14",
		"(SubResourceWriter).Patch":  ">=0.14",
		"(SubResourceWriter).Create": ">=0.14",
		"(SubResourceReader).Get":    ">=0.14",

		"IndexerFunc": "<0.25",
	},
}

// clientMethod recognises the methods of a client.Writer in interfaces that a program
// declares itself, to ask for no more than it uses:
//
//	type Reconciler struct {
//		Writer interface {
//			Patch(context.Context, client.Object, client.Patch, ...client.PatchOption) error
//		}
//	}
func clientMethod(m *types.Func, t types.Type) (string, bool) {
	sig := m.Signature()
	effect, ok := clientPackage.Functions["(Writer)."+m.Name()]
	if !ok || !types.IsInterface(t) || !sig.Variadic() {
		return "", false
	}
	options := sig.Params().At(sig.Params().Len() - 1).Type().(*types.Slice)
	n, ok := types.Unalias(options.Elem()).(*types.Named)
	if !ok || pathOf(n.Obj()) != clientPkg {
		return "", false
	}
	writer := n.Obj().Pkg().Scope().Lookup("Writer")
	if writer == nil {
		return "", false
	}
	of, _, _ := types.LookupFieldOrMethod(writer.Type(), false, nil, m.Name())
	fn, ok := of.(*types.Func)
	return effect, ok && types.Identical(fn.Signature(), sig)
}

// cacheAPI has had the client's IndexerFunc since 0.25.
var cacheAPI = Package{
	Path: ctrlCachePkg + "/cacheapi",
	Callbacks: map[string]string{
		"IndexerFunc": "cache",
	},
	Releases: map[string]string{
		"IndexerFunc": ">=0.25",
	},
}

// IsClient reports whether t is client.Client, (a pointer to it): what wraps
// one is as cached as that.
func IsClient(t types.Type) bool { return TypeName(t) == clientPkg+".Client" }

// ReadsCache reports whether a value of type t can be what a manager hands out
// to read its cache with. What is only a client.Reader may well be the
// manager's API reader.
func ReadsCache(t types.Type) bool { return IsClient(t) || TypeName(t) == ctrlCachePkg+".Cache" }

// A ClientRead is a method of controller-runtime's client that fills an
// argument with what it reads.
type ClientRead struct {
	// Into is the parameter that is filled, the receiver being 0.
	Into int
	// List tells that it is filled with many objects.
	List bool
}

var clientReads = map[string]ClientRead{
	"(" + clientPkg + ".Reader).Get":  {Into: 3},             // ctx, key, obj
	"(" + clientPkg + ".Reader).List": {Into: 2, List: true}, // ctx, list
}

// Read is what the method m of controller-runtime's client reads; ok is false
// for other methods.
func Read(m *types.Func) (read ClientRead, ok bool) {
	if m.Name() != "Get" && m.Name() != "List" {
		return ClientRead{}, false // the full name takes long to make
	}
	read, ok = clientReads[Name(m)]
	return read, ok
}

var managerClients = set(
	"("+ctrlPkg+"/cluster.Cluster).GetClient",
	"("+ctrlPkg+"/cluster.Cluster).GetCache",
)

// HandsOutManagerClient reports whether the method m returns the client or the
// cache of a manager (which is a cluster.Cluster).
func HandsOutManagerClient(m *types.Func) bool { return managerClients[Name(m)] }

// MakesClient reports whether f is client.New, whose client reads what its options say.
func MakesClient(f *types.Func) bool { return f != nil && Name(f) == clientPkg+".New" }

// CacheField and ReaderField are the fields of client.Options and client.CacheOptions that
// lead to what such a client reads (controller-runtime 0.15 and later).
const (
	CacheField  = "Cache"
	ReaderField = "Reader"
)

// ImportsClient reports whether pkg itself imports controller-runtime's client.
func ImportsClient(pkg *types.Package) bool {
	return slices.ContainsFunc(pkg.Imports(), func(p *types.Package) bool { return Unvendored(p.Path()) == clientPkg })
}

// NoCopyField is the field of client.ListOptions and client.GetOptions that
// turns deep copies off (controller-runtime 0.14 and later), and the name of
// the option that does it.
const NoCopyField = "UnsafeDisableDeepCopy"

// noCopyName is what the names of such options have in common, those of
// repositories that wrap the client included.
const noCopyName = "DisableDeepCopy"

// IsNoCopyVariable reports whether a package's variable of that name is an
// option that turns deep copies off.
func IsNoCopyVariable(name string) bool { return strings.HasSuffix(name, noCopyName) }

// IsNoCopyType reports whether t is the type of such an option.
func IsNoCopyType(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && strings.Contains(n.Obj().Name(), noCopyName)
}

// ObjectAll names the type that stands, as a key, for objects of all kinds.
const ObjectAll = ctrlCachePkg + ".ObjectAll"

// IsNoCopyMap reports whether t is cache.DisableDeepCopyByObject, the map of the
// kinds that are not copied (controller-runtime before 0.15), whose field in
// the options is NoCopyByObject.
func IsNoCopyMap(t types.Type) bool { return TypeName(t) == ctrlCachePkg+".DisableDeepCopyByObject" }

// NoCopyByObject is the field of cache.Options that holds such a map.
const NoCopyByObject = NoCopyField + "ByObject"

// IsCacheOptions reports whether t is cache.Options, (a pointer to it).
func IsCacheOptions(t types.Type) bool { return TypeName(t) == ctrlCachePkg+".Options" }

// MakesCache reports whether f is cache.New, which makes a cache that is no
// manager's.
func MakesCache(f *types.Func) bool { return Name(f) == ctrlCachePkg+".New" }

// A CacheOption is what a field of the options of a manager says.
type CacheOption int

const (
	// NoCacheOption: nothing of caches and copies.
	NoCacheOption CacheOption = iota
	// UncachedKinds lists objects that the client reads from the API server.
	UncachedKinds
	// NoCopyOfAll turns deep copies of all objects off.
	NoCopyOfAll
	// NoCopyOfNamespace turns deep copies of all objects of a namespace off, or
	// of one kind in one.
	NoCopyOfNamespace
	// NoCopyOfKind turns deep copies of a kind off.
	NoCopyOfKind
)

// OptionField is what a field of a struct of controller-runtime, of type owner,
// says.
func OptionField(field *types.Var, owner types.Type) CacheOption {
	if field.Pkg() == nil {
		return NoCacheOption
	}
	path := Unvendored(field.Pkg().Path())
	switch field.Name() {
	case "DisableFor", "ClientDisableCacheFor":
		if strings.HasPrefix(path, ctrlPkg+"/") {
			return UncachedKinds
		}
	case "Default" + NoCopyField, NoCopyField:
		if path != ctrlCachePkg {
			return NoCacheOption
		}
		switch strings.TrimPrefix(TypeName(owner), ctrlCachePkg+".") {
		case "Options":
			return NoCopyOfAll
		case "Config":
			return NoCopyOfNamespace
		case "ByObject":
			return NoCopyOfKind
		}
	}
	return NoCacheOption
}
