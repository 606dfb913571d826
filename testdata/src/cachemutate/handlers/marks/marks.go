// Package marks has handlers that other packages register.
package marks

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Writer writes the pods that it is given.
type Writer struct{ last string }

func (w *Writer) OnAdd(obj interface{}, _ bool) {
	pod := obj.(*corev1.Pod)
	w.last = pod.Name
	pod.Labels["seen"] = "true"
}
func (w *Writer) OnUpdate(_, obj interface{}) {}
func (w *Writer) OnDelete(obj interface{})    {}

// Reader only looks.
type Reader struct{ last string }

func (r *Reader) OnAdd(obj interface{}, _ bool) { r.last = obj.(*corev1.Pod).Name }
func (r *Reader) OnUpdate(_, obj interface{}) {
	pod := obj.(*corev1.Pod).DeepCopy()
	pod.Labels["seen"] = "true"
}
func (r *Reader) OnDelete(obj interface{}) {}

// Mark is a handler function.
func Mark(obj interface{}) { obj.(*corev1.Pod).Labels["marked"] = "true" }

// MarkCopy is one that does it right.
func MarkCopy(obj interface{}) { obj.(*corev1.Pod).DeepCopy().Labels["marked"] = "true" }

// Clear is one of a type.
func (w *Writer) Clear(_, obj interface{}) { obj.(*corev1.Pod).Labels = nil }

// Declared says of itself that it is a handler: whoever registers it is not
// seen here.
type Declared struct{}

var _ cache.ResourceEventHandler = &Declared{}

func (Declared) OnAdd(obj interface{}, _ bool) {
	obj.(*corev1.Pod).Labels["seen"] = "true" // want `mutates a cached object`
}
func (Declared) OnUpdate(_, obj interface{}) {}
func (Declared) OnDelete(obj interface{})    {}
