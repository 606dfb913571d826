// Package again has delete handlers that recognize the tombstone and then may assert
// it again, in place of the object in it.
package again

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"
)

// Routes queues the names of routes.
type Routes struct {
	queue workqueue.TypedInterface[string]
	names map[string]bool
}

// Watch registers a handler for each of the ways.
func (r *Routes) Watch(informer cache.SharedIndexInformer) error {
	for _, h := range []cache.ResourceEventHandlerFuncs{
		{DeleteFunc: r.asserted},
		{DeleteFunc: r.unwrapped},
		{DeleteFunc: r.keyed},
		{DeleteFunc: r.helped},
		{DeleteFunc: r.logged},
		{DeleteFunc: r.ticked},
		{DeleteFunc: r.assignedObj},
		{DeleteFunc: r.sorted},
	} {
		if _, err := informer.AddEventHandler(h); err != nil {
			return err
		}
	}
	return nil
}

// asserted panics.
func (r *Routes) asserted(obj any) {
	switch obj.(type) {
	case *corev1.Service:
		r.queue.Add(obj.(*corev1.Service).Name)
	case cache.DeletedFinalStateUnknown:
		r.queue.Add(obj.(*corev1.Service).Name) // want `panics on a tombstone`
	}
}

// unwrapped asserts what is in it.
func (r *Routes) unwrapped(obj any) {
	route, ok := obj.(*corev1.Service)
	if !ok {
		deleted, ok := obj.(cache.DeletedFinalStateUnknown)
		if !ok {
			return
		}
		if route, ok = deleted.Obj.(*corev1.Service); !ok {
			return
		}
	}
	r.queue.Add(route.Name)
}

// keyed takes the key where the object is missing, after one assertion too many.
func (r *Routes) keyed(obj any) {
	if deleted, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		if route, ok := obj.(*corev1.Service); ok {
			r.queue.Add(route.Name)
			return
		}
		r.queue.Add(deleted.Key)
		return
	}
	r.queue.Add(obj.(*corev1.Service).Name)
}

// helped hands the tombstone on, after one assertion too many.
func (r *Routes) helped(obj any) {
	if deleted, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		if route, ok := obj.(*corev1.Service); ok {
			r.queue.Add(route.Name)
		}
		r.forget(&deleted)
	}
}

func (r *Routes) forget(deleted *cache.DeletedFinalStateUnknown) { delete(r.names, deleted.Key) }

// logged has nothing to lose but a line in the log.
func (r *Routes) logged(obj any) {
	route, ok := obj.(*corev1.Service)
	if !ok {
		return
	}
	klog.V(4).InfoS("deleted", "route", klog.KObj(route))
}

// ticked does more than that.
func (r *Routes) ticked(obj any) {
	route, ok := obj.(*corev1.Service) // want `misses a deletion`
	if !ok {
		return
	}
	klog.V(4).InfoS("deleted", "route", klog.KObj(route))
	r.names[route.Name] = false
}

// assignedObj does it right.
func (r *Routes) assignedObj(obj any) {
	if deleted, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = deleted.Obj
	}
	route, ok := obj.(*corev1.Service)
	if !ok {
		klog.Errorf("unexpected object %T", obj)
		return
	}
	r.queue.Add(route.Name)
}

// sorted looks at the tombstone behind the variable that may be one.
func (r *Routes) sorted(obj any) {
	var gone any = &corev1.Service{}
	switch deleted := obj.(type) {
	case *corev1.Service:
		gone = deleted
	case cache.DeletedFinalStateUnknown:
		gone = deleted
	}
	switch gone := gone.(type) {
	case *corev1.Service:
		r.queue.Add(gone.Name)
	case cache.DeletedFinalStateUnknown:
		r.queue.Add(gone.Key)
	}
}
