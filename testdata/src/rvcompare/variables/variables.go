// Package variables compares resourceVersions that it has read before, and
// neither watches nor names a version in the comparison itself.
package variables

import corev1 "k8s.io/api/core/v1"

// Newer reports whether the kubelet's pod is newer than the cached one.
func Newer(kubelet, cached *corev1.Pod) bool {
	x, y := kubelet.ResourceVersion, cached.ResourceVersion
	return x > y // want `resourceVersions are compared as strings`
}

// Changed only needs to know whether they differ.
func Changed(kubelet, cached *corev1.Pod) bool {
	x, y := kubelet.ResourceVersion, cached.ResourceVersion
	return x != y
}

// Before orders pods by name.
func Before(a, b *corev1.Pod) bool {
	x, y := a.Name, b.Name
	return x < y
}
