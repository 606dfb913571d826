// Package tombstone defines an Analyzer that finds delete handlers that do not expect a
// tombstone.
//
// Code after a return on a tombstone, or after an assertion that panics, never sees one, so
// nothing is reported there. A handler may make a key with
// cache.DeletionHandlingMetaNamespaceKeyFunc if it uses the key for more than a log.
//
// # Analyzer tombstone
//
// tombstone: delete handlers that do not handle cache.DeletedFinalStateUnknown
//
// If a watch breaks and an object is gone by the next list, the delete handlers do not get the
// object. The informer passes them a cache.DeletedFinalStateUnknown, a tombstone. A handler
// that asserts the type of its argument panics on the tombstone, or returns and misses the
// deletion.
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
// The analyzer checks the DeleteFunc of cache.ResourceEventHandlerFuncs and similar types,
// OnDelete methods, and functions of the package that get the object from these. A FilterFunc
// gets tombstones too, and is reported if it panics.
//
// An assertion whose failure is ignored (pod, _ := obj.(*corev1.Pod)) or only logged panics when
// the handler uses the nil pointer. client-go passes the struct: a
// *cache.DeletedFinalStateUnknown recognizes no tombstone.
//
// cache.MetaNamespaceKeyFunc, cache.ObjectToName and meta.Accessor return an error for a
// tombstone. If the handler then returns, or goes on with the empty key, it misses the
// deletion.
//
// # What is not reported
//
// Handlers that
//
//   - check for a tombstone anywhere, and do not panic on it;
//   - only make a key with cache.DeletionHandlingMetaNamespaceKeyFunc;
//   - pass the object to functions of other packages when the assertion fails;
//   - pass it on in a struct, for instance through a workqueue or a channel;
//   - only log what was deleted;
//   - follow a FilterFunc that lets only one type through;
//   - are only passed to a package that calls handlers itself and unwraps tombstones first;
//   - are controller-runtime's, which get the object itself;
//   - are in test files.
//
// # How to fix it
//
// Unwrap the tombstone first, or make a key with cache.DeletionHandlingMetaNamespaceKeyFunc.
package tombstone
