// Package deep registers handlers through layers of helpers.
package deep

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

type controller struct{ names map[string]bool }

func (c *controller) setUp(informer cache.SharedIndexInformer) error {
	if err := first(informer, c.forget); err != nil {
		return err
	}
	return first(informer, c.forgetAny)
}

func (c *controller) forget(obj any) {
	pod := obj.(*corev1.Pod) // want `panics`
	delete(c.names, pod.Name)
}

func (c *controller) forgetAny(obj any) {
	if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = gone.Obj
	}
	if pod, ok := obj.(*corev1.Pod); ok {
		delete(c.names, pod.Name)
	}
}

func first(informer cache.SharedIndexInformer, onDelete func(any)) error {
	return second(informer, onDelete)
}

func second(informer cache.SharedIndexInformer, onDelete func(any)) error {
	return third(informer, onDelete)
}

func third(informer cache.SharedIndexInformer, onDelete func(any)) error {
	return fourth(informer, onDelete)
}

func fourth(informer cache.SharedIndexInformer, onDelete func(any)) error {
	return fifth(informer, onDelete)
}

func fifth(informer cache.SharedIndexInformer, onDelete func(any)) error {
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: onDelete})
	return err
}
