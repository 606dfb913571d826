// Package use gives its handlers to the helpers of another package.
package use

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"

	"k8slint.test/tombstone/helpers/lib"
)

// Controller has a queue.
type Controller struct {
	queue workqueue.TypedRateLimitingInterface[string]
}

// Start registers the controller's handlers.
func (c *Controller) Start(inf cache.SharedInformer) {
	inf.AddEventHandler(lib.HandleAll(func(obj any) {
		if pod, ok := obj.(*corev1.Pod); ok { // want `the delete handler misses a deletion that`
			c.queue.Add(pod.Name)
		}
	}))
	inf.AddEventHandler(lib.HandleAll(c.enqueue))
	inf.AddEventHandler(all(func(obj any) {
		pod := obj.(*corev1.Pod) // want `the delete handler panics on a tombstone`
		c.queue.Add(pod.Name)
	}))
}

// StartLater registers a handler with a helper of its own.
func (c *Controller) StartLater(inf cache.SharedInformer) {
	add(inf, lib.HandleAll(func(obj any) {
		c.queue.Add(obj.(*corev1.Pod).Name) // want `the delete handler panics on a tombstone`
	}))
}

func add(inf cache.SharedInformer, h cache.ResourceEventHandler) { inf.AddEventHandler(h) }

func (c *Controller) enqueue(obj any) {
	pod := obj.(*corev1.Pod) // want `the delete handler panics on a tombstone`
	c.queue.Add(pod.Name)
}

// all is a helper of the package that asks the other one.
func all(h func(any)) cache.ResourceEventHandler { return lib.HandleAll(h) }

// Register has its handler registered.
func (c *Controller) Register(r *lib.Registrar) error {
	return r.OnDelete(func(obj any) {
		c.queue.Add(obj.(*corev1.Pod).Name) // want `the delete handler panics on a tombstone`
	})
}

// Both registers a handler in passing, and one of options that somebody may unwrap for.
func (c *Controller) Both(inf cache.SharedInformer, o *lib.Options) {
	lib.Register(inf, func(obj any) {
		c.queue.Add(obj.(*corev1.Pod).Name) // want `the delete handler panics on a tombstone`
	})
	o.OnDelete(func(obj any) { c.queue.Add(obj.(*corev1.Pod).Name) })
}

// Safe has handlers that no tombstone gets to, and one that expects it.
func (c *Controller) Safe(inf cache.SharedInformer) {
	inf.AddEventHandler(lib.Unwrapped(func(obj any) { c.queue.Add(obj.(*corev1.Pod).Name) }))
	inf.AddEventHandler(lib.PodsOnly(func(obj any) { c.queue.Add(obj.(*corev1.Pod).Name) }))
	inf.AddEventHandler(lib.Created(func(obj any) { c.queue.Add(obj.(*corev1.Pod).Name) }))
	inf.AddEventHandler(lib.HandleAll(func(obj any) {
		if unknown, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			obj = unknown.Obj
		}
		if pod, ok := obj.(*corev1.Pod); ok {
			c.queue.Add(pod.Name)
		}
	}))
	inf.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: lib.IsPod(),
		Handler:    lib.HandleAll(func(obj any) { c.queue.Add(obj.(*corev1.Pod).Name) }),
	})
	inf.AddEventHandler(lib.Filtered(lib.IsPod(), func(obj any) { c.queue.Add(obj.(*corev1.Pod).Name) }))
	inf.AddEventHandler(lib.Around(func(obj any) { c.queue.Add(obj.(*corev1.Pod).Name) }))
	inf.AddEventHandler(lib.Unwrapping(lib.HandleAll(func(obj any) { c.queue.Add(obj.(*corev1.Pod).Name) })))
	pods := all(func(obj any) { c.queue.Add(obj.(*corev1.Pod).Name) })
	inf.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: lib.IsPod(), Handler: pods})
}

// Elsewhere the handler is called by another one.
func (c *Controller) Elsewhere(inf cache.SharedInformer) {
	inf.AddEventHandler(lib.Recovered(func(obj any) { c.queue.Add(obj.(*corev1.Pod).Name) }))
}

// Filter is asked for tombstones as well.
func Filter(inf cache.SharedInformer, h func(any)) {
	inf.AddEventHandler(lib.Filtered(func(obj any) bool {
		return obj.(*corev1.Pod).Spec.NodeName != "" // want `the filter function panics on a tombstone`
	}, h))
}
