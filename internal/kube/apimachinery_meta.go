package kube

import (
	"go/types"
	"strings"
)

// apimachinery's metadata: what reads and writes the metadata and the conditions
// of objects, typed or not.

// ListOptionsName is the name of the type of the options of lists and watches.
const ListOptionsName = metaPkg + ".ListOptions"

// GetOptionsName is the name of the type of the options of reads, and MetaPackage the package
// of both.
const (
	GetOptionsName = metaPkg + ".GetOptions"
	MetaPackage    = metaPkg
)

const (
	metaPkg = "k8s.io/apimachinery/pkg/apis/meta/v1"
	apiMeta = "k8s.io/apimachinery/pkg/api/meta"
)

var apiMetaPackage = Package{
	Path: apiMeta,
	Functions: map[string]string{
		"Accessor":                "ret0=$0",
		"CommonAccessor":          "ret0=$0",
		"ListAccessor":            "ret0=$0",
		"TypeAccessor":            "ret0=$0",
		"AsPartialObjectMetadata": "none",

		"SetStatusCondition":    "write $0 SetStatusCondition; write $0/*/[] SetStatusCondition",
		"RemoveStatusCondition": "write $0 RemoveStatusCondition",
		"FindStatusCondition":   "ret0=$0/[]",

		"SetList":      "write $0 SetList; store $0/Items $1",
		"EachListItem": "call $1($0/Items/*/[])",
		"ExtractList":  "none",
	},
}

var metaV1Package = Package{
	Path: metaPkg,
	Functions: map[string]string{
		"SetMetaDataLabel":      "write $0/Labels/*/[] SetMetaDataLabel",
		"SetMetaDataAnnotation": "write $0/Annotations/*/[] SetMetaDataAnnotation",
		"AddLabelToSelector":    "write $0 AddLabelToSelector; ret0=$0",
		"GetControllerOf":       "none",
		"GetControllerOfNoCopy": "ret0=$0/OwnerReferences/*/[]",
	},
}

// objectMethod describes the methods of metav1.Object, runtime.Object and the
// types that implement them in apimachinery.
func objectMethod(m *types.Func, t types.Type) (string, bool) {
	pkg := pathOf(m)
	if pkg != metaPkg && pkg != unstrPkg && pkg != rtPkg && !strings.HasPrefix(pkg, "k8s.io/apimachinery/pkg/runtime/") {
		return "", false
	}
	name := m.Name()
	iface := types.IsInterface(m.Signature().Recv().Type())
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
	case name == GetObjectKind || name == "GetObjectMeta":
		return "ret0=$0", true
	case name == "UnmarshalJSON" || name == "Unmarshal":
		return "write $0 " + name, true
	case strings.HasPrefix(name, "Get") || strings.HasPrefix(name, "Is") || strings.HasPrefix(name, "Marshal"):
		return "none", true
	}
	return "", false
}

// partOfObject describes the getters of interfaces that ask for a part of an object. Setters
// are known by their names.
func partOfObject(m *types.Func, t types.Type) (string, bool) {
	name, get := strings.CutPrefix(m.Name(), "Get")
	if field := metaFields[name]; get && field != "" && asksForPart(t) {
		return "ret0=$0/?" + field, true
	}
	return "", false
}

// asksForPart reports whether t is an interface of the program's own that asks for some of
// the accessors of metav1.Object and for nothing else, so that every object is one:
//
//	interface {
//		GetLabels() map[string]string
//		SetLabels(map[string]string)
//	}
func asksForPart(t types.Type) bool {
	iface, ok := t.Underlying().(*types.Interface)
	if !ok || iface.NumMethods() == 0 {
		return false
	}
	for m := range iface.Methods() {
		if !ofObject(m) || pathOf(m) == metaPkg {
			return false
		}
	}
	return true
}

// ofObject reports whether m could be an accessor of metav1.Object.
func ofObject(m *types.Func) bool {
	is := func(from, none *types.Tuple, field string) bool {
		return from.Len() == 1 && none.Len() == 0 && types.TypeString(from.At(0).Type(), nil) == accessorTypes[field]
	}
	sig := m.Signature()
	if field, ok := strings.CutPrefix(m.Name(), "Get"); ok {
		return is(sig.Results(), sig.Params(), field)
	}
	field, ok := strings.CutPrefix(m.Name(), "Set")
	return ok && is(sig.Params(), sig.Results(), field)
}

// MetadataOf is the field of ObjectMeta that the method m of an object gets or sets: Labels, of
// GetLabels and SetLabels; "" for other methods.
func MetadataOf(m *types.Func) (field string, sets bool) {
	if m.Signature().Recv() == nil || !ofObject(m) {
		return "", false
	}
	if field, sets = strings.CutPrefix(m.Name(), "Set"); sets {
		return field, true
	}
	return strings.TrimPrefix(m.Name(), "Get"), false
}

// accessorTypes are the types of what the accessors of metav1.Object get and set.
var accessorTypes = map[string]string{
	"Annotations":     "map[string]string",
	"Finalizers":      "[]string",
	"GenerateName":    "string",
	"Generation":      "int64",
	"Labels":          "map[string]string",
	"Name":            "string",
	"Namespace":       "string",
	"ResourceVersion": "string",
	"SelfLink":        "string",
	"OwnerReferences": "[]" + metaPkg + ".OwnerReference",
	"UID":             "k8s.io/apimachinery/pkg/types.UID",
}

// metaFields are the fields of ObjectMeta by the names of their accessors.
var metaFields = map[string]string{
	"Labels":          "Labels",
	"Annotations":     "Annotations",
	"OwnerReferences": "OwnerReferences",
	"Finalizers":      "Finalizers",
	"ManagedFields":   "ManagedFields",
}
