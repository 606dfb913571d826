package kube

import "go/types"

// The kind of a typed object is a field of its TypeMeta, which objects of the API
// server come without.
const (
	TypeMetaField = "TypeMeta"
	KindField     = "Kind"

	// GroupVersionKind and SetGroupVersionKind are the methods of
	// schema.ObjectKind.
	GroupVersionKind    = "GroupVersionKind"
	SetGroupVersionKind = "SetGroupVersionKind"
	// GetObjectKind is the method of an object that returns its schema.ObjectKind.
	GetObjectKind = "GetObjectKind"
)

// AlwaysHasKind reports whether t is unstructured.Unstructured or a pointer to it: such
// an object is not decoded without its kind, so that all in a cache have one.
func AlwaysHasKind(t types.Type) bool { return TypeName(t) == Unstructured }

// GetsKind reports whether a method of that name of an Unstructured returns its kind or
// its version.
func GetsKind(name string) bool { return name == "GetKind" || name == "GetAPIVersion" }

// KindOrVersion reports whether a field of that name of a schema.GroupVersionKind is set
// for every kind. The group is not: it is empty for Pods.
func KindOrVersion(field string) bool { return field == KindField || field == "Version" }

// SaysEmpty reports whether a method of that name of a schema.GroupVersionKind says that
// nothing of it is set.
func SaysEmpty(name string) bool { return name == "Empty" }

// TransformFunc is the type of the functions that an informer applies to objects
// before it puts them into its cache.
const TransformFunc = cachePkg + ".TransformFunc"

// IsTypeMeta reports whether t is metav1.TypeMeta or a pointer to it.
func IsTypeMeta(t types.Type) bool { return TypeName(t) == metaPkg+".TypeMeta" }
