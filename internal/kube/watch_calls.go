package kube

import (
	"go/types"
	"slices"
	"strings"
)

// Watch loops are written against many clients and helpers: client-go's, those
// of older releases, of forks, of repositories' own. What a call does to the
// object, the error or the position of a loop is told by the name alone of the
// function that is called. This file has those names.

// A Hand says where the object comes from that a call hands on.
type Hand int

const (
	// HandsNothing: what it returns is something else.
	HandsNothing Hand = iota
	// HandsArgument: one of its arguments.
	HandsArgument
	// HandsReceiver: its receiver.
	HandsReceiver
	// HandsEither: one of its arguments, or else its receiver.
	HandsEither
)

// HandsOn says which object a call of the named function hands on, or a view, a
// copy or a part of it.
func HandsOn(name string) Hand {
	switch {
	case strings.HasSuffix(name, "Accessor"), name == "GetObjectMeta", name == "AsPartialObjectMetadata", name == "ToUnstructured":
		return HandsEither
	case strings.HasPrefix(name, "DeepCopy"), name == "UnstructuredContent", name == "GetListMeta":
		return HandsReceiver
	case strings.HasPrefix(name, "Unmarshal"), strings.HasPrefix(name, "Decode"), strings.HasPrefix(name, "Nested"):
		return HandsArgument
	}
	return HandsNothing
}

// Decodes reports whether the named function fills the pointer that it is given
// with what its other arguments hold: json.Unmarshal(data, &x),
// FromUnstructured(m, &x).
func Decodes(name string) bool {
	switch name {
	case "FromUnstructured", "Convert", "DecodeInto", "Decode", "DeepCopyInto":
		return true
	}
	return strings.HasPrefix(name, "Unmarshal")
}

// FillsFromReceiver reports whether the named function, given one argument,
// fills it with what its receiver is.
func FillsFromReceiver(name string) bool { return name == "DeepCopyInto" }

// FillsReceiver reports whether the named function, given one argument, fills
// its receiver with what that holds.
func FillsReceiver(name string) bool { return name == "UnmarshalJSON" }

// DecodesNext reports whether the named method, given one argument, fills it
// with the next value of a stream.
func DecodesNext(name string) bool { return name == "Decode" }

// ReadsServer reports whether the named method of a client returns an object
// that the API server has just sent.
func ReadsServer(name string) bool {
	return slices.Contains([]string{"Get", "Create", "Update", "UpdateStatus", "Patch", "Apply"}, name)
}

// HasVersion reports whether t is (a pointer to) an object with a
// resourceVersion.
func HasVersion(t types.Type) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "Get"+ResourceVersionField)
	return obj != nil
}

// GetsVersion reports whether the named function, with so many arguments beside
// the receiver, returns the resourceVersion of an object, and whether the
// object is its receiver rather than its argument. With an error beside it,
// helpers of repositories are meant too.
func GetsVersion(name string, args int, err bool) (receiver, ok bool) {
	switch {
	case !err && name == "Get"+ResourceVersionField && args == 0:
		return true, true
	case name == ResourceVersionField && args == 1: // meta.MetadataAccessor
		return false, true
	case err && strings.HasSuffix(name, "Object"+ResourceVersionField) && args == 1:
		return false, true
	}
	return false, false
}

// ReadsVersion reports whether a field, method or function of that name can be
// read for the resourceVersion of an object: a ResourceVersion field, in whatever
// case, or what GetsVersion knows.
func ReadsVersion(name string) bool {
	return strings.EqualFold(name, ResourceVersionField) || name == "Get"+ResourceVersionField || strings.HasSuffix(name, "Object"+ResourceVersionField)
}

// SetsQuery reports whether the named method, given a name and a value, makes
// that a parameter of a request: url.Values.Set, rest.Request.Param.
func SetsQuery(name string) bool {
	return slices.Contains([]string{"Set", "Add", "Param"}, name)
}

// VersionQuery reports whether a request's parameter of that name says where a
// watch starts.
func VersionQuery(param string) bool { return strings.EqualFold(param, "resourceVersion") }

// SetsQueryOptions reports whether the named method makes the fields of its
// first argument parameters of a request: rest.Request.VersionedParams.
func SetsQueryOptions(name string) bool { return name == "VersionedParams" }

// IsWatchCall reports whether the named method of controller-runtime's client
// starts a watch: client.WithWatch.
func IsWatchCall(name string) bool { return name == "Watch" }

// IsListFunc reports whether a field of that name of a ListWatch lists.
func IsListFunc(field string) bool {
	return strings.HasPrefix(field, "ListFunc") || strings.HasPrefix(field, "ListWithContextFunc")
}

// IsWatchFunc reports whether a field of that name of a ListWatch watches.
func IsWatchFunc(field string) bool { return strings.HasPrefix(field, "WatchFunc") }

// IsConversion reports whether a function of that name is one that
// conversion-gen writes: Convert_v1_Truck_To_fleet_Truck.
func IsConversion(name string) bool { return strings.HasPrefix(name, "Convert_") }

// IsKubernetes reports whether a package of that path is one of Kubernetes'
// own: their types are the objects of many watches.
func IsKubernetes(path string) bool { return strings.Contains(path, "k8s.io/") }

// IsMetadata reports whether the embedded field f is the metadata of an object
// or a list.
func IsMetadata(f *types.Var) bool {
	return f.Embedded() && (f.Name() == MetadataField || f.Name() == ListMetadataField)
}

// IsKind reports whether k is the type of the objects of one kind. Types that stand for
// objects of any kind are none (unstructured ones, PartialObjectMetadata).
func IsKind(k *types.TypeName) bool {
	st, ok := k.Type().Underlying().(*types.Struct)
	if !ok || k.Pkg() == nil || Unvendored(k.Pkg().Path()) == metaPkg {
		return false
	}
	for f := range st.Fields() {
		if f.Embedded() && f.Name() == MetadataField {
			return true
		}
	}
	return false
}

// NamesVersion reports whether an identifier names a resourceVersion: as
// VersionName, for text that is looked at before anything else is known.
func NamesVersion(id string) bool {
	return strings.HasSuffix(id, ResourceVersionField) || strings.HasSuffix(id, "RV") || strings.EqualFold(id, "rv")
}

// ParsesNumber reports whether the named function of strconv makes an integer of a
// text.
func ParsesNumber(name string) bool {
	return slices.Contains([]string{"Atoi", "ParseInt", "ParseUint"}, name)
}
