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
)

// TransformFunc is the type of the functions that an informer applies to objects
// before it puts them into its cache.
const TransformFunc = cachePkg + ".TransformFunc"

// IsTypeMeta reports whether t is metav1.TypeMeta or a pointer to it.
func IsTypeMeta(t types.Type) bool { return TypeName(t) == metaPkg+".TypeMeta" }
