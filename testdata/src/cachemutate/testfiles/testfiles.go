// Package testfiles has tests that write to the cache. They are left out, and so
// is what they would tell of the functions that they call.
package testfiles

import corev1 "k8s.io/api/core/v1"

func label(pod *corev1.Pod) {
	pod.Labels["a"] = "b"
}
