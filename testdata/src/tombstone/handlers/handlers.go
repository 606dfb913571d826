// Package handlers handles deletions of objects, as informers tell them.
package handlers

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"
)

// Controller keeps names of pods.
type Controller struct {
	names map[string]bool
	queue workqueue.TypedRateLimitingInterface[string]
}

// Plain asserts.
func (c *Controller) Plain() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			c.names[obj.(*corev1.Pod).Name] = true
		},
		DeleteFunc: func(obj any) {
			delete(c.names, obj.(*corev1.Pod).Name) // want `the delete handler panics on a tombstone: after a broken watch it gets a cache.DeletedFinalStateUnknown, not a \*\w*v1.Pod`
		},
	}
}

// Method hands on a method that gives up.
func (c *Controller) Method() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{DeleteFunc: c.onDelete}
}

func (c *Controller) onDelete(obj any) {
	pod, ok := obj.(*corev1.Pod) // want `the delete handler misses a deletion`
	if !ok {
		klog.Errorf("unexpected object %T", obj)
		return
	}
	delete(c.names, pod.Name)
}

// Helper hands the object to a function that asserts.
func (c *Controller) Helper() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) { c.forget(obj) },
	}
}

func (c *Controller) forget(obj any) {
	pod := obj.(*corev1.Pod) // want `panics on a tombstone`
	delete(c.names, pod.Name)
}

// Unwraps expects the tombstone.
func (c *Controller) Unwraps() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = tombstone.Obj
			}
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				return
			}
			delete(c.names, pod.Name)
		},
	}
}

// Switch has a case for it.
func (c *Controller) Switch() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			switch o := obj.(type) {
			case *corev1.Pod:
				delete(c.names, o.Name)
			case cache.DeletedFinalStateUnknown:
				delete(c.names, o.Key)
			}
		},
	}
}

// Key only needs the key.
func (c *Controller) Key() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err == nil {
				c.queue.Add(key)
			}
		},
	}
}

// Falls goes another way when it is no pod.
func (c *Controller) Falls() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if pod, ok := obj.(*corev1.Pod); ok {
				delete(c.names, pod.Name)
				return
			}
			if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err == nil {
				delete(c.names, key)
			}
		},
	}
}

// Filter is asked about tombstones too.
func (c *Controller) Filter(next cache.ResourceEventHandler) cache.ResourceEventHandler {
	return cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			return obj.(*corev1.Pod).Spec.NodeName != "" // want `the filter function panics on a tombstone`
		},
		Handler: next,
	}
}

// Ignored says in a comment for k8slint that it means it.
func (c *Controller) Ignored() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			pod, ok := obj.(*corev1.Pod) //nolint:tombstone // the next resync will tell
			if !ok {
				return
			}
			delete(c.names, pod.Name)
		},
	}
}

// Postponed speaks of tombstones, which unwraps none.
func (c *Controller) Postponed() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			// TODO: handle a tombstone (DeletedFinalStateUnknown) here.
			pod, ok := obj.(*corev1.Pod) // want `misses a deletion that comes as a tombstone`
			if !ok {
				return
			}
			delete(c.names, pod.Name)
		},
	}
}

// Filtered never gets a tombstone: the filter lets pods through only.
func (c *Controller) Filtered() cache.ResourceEventHandler {
	return cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			pod, ok := obj.(*corev1.Pod)
			return ok && pod.Spec.NodeName != ""
		},
		Handler: cache.ResourceEventHandlerFuncs{
			DeleteFunc: func(obj any) {
				delete(c.names, obj.(*corev1.Pod).Name)
			},
		},
	}
}

// Own is an event handler of its own.
type Own struct{ c *Controller }

// OnAdd implements cache.ResourceEventHandler.
func (o *Own) OnAdd(obj any, _ bool) { o.c.names[obj.(*corev1.Pod).Name] = true }

// OnUpdate implements cache.ResourceEventHandler.
func (o *Own) OnUpdate(_, obj any) { o.c.names[obj.(*corev1.Pod).Name] = true }

// OnDelete implements cache.ResourceEventHandler.
func (o *Own) OnDelete(obj any) {
	delete(o.c.names, obj.(*corev1.Pod).Name) // want `the OnDelete method panics on a tombstone`
}

// Selected asks for the object's labels first: a tombstone has none, so that the
// handler returns with the error before it can panic.
func (c *Controller) Selected(selector labels.Selector) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if ok, err := selected(selector, obj); err != nil || !ok {
				return
			}
			delete(c.names, obj.(*corev1.Pod).Name)
		},
	}
}

func selected(selector labels.Selector, obj any) (bool, error) {
	o, err := meta.Accessor(obj) // want `the delete handler misses a deletion that comes as .*: meta.Accessor returns an error for it; unwrap it first`
	if err != nil {
		return false, err
	}
	return selector.Matches(labels.Set(o.GetLabels())), nil
}

// One literal serves all events; that another one calls it keeps it in a
// variable.
func shareLiteral(informer cache.SharedIndexInformer) {
	handle := func(obj interface{}) {
		pod := obj.(*corev1.Pod) // want `the delete handler panics on a tombstone`
		println(pod.Name)
	}
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    handle,
		UpdateFunc: func(_, obj interface{}) { handle(obj) },
		DeleteFunc: handle,
	})
}

func callLiteral(informer cache.SharedIndexInformer, events chan string) {
	send := func(obj interface{}, what string) {
		node, ok := obj.(*corev1.Node) // want `the delete handler misses a deletion`
		if !ok {
			klog.Errorf("unexpected object %T", obj)
			return
		}
		events <- what + node.Name
	}
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj interface{}) { send(obj, "add") },
		DeleteFunc: func(obj interface{}) { send(obj, "delete") },
	})
}

func callUnwrapping(informer cache.SharedIndexInformer, events chan string) {
	send := func(obj interface{}, what string) {
		if t, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			obj = t.Obj
		}
		node, ok := obj.(*corev1.Node)
		if !ok {
			return
		}
		events <- what + node.Name
	}
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj interface{}) { send(obj, "delete") },
	})
}

// Which literal it is depends.
func eitherLiteral(informer cache.SharedIndexInformer, quiet bool) {
	handle := func(obj interface{}) { println(obj.(*corev1.Pod).Name) }
	if quiet {
		handle = func(obj interface{}) {}
	}
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj interface{}) { handle(obj) },
		DeleteFunc: handle,
	})
}
