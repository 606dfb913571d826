package kube

import (
	"go/types"
	"slices"
	"strings"
)

// This file tells clients apart: which packages use one, and which part of an object a
// method of controller-runtime's client writes.

// ImportsAnyClient reports whether pkg itself imports controller-runtime, a generated
// clientset, or one of client-go's clients.
func ImportsAnyClient(pkg *types.Package) bool {
	return ImportsControllerRuntime(pkg) || slices.ContainsFunc(pkg.Imports(), func(p *types.Package) bool {
		path := Unvendored(p.Path())
		return under(path, []string{"k8s.io/client-go/kubernetes", "k8s.io/client-go/dynamic", "k8s.io/client-go/rest"}) ||
			slices.ContainsFunc(strings.Split(path, "/"), func(s string) bool { return s == "clientset" || s == "clientsets" || s == "versioned" })
	})
}

// A ClientWrite is the part of an object that a method writes.
type ClientWrite int

const (
	// WritesNothing: the method is no Update or Patch of controller-runtime's client.
	WritesNothing ClientWrite = iota
	// WritesObject: all that the endpoint of the object itself stores.
	WritesObject
	// WritesSubresource: what that of a subresource stores; which one, the method does
	// not say.
	WritesSubresource
)

var clientWrites = map[string]ClientWrite{
	"(" + clientPkg + ".Writer).Update":            WritesObject,
	"(" + clientPkg + ".Writer).Patch":             WritesObject,
	"(" + clientPkg + ".StatusWriter).Update":      WritesSubresource,
	"(" + clientPkg + ".StatusWriter).Patch":       WritesSubresource,
	"(" + clientPkg + ".SubResourceWriter).Update": WritesSubresource,
	"(" + clientPkg + ".SubResourceWriter).Patch":  WritesSubresource,
}

// ClientWriteOf is the part of its second argument that the method m writes.
func ClientWriteOf(m *types.Func) ClientWrite {
	if m.Name() != "Update" && m.Name() != "Patch" {
		return WritesNothing // the full name takes long to make
	}
	return clientWrites[Name(m)]
}

// IsStatusClient reports whether the method m of a client returns one that writes statuses.
func IsStatusClient(m *types.Func) bool {
	return m.Name() == "Status" && Name(m) == "("+clientPkg+".StatusClient).Status"
}

// IsGroupVersion reports whether t is a schema.GroupVersion.
func IsGroupVersion(t types.Type) bool {
	return TypeName(t) == "k8s.io/apimachinery/pkg/runtime/schema.GroupVersion"
}
