// Package subscriber writes the pods that it is given, and does not know whose they are.
package subscriber

import (
	corev1 "k8s.io/api/core/v1"

	"k8slint.test/cachemutate/registry/events"
)

type marker struct{ by string }

func (m *marker) mark(pod *corev1.Pod) { pod.Labels["marked"] = m.by }

func Start(s *events.Stream) events.Sink {
	m := &marker{by: "subscriber"}
	s.Subscribe(m.mark)
	s.Subscribe(func(pod *corev1.Pod) { pod.Annotations["seen"] = "true" })
	s.Subscribe(func(pod *corev1.Pod) { pod = pod.DeepCopy(); pod.Name = "copy" })
	s.SubscribeCopies(func(pod *corev1.Pod) { pod.Name = "copy" })
	return &sink{}
}

type sink struct{}

func (*sink) Put(pod *corev1.Pod)     { delete(pod.Labels, "marked") }
func (*sink) PutCopy(pod *corev1.Pod) { delete(pod.Labels, "copied") }
