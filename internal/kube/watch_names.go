package kube

import (
	"go/types"
	"path"
	"slices"
	"strings"
)

// This file says what the fields of options and objects are called that tell
// what a watch loop does, and what names say of functions and variables.

// ErrorEvent is the type of an event whose object is a Status.
const ErrorEvent = "ERROR"

// StatusFailure is what the Status of an ERROR event says of its outcome.
const StatusFailure = "Failure"

// Names of the fields of metav1.ListOptions, and of controller-runtime's, that
// say which watch it is.
const (
	// FieldSelectorField selects objects by their fields.
	FieldSelectorField = "FieldSelector"
	// InitialEventsField asks for the state first (KEP-3157).
	InitialEventsField = "SendInitialEvents"
	// RawField of controller-runtime's client.ListOptions holds metav1's.
	RawField = "Raw"
)

// KeepsState reports whether field f of the type n keeps the state of a program, as
// seen from the package user: it is one place, whichever value of n it is read
// from. So are the fields of the user's types, of which there is one for a watcher
// or loop. Types of Kubernetes, other options and the metadata of objects have as
// many values as there are objects, and keep no state.
func KeepsState(user *types.Package, n *types.Named, f *types.Var) bool {
	if IsMetadata(f) {
		return false
	}
	pkg := n.Obj().Pkg()
	if pkg == nil || pkg == user {
		return pkg != nil
	}
	return !IsKubernetes(pkg.Path()) && OptionsField(n) == ""
}

// IsList reports whether t is a struct with the metadata of a list, or an
// unstructured object that may have it.
func IsList(t types.Type) bool {
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range st.Fields() {
		if f.Name() == ListMetadataField || f.Name() == ContentField {
			return true
		}
	}
	return false
}

// SaysListOnly reports whether what has that name tweaks the requests of lists
// and not those of watches (WithTweakListRequest), as far as a name can tell.
func SaysListOnly(name string) bool { return containsAny(name, "listrequest", "listonly") }

// ReadsParameterName reports whether an analyzer makes something of a parameter of
// that name, of a function whose body it does not see.
func ReadsParameterName(name string) bool { return VersionName(name) || SaysListOnly(name) }

// SaysVersion reports whether a function of that name returns a resourceVersion.
func SaysVersion(name string) bool { return containsAny(name, "resourceversion") }

// SaysOrder reports whether a method of that name compares the version that it is
// given with the one that its receiver holds: isNewer, olderThan, Compare.
func SaysOrder(name string) bool { return containsAny(name, "newer", "older", "compare") }

// SaysNoOrder reports whether a function of that name does not compare for order
// what it is given: it tests for equality, searches, or logs.
func SaysNoOrder(name string) bool {
	return containsAny(name, "equal", "same", "len", "match", "contains", "hasprefix", "printf", "errorf", "info", "warn", "debug")
}

// containsAny reports whether name contains one of words, in whatever case.
func containsAny(name string, words ...string) bool {
	n := strings.ToLower(name)
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(n, w) })
}

// SelectsName reports whether a field selector made of the text s selects one
// object of a namespace.
func SelectsName(s string) bool {
	return strings.Contains(s, "metadata.name") && !strings.Contains(s, "metadata.namespace")
}

// ConvertsToInternal returns the kind that fn converts to the internal version,
// and the path of that version, whose package is the folder above, if fn is what
// conversion-gen writes:
//
//	Convert_v1_Truck_To_fleet_Truck(*Truck, *fleet.Truck, conversion.Scope) error
func ConvertsToInternal(fn *types.Func) (kind *types.TypeName, internal string) {
	params := fn.Signature().Params()
	if !IsConversion(fn.Name()) || params.Len() != 3 {
		return nil, ""
	}
	in, out := pointedTo(params.At(0).Type()), pointedTo(params.At(1).Type())
	if in == nil || out == nil || in.Obj().Pkg() != fn.Pkg() || out.Obj().Pkg() == nil || out.Obj().Pkg().Path() != path.Dir(fn.Pkg().Path()) {
		return nil, ""
	}
	return in.Obj(), out.Obj().Pkg().Path()
}

// pointedTo returns the named type that t is a pointer to, or nil.
func pointedTo(t types.Type) *types.Named {
	p, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return nil
	}
	n, _ := types.Unalias(p.Elem()).(*types.Named)
	return n
}
