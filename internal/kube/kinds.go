package kube

import (
	"go/types"
	"slices"
	"strings"
)

// This file says what the API server does with objects of the kinds that it has built in.

// A GroupKind is a kind of the API of Kubernetes: {"apps", "Deployment"}, {"", "Pod"}.
type GroupKind struct{ Group, Kind string }

// groups are the API groups whose names are not those of their folders in k8s.io/api.
var groups = map[string]string{
	"core":                  "",
	"admissionregistration": "admissionregistration.k8s.io",
	"certificates":          "certificates.k8s.io",
	"coordination":          "coordination.k8s.io",
	"discovery":             "discovery.k8s.io",
	"events":                "events.k8s.io",
	"flowcontrol":           "flowcontrol.apiserver.k8s.io",
	"networking":            "networking.k8s.io",
	"node":                  "node.k8s.io",
	"rbac":                  "rbac.authorization.k8s.io",
	"resource":              "resource.k8s.io",
	"scheduling":            "scheduling.k8s.io",
	"storage":               "storage.k8s.io",
}

// KindOf is the built-in kind of which t, or what t points to, is the Go type; ok is false for other
// types.
func KindOf(t types.Type) (k GroupKind, ok bool) {
	rest, ok := strings.CutPrefix(TypeName(t), "k8s.io/api/")
	folder, rest, found := strings.Cut(rest, "/")
	_, kind, named := strings.Cut(rest, ".")
	if !ok || !found || !named {
		return GroupKind{}, false
	}
	group, ok := groups[folder]
	if !ok {
		group = folder
	}
	return GroupKind{group, kind}, true
}

// IsKindType reports whether t is the Go type of a kind: a struct that embeds TypeMeta and
// ObjectMeta.
func IsKindType(t types.Type) bool {
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	typeMeta, objectMeta := false, false
	for v := range s.Fields() {
		typeMeta = typeMeta || v.Embedded() && IsTypeMeta(v.Type())
		objectMeta = objectMeta || v.Embedded() && IsObjectMeta(v.Type())
	}
	return typeMeta && objectMeta
}

// IsAPIPackage reports whether the types of pkg are objects of an API and parts of them: it
// belongs to one of the modules of Kubernetes that declare them, declares a kind, or lies in a folder that has
// those of a program. It looks at all that pkg declares.
func IsAPIPackage(pkg *types.Package) bool {
	if under(Unvendored(pkg.Path()), []string{"k8s.io/api", "k8s.io/apimachinery/pkg/apis", "k8s.io/apiextensions-apiserver/pkg/apis", "k8s.io/kube-aggregator/pkg/apis"}) {
		return true
	}
	if !ReachesAPIMachinery(pkg) {
		return false
	}
	if slices.Contains(strings.Split(pkg.Path(), "/"), "apis") {
		return true
	}
	scope := pkg.Scope()
	return slices.ContainsFunc(scope.Names(), func(name string) bool {
		o, ok := scope.Lookup(name).(*types.TypeName)
		return ok && IsKindType(o.Type())
	})
}

// PodKind is the kind of Pods.
var PodKind = GroupKind{"", "Pod"}

// IsWorkload reports whether objects of kind k make Pods, or what makes Pods, and are their
// controllers.
func IsWorkload(k GroupKind) bool {
	switch k {
	case GroupKind{"apps", "DaemonSet"}, GroupKind{"apps", "Deployment"}, GroupKind{"apps", "ReplicaSet"}, GroupKind{"apps", "StatefulSet"},
		GroupKind{"batch", "CronJob"}, GroupKind{"batch", "Job"}:
		return true
	}
	return false
}
