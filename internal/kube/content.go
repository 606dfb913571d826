package kube

import (
	"go/types"
	"strings"
)

// Content says what a call of f does with the whole content of an object, its resourceVersion
// included. The arguments are counted with the receiver. from is the object that is taken apart, or
// the content that is put into the object into. -1 stands for the result.
func Content(f *types.Func) (from, into int, ok bool) {
	if name := f.Name(); !strings.Contains(name, "arshal") && !strings.Contains(name, "nstructured") && name != "Convert" {
		return 0, 0, false // as most do, whose full name need not be made
	}
	switch Name(f) {
	case "encoding/json.Marshal", "encoding/json.MarshalIndent", "sigs.k8s.io/yaml.Marshal", "github.com/ghodss/yaml.Marshal", "k8s.io/apimachinery/pkg/util/json.Marshal",
		"(*" + unstrPkg + ".Unstructured).UnstructuredContent", "(*" + unstrPkg + ".Unstructured).MarshalJSON":
		return 0, -1, true
	case "(" + rtPkg + ".UnstructuredConverter).ToUnstructured", "(*" + rtPkg + ".unstructuredConverter).ToUnstructured":
		return 1, -1, true
	case "encoding/json.Unmarshal", "sigs.k8s.io/yaml.Unmarshal", "sigs.k8s.io/yaml.UnmarshalStrict", "github.com/ghodss/yaml.Unmarshal", "k8s.io/apimachinery/pkg/util/json.Unmarshal":
		return 0, 1, true
	case "(" + rtPkg + ".UnstructuredConverter).FromUnstructured", "(*" + rtPkg + ".unstructuredConverter).FromUnstructured",
		"(*" + rtPkg + ".unstructuredConverter).FromUnstructuredWithValidation", "(*" + rtPkg + ".Scheme).Convert":
		return 1, 2, true
	case "(*" + unstrPkg + ".Unstructured).SetUnstructuredContent", "(*" + unstrPkg + ".Unstructured).UnmarshalJSON":
		return 1, 0, true
	}
	return 0, 0, false
}

// IsContent reports whether f is the field of unstructured.Unstructured that holds all of its content.
func IsContent(f *types.Var) bool {
	return f.Name() == "Object" && pathOf(f) == unstrPkg
}
