package kube

// A Generation says when the API server changes metadata.generation of the objects of a
// kind: whether the strategy of the kind in its registry does (pkg/registry of
// k8s.io/kubernetes). What no strategy sets stays 0, also when the object is deleted
// and waits for finalizers (registry/rest/delete.go of k8s.io/apiserver).
type Generation struct {
	// Never tells that no release changes it at an update.
	Never bool
	// Since is the release that does first, "" if all do that are supported.
	Since string
}

var (
	never  = Generation{Never: true}
	always = Generation{}
)

// generations are the kinds of which that is known. All custom resources have a
// generation.
var generations = map[GroupKind]Generation{
	{"", "ConfigMap"}:             never,
	{"", "Endpoints"}:             never,
	{"", "Event"}:                 never,
	{"", "LimitRange"}:            never,
	{"", "Namespace"}:             never,
	{"", "Node"}:                  never,
	{"", "PersistentVolume"}:      never,
	{"", "PersistentVolumeClaim"}: never,
	{"", "Pod"}:                   {Since: "1.33"}, // for the spec
	{"", "PodTemplate"}:           {Since: "1.22"},
	{"", "ReplicationController"}: always,
	{"", "ResourceQuota"}:         never,
	{"", "Secret"}:                never,
	{"", "Service"}:               never,
	{"", "ServiceAccount"}:        never,

	{"admissionregistration.k8s.io", "MutatingWebhookConfiguration"}:     always,
	{"admissionregistration.k8s.io", "ValidatingAdmissionPolicy"}:        always,
	{"admissionregistration.k8s.io", "ValidatingAdmissionPolicyBinding"}: always,
	{"admissionregistration.k8s.io", "ValidatingWebhookConfiguration"}:   always,

	{"apps", "ControllerRevision"}: never,
	{"apps", "DaemonSet"}:          always,
	{"apps", "Deployment"}:         always,
	{"apps", "ReplicaSet"}:         always,
	{"apps", "StatefulSet"}:        always,

	{"autoscaling", "HorizontalPodAutoscaler"}: never,

	{"batch", "CronJob"}: {Since: "1.22"},
	{"batch", "Job"}:     {Since: "1.22"},

	{"certificates.k8s.io", "CertificateSigningRequest"}: never,
	{"coordination.k8s.io", "Lease"}:                     never,
	{"discovery.k8s.io", "EndpointSlice"}:                always,

	{"flowcontrol.apiserver.k8s.io", "FlowSchema"}:                 always,
	{"flowcontrol.apiserver.k8s.io", "PriorityLevelConfiguration"}: always,

	{"networking.k8s.io", "Ingress"}:       always,
	{"networking.k8s.io", "IngressClass"}:  always,
	{"networking.k8s.io", "IPAddress"}:     never,
	{"networking.k8s.io", "NetworkPolicy"}: always,
	{"networking.k8s.io", "ServiceCIDR"}:   never,

	{"node.k8s.io", "RuntimeClass"}: never,

	{"policy", "PodDisruptionBudget"}: always,

	{"rbac.authorization.k8s.io", "ClusterRole"}:        never,
	{"rbac.authorization.k8s.io", "ClusterRoleBinding"}: never,
	{"rbac.authorization.k8s.io", "Role"}:               never,
	{"rbac.authorization.k8s.io", "RoleBinding"}:        never,

	{"resource.k8s.io", "DeviceClass"}:           always,
	{"resource.k8s.io", "ResourceClaim"}:         never,
	{"resource.k8s.io", "ResourceClaimTemplate"}: never,
	{"resource.k8s.io", "ResourceSlice"}:         always,

	// Its generation is 1 from its creation on.
	{"scheduling.k8s.io", "PriorityClass"}: never,

	{"storage.k8s.io", "CSIDriver"}:             {Since: "1.21"},
	{"storage.k8s.io", "CSINode"}:               never,
	{"storage.k8s.io", "CSIStorageCapacity"}:    never,
	{"storage.k8s.io", "StorageClass"}:          never,
	{"storage.k8s.io", "VolumeAttachment"}:      never,
	{"storage.k8s.io", "VolumeAttributesClass"}: never,
}

// NoGeneration reports whether no release of the API server changes the generation of
// objects of that kind when somebody updates them.
func NoGeneration(k GroupKind) bool { return generations[k].Never }
