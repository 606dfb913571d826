package kube

import (
	"go/types"
	"strings"
)

// apimachinery's metadata: what reads and writes the metadata and the conditions
// of objects, typed or not.

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
	if m.Pkg() == nil {
		return "", false
	}
	pkg := Unvendored(m.Pkg().Path())
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

// metaFields are the fields of ObjectMeta by the names of their accessors.
var metaFields = map[string]string{
	"Labels":          "Labels",
	"Annotations":     "Annotations",
	"OwnerReferences": "OwnerReferences",
	"Finalizers":      "Finalizers",
	"ManagedFields":   "ManagedFields",
}
