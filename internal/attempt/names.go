package attempt

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// reads reports whether a function of that name returns something that is there,
// not something that it makes.
func reads(name string) bool {
	lower := strings.ToLower(name)
	return slices.ContainsFunc([]string{"get", "find", "fetch", "load", "read", "lookup", "retrieve"}, func(s string) bool { return strings.HasPrefix(lower, s) })
}

// edits reports whether a function of that name changes the object that it gets.
func edits(name string) bool {
	if kube.Identifies(name) {
		return false
	}
	return slices.ContainsFunc([]string{"Set", "Add", "Remove", "Delete", "Append", "Ensure", "Merge", "Apply"}, func(s string) bool { return strings.HasPrefix(name, s) })
}

// valueName is what the author calls a function value: that of its field or variable.
func valueName(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.UnOp:
		return valueName(v.X)
	case *ssa.FieldAddr:
		return ssaquery.FieldName(v.X, v.Field)
	case *ssa.Field:
		return ssaquery.FieldName(v.X, v.Field)
	}
	return v.Name()
}

// versionPath is where an object has its resourceVersion.
const versionPath = kube.MetadataField + "." + kube.ResourceVersionField

// carries reports whether the version is in the part of an object at path.
func carries(path string) bool {
	return path == "" || path == kube.MetadataField || path == versionPath
}
