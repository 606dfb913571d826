// Package stored asks its conditions in variables.
package stored

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

// Names are the pods that there are.
type Names struct{ all map[string]bool }

// Watch registers handlers.
func (n *Names) Watch(informer cache.SharedIndexInformer) error {
	for _, f := range []func(obj any){n.foreign, n.unwrapped} {
		if _, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: f}); err != nil {
			return err
		}
	}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: n.deleted})
	return err
}

func (n *Names) deleted(obj any) {
	pod, ok := obj.(*corev1.Pod) // want `the delete handler misses a deletion`
	other := !ok
	if other {
		klog.Errorf("unexpected object %T", obj)
		return
	}
	delete(n.all, pod.Name)
}

func (n *Names) foreign(obj any) {
	tombstone, gone := obj.(cache.DeletedFinalStateUnknown)
	plain := !gone
	if !plain {
		obj = tombstone.Obj
	}
	pod, ok := obj.(*corev1.Pod)
	other := !ok
	if other {
		return
	}
	delete(n.all, pod.Name)
}

func (n *Names) unwrapped(obj any) {
	tombstone, gone := obj.(cache.DeletedFinalStateUnknown)
	if gone {
		obj = tombstone.Obj
	}
	if pod, ok := obj.(*corev1.Pod); ok {
		delete(n.all, pod.Name)
	}
}
