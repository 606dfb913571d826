// Package marks has helpers that return the Pod that they mark, or a copy of it.
package marks

import corev1 "k8s.io/api/core/v1"

// Mark marks the Pod itself.
func Mark(pod *corev1.Pod) *corev1.Pod {
	pod.Labels["marked"] = "true"
	return pod
}

// Marked is a copy of the Pod, with the mark.
func Marked(pod *corev1.Pod) (*corev1.Pod, bool) {
	marked := pod.DeepCopy()
	if marked.Labels["marked"] == "true" {
		return marked, false
	}
	marked.Labels["marked"] = "true"
	return marked, true
}

// EnsureMarked is the Pod itself if it has the mark, or a copy with the mark.
func EnsureMarked(pod *corev1.Pod) *corev1.Pod {
	if pod.Labels["marked"] == "true" {
		return pod
	}
	marked, _ := Marked(pod)
	return marked
}
