// Package plugins has handlers for a framework that it does not import.
package plugins

import corev1 "k8s.io/api/core/v1"

// Labeler writes the pods that it admits.
type Labeler struct{}

func (*Labeler) Admit(pod *corev1.Pod) error {
	pod.Labels["admitted"] = "true"
	return nil
}

// Copier writes copies of them.
type Copier struct{}

func (*Copier) Admit(pod *corev1.Pod) error {
	pod = pod.DeepCopy()
	pod.Labels["admitted"] = "true"
	return nil
}

// Mark is a handler function.
func Mark(pod *corev1.Pod) { pod.Labels["marked"] = "true" }

// MarkCopy is one that does it right.
func MarkCopy(pod *corev1.Pod) { Mark(pod.DeepCopy()) }
