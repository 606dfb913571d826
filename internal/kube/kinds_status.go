package kube

import (
	"go/types"
	"slices"
	"strings"
)

// A StatusEndpoint says what the API server does with the status of objects of a built-in
// kind that has a status subresource. The strategies of the kind in its registry
// (pkg/registry of k8s.io/kubernetes) put back what is not to be stored: a write of the
// object itself does not store its status, and a write of the status, through the
// endpoint /status, does not store its spec.
type StatusEndpoint struct {
	// resets are the fields of ObjectMeta that a write of the status does not store.
	resets []string
	// resetsSince is the first release that resets them, "" if all do that have the kind.
	resetsSince string
	// Since is the first release, as 1.36, in which a write of the object itself does not
	// store the status; "" if none does that has the kind and its status.
	Since string
	// Created tells that a create stores the status.
	Created bool
}

// Stores reports whether a write of the status stores the field of ObjectMeta, one of
// MetadataFields.
func (s StatusEndpoint) Stores(field string) bool { return !slices.Contains(s.resets, field) }

// MetadataFields are the fields of ObjectMeta of which StatusEndpoint.Stores knows.
var MetadataFields = []string{"Annotations", "Finalizers", "Labels", "OwnerReferences"}

var (
	keepsMetadata  = StatusEndpoint{}
	resetsMetadata = StatusEndpoint{resets: MetadataFields}
)

// statusEndpoints are the built-in kinds with a status subresource. Those of generations
// that are not here have none. (NetworkPolicy had one in 1.24 to 1.27, an alpha whose field
// its Go type has lost.)
var statusEndpoints = map[GroupKind]StatusEndpoint{
	{"", "Namespace"}:             keepsMetadata,
	{"", "Node"}:                  {Created: true},
	{"", "PersistentVolume"}:      keepsMetadata,
	{"", "PersistentVolumeClaim"}: keepsMetadata,
	{"", "Pod"}:                   {resets: []string{"OwnerReferences"}},
	{"", "ReplicationController"}: keepsMetadata,
	{"", "ResourceQuota"}:         keepsMetadata,
	{"", "Service"}:               keepsMetadata,

	{"admissionregistration.k8s.io", "ValidatingAdmissionPolicy"}: resetsMetadata,

	{"apps", "DaemonSet"}:   keepsMetadata,
	{"apps", "Deployment"}:  {resets: []string{"Labels"}},
	{"apps", "ReplicaSet"}:  keepsMetadata,
	{"apps", "StatefulSet"}: keepsMetadata,

	{"autoscaling", "HorizontalPodAutoscaler"}: keepsMetadata,

	{"batch", "CronJob"}: keepsMetadata,
	{"batch", "Job"}:     keepsMetadata,

	{"certificates.k8s.io", "CertificateSigningRequest"}: keepsMetadata,
	{"certificates.k8s.io", "PodCertificateRequest"}:     resetsMetadata,

	{"flowcontrol.apiserver.k8s.io", "FlowSchema"}:                 resetsMetadata,
	{"flowcontrol.apiserver.k8s.io", "PriorityLevelConfiguration"}: resetsMetadata,

	{"networking.k8s.io", "Ingress"}: keepsMetadata,
	// By the feature gate ServiceCIDRStatusFieldWiping, which can be turned off.
	{"networking.k8s.io", "ServiceCIDR"}: {resets: MetadataFields, Since: "1.36"},

	{"policy", "PodDisruptionBudget"}: keepsMetadata,

	{"resource.k8s.io", "DeviceTaintRule"}: resetsMetadata,
	// An alpha of 1.29 and before stores them.
	{"resource.k8s.io", "ResourceClaim"}: {resets: MetadataFields, resetsSince: "1.30"},

	{"storage.k8s.io", "VolumeAttachment"}: resetsMetadata,
}

// StatusOf is the status endpoint of the built-in kind k. If known is true and s is nil, k
// has none, and a write of the object itself stores all of it; if known is false, nothing
// is known of k.
func StatusOf(k GroupKind) (s *StatusEndpoint, known bool) {
	if e, ok := statusEndpoints[k]; ok {
		return &e, true
	}
	_, known = generations[k]
	return nil, known
}

// IsApproval reports whether the field at path of an object of type t has the conditions of a certificate request:
// only its endpoint approval stores those that approve or deny it.
func IsApproval(t types.Type, path string) bool {
	k, ok := KindOf(t)
	return ok && k == GroupKind{"certificates.k8s.io", "CertificateSigningRequest"} && strings.HasPrefix(path, StatusField+".Conditions")
}
