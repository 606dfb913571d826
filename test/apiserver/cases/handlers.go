package cases

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// OnDeleteLost returns a handler that calls gone with the name of each deleted Pod
// that the informer sees go. It has no mark: k8slint takes a comment in a handler that
// mentions tombstones for the author's word that they are ignored on purpose.
func OnDeleteLost(gone func(name string)) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				return
			}
			gone(pod.Name)
		},
	}
}

// OnDelete unwraps it.
func OnDelete(gone func(name string)) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = tombstone.Obj
			}
			if pod, ok := obj.(*corev1.Pod); ok {
				gone(pod.Name)
			}
		},
	}
}
