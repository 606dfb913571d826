package again

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

// WatchPointers registers handlers that look for a pointer to a tombstone, which informers
// never pass.
func (r *Routes) WatchPointers(informer cache.SharedIndexInformer) error {
	for _, h := range []cache.ResourceEventHandlerFuncs{
		{DeleteFunc: r.pointer},
		{DeleteFunc: r.pointerCase},
		{DeleteFunc: r.pointerPassedOn},
		{DeleteFunc: r.bothForms},
	} {
		if _, err := informer.AddEventHandler(h); err != nil {
			return err
		}
	}
	return nil
}

func (r *Routes) pointer(obj any) {
	route, ok := obj.(*corev1.Service)
	if !ok {
		deleted, ok := obj.(*cache.DeletedFinalStateUnknown) // want `the delete handler misses a deletion that comes as a .*, never the pointer that is asserted here; assert the struct`
		if !ok {
			klog.Errorf("unexpected object %T", obj)
			return
		}
		if route, ok = deleted.Obj.(*corev1.Service); !ok {
			return
		}
	}
	r.queue.Add(route.Name)
}

func (r *Routes) pointerCase(obj any) {
	var route *corev1.Service
	switch obj := obj.(type) {
	case *corev1.Service:
		route = obj
	case *cache.DeletedFinalStateUnknown: // want `misses a deletion that comes as a tombstone: .*, never the pointer`
		route, _ = obj.Obj.(*corev1.Service)
	default:
		return
	}
	r.queue.Add(route.Name)
}

func (r *Routes) pointerPassedOn(obj any) {
	if deleted, ok := obj.(*cache.DeletedFinalStateUnknown); ok { // want `the delete handler panics on a tombstone: that is a cache.DeletedFinalStateUnknown`
		obj = deleted.Obj
	}
	r.forgetName(obj)
}

func (r *Routes) forgetName(obj any) { delete(r.names, obj.(metav1.Object).GetName()) }

// bothForms asserts the struct, too.
func (r *Routes) bothForms(obj any) {
	switch deleted := obj.(type) {
	case *cache.DeletedFinalStateUnknown:
		obj = deleted.Obj
	case cache.DeletedFinalStateUnknown:
		obj = deleted.Obj
	}
	r.forgetName(obj)
}
