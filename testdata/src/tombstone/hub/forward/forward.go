// Package forward calls the handlers that it is given with whatever the informer has.
package forward

import "k8s.io/client-go/tools/cache"

// Counted counts the events of the handler that it wraps.
type Counted struct {
	Events int
	inner  cache.ResourceEventHandler
}

// OnAdd implements cache.ResourceEventHandler.
func (c *Counted) OnAdd(obj any, initial bool) {
	c.Events++
	c.inner.OnAdd(obj, initial)
}

// OnUpdate implements cache.ResourceEventHandler.
func (c *Counted) OnUpdate(old, obj any) {
	c.Events++
	c.inner.OnUpdate(old, obj)
}

// OnDelete implements cache.ResourceEventHandler.
func (c *Counted) OnDelete(obj any) {
	c.Events++
	c.inner.OnDelete(obj)
}

// Watch registers the handler with the informer, behind a Counted.
func Watch(informer cache.SharedIndexInformer, handler cache.ResourceEventHandler) (*Counted, error) {
	c := &Counted{inner: handler}
	_, err := informer.AddEventHandler(c)
	return c, err
}

// Keys makes the keys of what is deleted.
func Keys(informer cache.SharedIndexInformer, each func(key string)) error {
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		if unknown, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			each(unknown.Key)
			return
		}
		if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil {
			each(key)
		}
	}})
	return err
}
