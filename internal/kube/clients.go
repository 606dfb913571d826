package kube

import (
	"go/types"
	"slices"
	"strings"
)

// ImportsAnyClient reports whether pkg itself imports controller-runtime, a generated
// clientset, or one of client-go's clients.
func ImportsAnyClient(pkg *types.Package) bool {
	return ImportsControllerRuntime(pkg) || slices.ContainsFunc(pkg.Imports(), func(p *types.Package) bool {
		path := Unvendored(p.Path())
		return under(path, []string{"k8s.io/client-go/kubernetes", "k8s.io/client-go/dynamic", "k8s.io/client-go/rest"}) ||
			slices.ContainsFunc(strings.Split(path, "/"), func(s string) bool { return s == "clientset" || s == "clientsets" || s == "versioned" })
	})
}

// IsGroupVersion reports whether t is a schema.GroupVersion.
func IsGroupVersion(t types.Type) bool {
	return TypeName(t) == "k8s.io/apimachinery/pkg/runtime/schema.GroupVersion"
}
