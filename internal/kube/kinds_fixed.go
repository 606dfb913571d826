package kube

import (
	"slices"
	"strings"
)

// fixed are the fields of built-in kinds that cannot be changed once an object exists: paths, or ends of
// paths (pkg/apis/*/validation of k8s.io/kubernetes 1.36.1).
var fixed = map[GroupKind][]string{
	{"", "PersistentVolume"}:      {"Spec"},
	{"", "PersistentVolumeClaim"}: {"Spec"},
	{"", "Pod"}:                   {"Spec"},
	{"", "Secret"}:                {"Type"},
	{"apps", "DaemonSet"}:         {"Spec.Selector"},
	{"apps", "Deployment"}:        {"Spec.Selector"},
	{"apps", "ReplicaSet"}:        {"Spec.Selector"},
	{"apps", "StatefulSet"}:       {"Spec.Selector", "Spec.ServiceName", "Spec.VolumeClaimTemplates", "Spec.PodManagementPolicy"},
	{"batch", "Job"}:              {"Spec"},
	{"rbac.authorization.k8s.io", "ClusterRoleBinding"}: {"RoleRef"},
	{"rbac.authorization.k8s.io", "RoleBinding"}:        {"RoleRef"},
	{"storage.k8s.io", "StorageClass"}:                  {"Provisioner", "Parameters", "ReclaimPolicy", "VolumeBindingMode"},
	{"scheduling.k8s.io", "PriorityClass"}:              {"Value", "PreemptionPolicy"},
}

// IsFixed reports whether what lies at path cannot be changed in objects of kind k that exist.
func IsFixed(k GroupKind, path string) bool {
	return slices.ContainsFunc(fixed[k], func(f string) bool { return path == f || strings.HasPrefix(path, f+".") })
}
