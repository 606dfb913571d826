package kube

import (
	"go/types"
	"slices"
	"strings"
)

// This file says what a Kubernetes object is: its methods, the fields that
// every stored object has, the types that stand for objects of any kind.

// Unstructured names the type that holds an object of any kind as a map. Typed
// objects and it hand out their metadata differently, and controller-runtime's
// client reads it from the API server by default.
const Unstructured = unstrPkg + ".Unstructured"

// UnstructuredList names the list of such objects.
const UnstructuredList = Unstructured + "List"

// Names of the fields that the engines follow.
const (
	// MetadataField is the embedded field of an object's metadata.
	MetadataField = "ObjectMeta"
	// ListMetadataField is the embedded field of a list's metadata.
	ListMetadataField = "ListMeta"
	// ItemsField holds the objects of a list.
	ItemsField = "Items"
	// ContentField holds the map of an Unstructured.
	ContentField = "Object"
	// PhaseField is the field of StatusField that says how far an object has come.
	PhaseField  = "Phase"
	StatusField = "Status"
)

// TypeName names the type t, or what it points to, as package path and name,
// without vendor folders and type arguments: "k8s.io/api/core/v1.Pod". It is ""
// for nil and types without a name.
func TypeName(t types.Type) string {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, ok := t.(*types.Named)
	if !ok {
		return ""
	}
	o := n.Obj()
	if o.Pkg() == nil {
		return o.Name()
	}
	return Unvendored(o.Pkg().Path()) + "." + o.Name()
}

// IsObject reports whether t is a Kubernetes object: a pointer to a type with
// a deep copy, an interface that has it, or a type parameter so constrained.
func IsObject(t types.Type) bool {
	t = types.Unalias(t)
	if tp, ok := t.(*types.TypeParam); ok {
		t = tp.Constraint()
	}
	if !types.IsInterface(t) {
		if _, ok := t.Underlying().(*types.Pointer); !ok {
			return false
		}
	}
	obj, path, _ := types.LookupFieldOrMethod(t, true, nil, deepCopyObject)
	_, ok := obj.(*types.Func)
	return ok && !(len(path) > 1 && refersTo(t, path[0]))
}

// refersTo reports whether the field i of the struct that t points to is a pointer or an interface: one that embeds an
// object so is no object, but holds one.
func refersTo(t types.Type, i int) bool {
	p, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	st, ok := p.Elem().Underlying().(*types.Struct)
	if !ok {
		return false
	}
	switch st.Field(i).Type().Underlying().(type) {
	case *types.Pointer, *types.Interface:
		return true
	}
	return false
}

// ReturnedObject is the type of the object that a function with this signature
// returns, or of those in the container that it returns; nil if there is none.
func ReturnedObject(sig *types.Signature) types.Type {
	if sig.Results().Len() == 0 {
		return nil
	}
	t := sig.Results().At(0).Type()
	switch u := t.Underlying().(type) {
	case *types.Slice:
		t = u.Elem()
	case *types.Map:
		t = u.Elem()
	}
	if !IsObject(t) {
		return nil
	}
	return t
}

// isList reports whether t is a list type (PodList): what returns one is a
// client, not a lister.
func isList(t types.Type) bool {
	p, ok := types.Unalias(t).Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	s, ok := p.Elem().Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range s.Fields() {
		if f.Name() == ListMetadataField {
			return true
		}
	}
	return false
}

// IsAPIType reports whether n is (a part of) a Kubernetes object: those have
// generated deep-copy methods.
func IsAPIType(n *types.Named) bool {
	for m := range n.Origin().Methods() {
		if m.Name() == deepCopyInto || m.Name() == deepCopyObject {
			return true
		}
	}
	return false
}

// HasItems reports whether t is, or points to, a struct with the field that lists
// have their objects in.
func HasItems(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range st.Fields() {
		if f.Name() == ItemsField {
			return true
		}
	}
	return false
}

// objectMethods are methods that objects have and little else.
var objectMethods = []string{deepCopyObject, GetObjectKind, "GetResourceVersion"}

// IsObjectInterface reports whether values of the interface t are objects, or
// parts of them that know the whole.
func IsObjectInterface(t *types.Interface) bool {
	for m := range t.Methods() {
		if slices.Contains(objectMethods, m.Name()) {
			return true
		}
	}
	return false
}

// CanBeCached reports whether an informer's cache can hold values of the
// concrete type t: Kubernetes objects, and tombstones.
func CanBeCached(t types.Type) bool {
	if IsTombstone(t) {
		return true
	}
	return slices.ContainsFunc(objectMethods, func(m string) bool { obj, _, _ := types.LookupFieldOrMethod(t, true, nil, m); return obj != nil })
}

