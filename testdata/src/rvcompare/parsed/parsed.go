// Package parsed parses resourceVersions before it compares them.
package parsed

import (
	"strconv"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/resourceversion"
)

// Newer reports whether the kubelet's pod is newer than the cached one.
func Newer(kubelet, cached *corev1.Pod) bool {
	x, err := strconv.ParseUint(kubelet.GetResourceVersion(), 10, 64)
	if err != nil {
		return false
	}
	y, err := strconv.ParseUint(cached.GetResourceVersion(), 10, 64)
	if err != nil {
		return false
	}
	return x > y // want `resourceVersions are parsed and compared by hand`
}

// Library leaves that to the library.
func Library(kubelet, cached *corev1.Pod) bool {
	order, err := resourceversion.CompareResourceVersion(kubelet.ResourceVersion, cached.ResourceVersion)
	return err == nil && order > 0
}

// Replicas compares numbers that are no versions.
func Replicas(pod *corev1.Pod, want int) bool {
	n, err := strconv.Atoi(pod.Annotations["example.com/replicas"])
	return err == nil && n > want
}
