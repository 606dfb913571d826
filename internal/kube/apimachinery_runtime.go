package kube

// apimachinery's runtime and unstructured objects. Converters and decoders write
// their target.

const (
	rtPkg    = "k8s.io/apimachinery/pkg/runtime"
	unstrPkg = "k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

var runtimePackage = Package{
	Path: rtPkg,
	Functions: map[string]string{
		"DecodeInto":                                "write $2 DecodeInto; fresh $2",
		"(*Scheme).Convert":                         "write $2 Scheme.Convert",
		"(*Scheme).Default":                         "write $1 Scheme.Default",
		"(ObjectDefaulter).Default":                 "write $1 Default",
		"(UnstructuredConverter).ToUnstructured":    "ret0=$1/?U",
		"(*unstructuredConverter).ToUnstructured":   "ret0=$1/?U",
		"(UnstructuredConverter).FromUnstructured":  "write $2 FromUnstructured",
		"(*unstructuredConverter).FromUnstructured": "write $2 FromUnstructured",
		"(Unstructured).UnstructuredContent":        "ret0=$0/Object/*",
	},
}

var unstructuredPackage = Package{
	Path: unstrPkg,
	Functions: map[string]string{
		"(*Unstructured).UnstructuredContent": "ret0=$0/Object/*",
		"(*Unstructured).DeepCopy":            "none",

		"SetNestedField":       "write $0/[] SetNestedField",
		"SetNestedMap":         "write $0/[] SetNestedMap",
		"SetNestedSlice":       "write $0/[] SetNestedSlice",
		"SetNestedStringMap":   "write $0/[] SetNestedStringMap",
		"SetNestedStringSlice": "write $0/[] SetNestedStringSlice",
		"RemoveNestedField":    "write $0/[] RemoveNestedField",
		"NestedFieldNoCopy":    "ret0=$0/[]/*",
	},
}
