// Package keys has handlers that need no more of a deleted object than its key.
package keys

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"
)

type controller struct {
	queue    workqueue.TypedRateLimitingInterface[string]
	informer cache.SharedIndexInformer
	dirty    bool
}

// What speaks of tombstones inside of a handler silences it; so the comments that
// tell what is wanted here do not.
//
// A tombstone has no metadata, so that no key can be made of it.
func (c *controller) inPlace() {
	c.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil {
				c.queue.Add(key)
			}
		},
		DeleteFunc: func(obj any) {
			if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil { // want `the delete handler misses a deletion that comes as .*: cache.MetaNamespaceKeyFunc returns an error for it; use cache.DeletionHandlingMetaNamespaceKeyFunc`
				c.queue.Add(key)
			}
		},
	})
}

// One method for all events.
func (c *controller) enqueue(obj any) {
	key, err := cache.MetaNamespaceKeyFunc(obj) // want `the delete handler misses a deletion`
	if err != nil {
		utilruntime.HandleError(fmt.Errorf("no key for %#v: %w", obj, err))
		return
	}
	c.queue.AddRateLimited(key)
}

func (c *controller) all() {
	c.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    c.enqueue,
		UpdateFunc: func(_, obj any) { c.enqueue(obj) },
		DeleteFunc: c.enqueue,
	})
}

// The metadata is not to be had either.
func (c *controller) metadata() {
	c.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			o, err := meta.Accessor(obj) // want `misses a deletion that comes as .*: meta.Accessor returns an error for it; unwrap it first`
			if err != nil {
				klog.Error(err)
				return
			}
			c.queue.Add(o.GetNamespace() + "/" + o.GetName())
		},
	})
}

// This key is made of tombstones too.
func (c *controller) handling() {
	c.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: c.added,
		DeleteFunc: func(obj any) {
			key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
			if err != nil {
				return
			}
			c.queue.Add(key)
		},
	})
}

func (c *controller) added(obj any) {
	key, err := cache.MetaNamespaceKeyFunc(obj)
	if err != nil {
		return
	}
	c.queue.Add(key)
}

// It is unwrapped before.
func (c *controller) unwrapped() {
	c.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if unknown, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = unknown.Obj
			}
			if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil {
				c.queue.Add(key)
			}
		},
	})
}

// What has no key has another one.
func (c *controller) second() {
	c.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			key, err := cache.MetaNamespaceKeyFunc(obj)
			if err != nil {
				key, err = cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
			}
			if err == nil {
				c.queue.Add(key)
			}
		},
	})
}

// What has no key makes everything be looked at.
func (c *controller) everything() {
	c.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			key, err := cache.MetaNamespaceKeyFunc(obj)
			if err != nil {
				c.queue.Add("*")
				return
			}
			c.queue.Add(key)
		},
	})
}

func (c *controller) marks() {
	c.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			key, err := cache.MetaNamespaceKeyFunc(obj)
			if err != nil {
				c.dirty = true
				return
			}
			c.queue.Add(key)
		},
	})
}

// The caller is told, who knows what to do.
func (c *controller) told() {
	c.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if err := c.add(obj); err != nil {
				c.queue.Add("*")
			}
		},
	})
}

func (c *controller) add(obj any) error {
	key, err := cache.MetaNamespaceKeyFunc(obj)
	if err != nil {
		return err
	}
	c.queue.Add(key)
	return nil
}

// Nothing but a log line is lost.
func (c *controller) logged() {
	c.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil {
				klog.Infof("deleted %s", key)
			}
		},
	})
}

// A remark silences nothing.
func (c *controller) meant() {
	c.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			// Tombstones are left to the resync.
			if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil { // want `misses a deletion that comes as a tombstone`
				c.queue.Add(key)
			}
		},
	})
}

// Another key is made of the object in any case.
func (c *controller) both(other func(obj any)) {
	c.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			other(obj)
			if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil {
				c.queue.Add(key)
			}
		},
	})
}

// A helper knows several kinds, and tombstones are none of them.
func (c *controller) kinds() {
	c.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			name := nameOf(obj)
			if name == "" {
				return
			}
			c.queue.Add(name)
		},
	})
}

func nameOf(obj any) string {
	switch o := obj.(type) {
	case *corev1.Pod: // want `the delete handler misses a deletion .* not a \*\w*v1.Pod`
		return "pod/" + o.Name
	case *corev1.Node:
		return "node/" + o.Name
	default:
		klog.Errorf("unexpected object %T", obj)
		return ""
	}
}

// This one does.
func (c *controller) kindsOrUnknown() {
	c.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) { c.queue.Add(nameOrKey(obj)) },
	})
}

func nameOrKey(obj any) string {
	switch o := obj.(type) {
	case *corev1.Pod:
		return "pod/" + o.Name
	case *corev1.Node:
		return "node/" + o.Name
	case cache.DeletedFinalStateUnknown:
		return o.Key
	default:
		return ""
	}
}

// So does what anything is, and what is done with anything.
func (c *controller) anything() {
	c.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			switch o := obj.(type) {
			case *corev1.Pod:
				c.queue.Add(o.Name)
			case *corev1.Node:
				c.queue.Add(o.Name)
			default:
				c.queue.Add("*")
			}
		},
	})
}

// dropped adds the empty key.
func (c *controller) dropped() {
	c.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			key, _ := cache.MetaNamespaceKeyFunc(obj) // want `the delete handler misses a deletion`
			c.queue.Add(key)
		},
	})
	c.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			key, _ := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
			c.queue.Add(key)
		},
	})
	c.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			key, _ := cache.MetaNamespaceKeyFunc(obj)
			klog.Infof("deleted: %s", key)
			c.dirty = true
		},
	})
}
