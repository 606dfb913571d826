// Package wraps has handlers that give what they get to another handler.
package wraps

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/tools/cache"
)

// A kinded handler tells another one the kind of each object.
type kinded struct {
	next cache.ResourceEventHandler
	gvk  schema.GroupVersionKind
}

// withKind is a copy of an object with its kind, and all else as it is.
func (k kinded) withKind(obj any) any {
	if o, ok := obj.(runtime.Object); ok {
		o = o.DeepCopyObject()
		o.GetObjectKind().SetGroupVersionKind(k.gvk)
		return o
	}
	return obj
}

func (k kinded) OnAdd(obj any, initial bool) { k.next.OnAdd(k.withKind(obj), initial) }
func (k kinded) OnUpdate(old, obj any)       { k.next.OnUpdate(k.withKind(old), k.withKind(obj)) }
func (k kinded) OnDelete(obj any)            { k.next.OnDelete(k.withKind(obj)) }

// A labelled handler tells another one of the Pods with a label only.
type labelled struct {
	next cache.ResourceEventHandler
	key  string
}

// withLabel is a Pod that has the label.
func (l labelled) withLabel(obj any) any {
	if pod, ok := obj.(*corev1.Pod); ok && pod.Labels[l.key] != "" { // want `misses a deletion that comes as a tombstone`
		return pod
	}
	return nil
}

func (l labelled) OnAdd(obj any, initial bool) {
	if pod := l.withLabel(obj); pod != nil {
		l.next.OnAdd(pod, initial)
	}
}

func (l labelled) OnUpdate(_, obj any) {
	if pod := l.withLabel(obj); pod != nil {
		l.next.OnUpdate(pod, pod)
	}
}

func (l labelled) OnDelete(obj any) {
	if pod := l.withLabel(obj); pod != nil {
		l.next.OnDelete(pod)
	}
}

// Watch registers both in front of next.
func Watch(informer cache.SharedIndexInformer, next cache.ResourceEventHandler) error {
	if _, err := informer.AddEventHandler(kinded{next, corev1.SchemeGroupVersion.WithKind("Pod")}); err != nil {
		return err
	}
	_, err := informer.AddEventHandler(labelled{next, "app"})
	return err
}
