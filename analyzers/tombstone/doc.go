// Package tombstone defines an Analyzer that finds delete handlers that do not
// expect a tombstone.
//
// # Analyzer tombstone
//
// tombstone: find delete handlers that do not handle cache.DeletedFinalStateUnknown
//
// When a watch breaks and the object is gone by the next list, the informer
// tells its handlers with a cache.DeletedFinalStateUnknown in place of the
// object. A delete handler that asserts the type of what it gets panics on it,
// or returns and never learns of the deletion.
//
// # Bad
//
//	DeleteFunc: func(obj any) {
//		pod := obj.(*corev1.Pod) // panics on a tombstone
//		c.forget(pod.Name)
//	},
//
// # Good
//
//	DeleteFunc: func(obj any) {
//		if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
//			obj = tombstone.Obj
//		}
//		pod, ok := obj.(*corev1.Pod)
//		if !ok {
//			return
//		}
//		c.forget(pod.Name)
//	},
//
// # What is found
//
// The DeleteFunc of cache.ResourceEventHandlerFuncs and its kin, whatever helper
// of the package registers it, the OnDelete method of types that are event
// handlers, and the functions of the package that they hand the object to; the
// FilterFunc of a FilteringResourceEventHandler, which gets tombstones too, where
// it panics. Besides assertions, cache.MetaNamespaceKeyFunc, cache.ObjectToName
// and meta.Accessor, which return an error for a tombstone, where the handler
// only returns then.
//
// # What is not reported
//
// Handlers that look for a tombstone anywhere; that only make a key with
// cache.DeletionHandlingMetaNamespaceKeyFunc; that hand the object to functions
// of other packages when the assertion fails; that say in a comment that they
// ignore it; that sit behind a FilterFunc which lets one type through only;
// controller-runtime's handlers, which get the object itself; files of tests.
//
// # How to fix it
//
// Unwrap the tombstone first, or make a key with
// cache.DeletionHandlingMetaNamespaceKeyFunc.
//
// # Categories
//
//	panics       the assertion panics on a tombstone
//	lost-delete  the handler returns and the deletion is lost
package tombstone