// IsUnstructured reports whether t is Unstructured, a pointer to it, or the
// interface runtime.Unstructured.
func IsUnstructured(t types.Type) bool {
	switch TypeName(t) {
	case Unstructured:
		return true
	case rtPkg + ".Unstructured":
		return types.IsInterface(t)
	}
	return false
}

// everyObject are the interfaces that each object of Kubernetes implements, and
// lists of them.
var everyObject = map[string]bool{
	rtPkg + ".Object":                                  true,
	metaPkg + ".Object":                                true,
	metaPkg + ".ObjectMetaAccessor":                    true,
	"sigs.k8s.io/controller-runtime/pkg/client.Object": true,
}

// EveryObjectIs reports whether t is an interface that every object of Kubernetes
// implements, so that asserting it of one succeeds. It does not of a tombstone.
func EveryObjectIs(t types.Type) bool { return types.IsInterface(t) && everyObject[TypeName(t)] }

// The methods that deepcopy-gen makes: DeepCopyMethod returns a copy of the
// receiver's type, deepCopyObject the same as a runtime.Object.
const (
	DeepCopyMethod = "DeepCopy"
	deepCopyObject = "DeepCopyObject"
	deepCopyInto   = "DeepCopyInto"
)

// DeepCopyOf is the method of t that returns a deep copy, of t's own type if
// there is one; nil if t has neither.
func DeepCopyOf(t types.Type) *types.Func {
	for _, name := range []string{DeepCopyMethod, deepCopyObject} {
		obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
		if fn, ok := obj.(*types.Func); ok {
			if s := fn.Signature(); s.Params().Len() == 0 && s.Results().Len() == 1 {
				return fn
			}
		}
	}
	return nil
}

// NamesDeepCopy reports whether a function of that name is a deep copy, for text
// of which no more is known.
func NamesDeepCopy(name string) bool { return strings.HasPrefix(name, DeepCopyMethod) }

// CopiesReceiver reports whether a method of that name is one of the two that
// return a copy of the receiver; CopiesInto, whether it copies into its parameter.
func CopiesReceiver(name string) bool { return name == DeepCopyMethod || name == deepCopyObject }
func CopiesInto(name string) bool     { return name == deepCopyInto }

// IsDeepCopy reports whether f is a deep copy by the convention of generated
// code (deepcopy-gen): its result is new memory, whatever its body looks like.
func IsDeepCopy(f *types.Func) bool {
	return NamesDeepCopy(f.Name()) && f.Name() != deepCopyInto && f.Signature().Results().Len() > 0
}

// IsDeepCopyInto reports whether f is deepcopy-gen's other method, which copies
// its receiver into its parameter.
func IsDeepCopyInto(f *types.Func) bool {
	return f.Name() == deepCopyInto && f.Signature().Params().Len() == 1
}

// IsGeneratedCopy reports whether f is one of deepcopy-gen's methods, or called so.
func IsGeneratedCopy(f *types.Func) bool { return IsDeepCopy(f) || f.Name() == deepCopyInto }

// DeepCopyInto is the row of the functions that IsDeepCopyInto is true of.
const DeepCopyInto = "write $1 DeepCopyInto; fresh $1"

// alwaysSet are the fields of ObjectMeta that the API server gives every object
// that it stores.
var alwaysSet = set("ResourceVersion", "UID", "SelfLink", "CreationTimestamp")

// AlwaysSet reports whether no object in a cache lacks the field of its
// metadata, since the API server sets it.
func AlwaysSet(field string) bool { return alwaysSet[field] }

// alwaysHasPhase are the kinds that the API server gives a phase when they are
// created: see PrepareForCreate in
// k8s.io/kubernetes/pkg/registry/core/{pod,namespace,persistentvolume,persistentvolumeclaim}.
var alwaysHasPhase = set(
	"k8s.io/api/core/v1.Pod",
	"k8s.io/api/core/v1.Namespace",
	"k8s.io/api/core/v1.PersistentVolume",
	"k8s.io/api/core/v1.PersistentVolumeClaim",
)

// AlwaysHasPhase reports whether t is (a pointer to) a kind whose objects in a
// cache all have a phase in their status.
func AlwaysHasPhase(t types.Type) bool { return alwaysHasPhase[TypeName(t)] }

// Embedded reports whether an embedded field of that name is left out where a
// selector goes through it: pod.Labels, not pod.ObjectMeta.Labels.
func Embedded(field string) bool {
	return slices.Contains([]string{MetadataField, ListMetadataField, TypeMetaField}, field)
}

// set is the set of the given names.
func set(names ...string) map[string]bool {
	s := make(map[string]bool, len(names))
	for _, n := range names {
		s[n] = true
	}
	return s
}
