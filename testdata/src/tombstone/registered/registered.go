// Package registered has delete handlers that come to the informer by way of
// helpers, fields and variables.
package registered

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

type controller struct {
	informer cache.SharedIndexInformer
	gone     func(obj any)
	queue    sink
	known    map[string]bool
}

func (c *controller) forget(pod *corev1.Pod) { delete(c.known, pod.Name) }

// A helper registers what it is given.
func (c *controller) onDelete(handle func(obj any)) {
	c.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: handle})
}

func (c *controller) throughHelper() {
	c.onDelete(func(obj any) {
		c.forget(obj.(*corev1.Pod)) // want `the delete handler panics on a tombstone`
	})
}

// So does another, which is given one that expects the tombstone.
func (c *controller) onDeleteOrUnknown(handle func(obj any)) {
	c.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: handle})
}

func (c *controller) throughOther() {
	c.onDeleteOrUnknown(func(obj any) {
		if unknown, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			obj = unknown.Obj
		}
		if pod, ok := obj.(*corev1.Pod); ok {
			c.forget(pod)
		}
	})
}

// Each handler that a helper is given is one.
func (c *controller) onAnyDelete(handle func(obj any)) {
	c.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: handle})
}

func (c *controller) throughAny() {
	c.onAnyDelete(func(obj any) { c.forget(obj.(*corev1.Pod)) }) // want `the delete handler panics on a tombstone`
	c.onAnyDelete(func(obj any) {})
	c.onAnyDelete(c.deletedOrUnknown)
}

func (c *controller) deletedOrUnknown(obj any) {
	if unknown, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = unknown.Obj
	}
	if pod, ok := obj.(*corev1.Pod); ok {
		c.forget(pod)
	}
}

// A helper hands on to another what it is given, together with what is called
// for other events.
func (c *controller) onEvents(add, remove func(obj any)) {
	c.onOneDelete(remove)
	c.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: add})
}

func (c *controller) onOneDelete(handle func(obj any)) {
	c.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: handle})
}

func (c *controller) throughTwo() {
	c.onEvents(func(obj any) { c.forget(obj.(*corev1.Pod)) }, c.deletedOrUnknown)
	c.onEvents(c.deletedOrUnknown, func(obj any) {
		pod, ok := obj.(*corev1.Pod) // want `the delete handler misses a deletion`
		if !ok {
			return
		}
		c.forget(pod)
	})
}

// One of two, as a flag says: it may be neither.
func (c *controller) onSomeDelete(handle func(obj any), quiet bool) {
	if quiet {
		handle = c.deletedOrUnknown
	}
	c.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: handle})
}

func (c *controller) throughSome() {
	c.onSomeDelete(func(obj any) { c.forget(obj.(*corev1.Pod)) }, true)
}

// A field holds the handler.
func (c *controller) throughField() {
	c.gone = c.deleted
	c.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.gone})
}

func (c *controller) deleted(obj any) {
	c.forget(obj.(*corev1.Pod)) // want `the delete handler panics on a tombstone`
}

// A method value is called with the object.
func (c *controller) throughMethodValue() {
	drop := c.drop
	c.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) { drop(obj) }})
}

func (c *controller) drop(obj any) {
	c.forget(obj.(*corev1.Pod)) // want `the delete handler panics on a tombstone`
}

// An interface of the package takes the object.
type sink interface{ take(obj any) }

type careful struct{}

func (careful) take(obj any) {
	if unknown, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = unknown.Obj
	}
	_ = obj
}

func (c *controller) throughInterface() {
	c.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		c.queue.take(obj)
		if pod, ok := obj.(*corev1.Pod); ok {
			c.forget(pod)
		}
	}})
}

// A variable that a literal shares is put back where it came from.
func (c *controller) putBack(later func(func())) {
	c.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		later(func() { _ = obj })
		same := obj
		obj = same
		c.forget(obj.(*corev1.Pod)) // want `the delete handler panics on a tombstone`
	}})
}
