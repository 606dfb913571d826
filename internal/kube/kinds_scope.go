package kube

// clusterScoped are the built-in kinds whose objects are in no namespace.
var clusterScoped = map[GroupKind]bool{
	{"", "Namespace"}:        true,
	{"", "Node"}:             true,
	{"", "PersistentVolume"}: true,

	{"admissionregistration.k8s.io", "MutatingWebhookConfiguration"}:     true,
	{"admissionregistration.k8s.io", "ValidatingAdmissionPolicy"}:        true,
	{"admissionregistration.k8s.io", "ValidatingAdmissionPolicyBinding"}: true,
	{"admissionregistration.k8s.io", "ValidatingWebhookConfiguration"}:   true,

	{"certificates.k8s.io", "CertificateSigningRequest"}: true,

	{"flowcontrol.apiserver.k8s.io", "FlowSchema"}:                 true,
	{"flowcontrol.apiserver.k8s.io", "PriorityLevelConfiguration"}: true,

	{"networking.k8s.io", "IngressClass"}: true,
	{"networking.k8s.io", "IPAddress"}:    true,
	{"networking.k8s.io", "ServiceCIDR"}:  true,

	{"node.k8s.io", "RuntimeClass"}: true,

	{"rbac.authorization.k8s.io", "ClusterRole"}:        true,
	{"rbac.authorization.k8s.io", "ClusterRoleBinding"}: true,

	{"resource.k8s.io", "DeviceClass"}:   true,
	{"resource.k8s.io", "ResourceSlice"}: true,

	{"scheduling.k8s.io", "PriorityClass"}: true,

	{"storage.k8s.io", "CSIDriver"}:             true,
	{"storage.k8s.io", "CSINode"}:               true,
	{"storage.k8s.io", "StorageClass"}:          true,
	{"storage.k8s.io", "VolumeAttachment"}:      true,
	{"storage.k8s.io", "VolumeAttributesClass"}: true,
}

// ClusterScoped reports whether k is a built-in kind whose objects are in no namespace.
func ClusterScoped(k GroupKind) bool { return clusterScoped[k] }

// Namespaced reports whether k is a built-in kind of which it is known that its objects are in
// namespaces.
func Namespaced(k GroupKind) bool {
	_, known := generations[k]
	return known && !clusterScoped[k]
}
