// Package tombstone defines an Analyzer that finds delete handlers that do not
// expect a tombstone.
//
// # Analyzer tombstone
//
// tombstone: find delete handlers that do not handle cache.DeletedFinalStateUnknown
//
// If a watch breaks and an object is gone by the next list, the delete handlers do not get
// the object. The informer passes them a cache.DeletedFinalStateUnknown, a tombstone. A
// handler that asserts the type of its argument panics on the tombstone, or returns and
// misses the deletion.
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
// The analyzer checks
//
//   - the DeleteFunc of cache.ResourceEventHandlerFuncs and similar types,
//     whatever helper makes or registers it, in the package or in another one, and
//     the OnDelete methods of event handlers;
//   - functions of the package to which these pass the object;
//   - the FilterFunc of a FilteringResourceEventHandler, which also gets
//     tombstones: it is reported if it panics.
//
// An assertion that ignores whether it holds (pod, _ := obj.(*corev1.Pod)) panics
// as well if the handler then uses the nil pointer without a branch in between. If it
// returns because the pointer is nil, it misses the deletion. One whose failure is
// only logged, with no return, panics in the same way.
//
// Asserting the tombstone instead of its Obj is reported too. So is using the nil pointer of
// a failed assertion after a branch for tombstones that does not return. An assertion of a
// *cache.DeletedFinalStateUnknown recognizes no tombstone: client-go passes the struct,
// never a pointer to it.
//
// Besides type assertions, it reports cache.MetaNamespaceKeyFunc,
// cache.ObjectToName and meta.Accessor. They return an error for a tombstone: it is a bug if
// the handler just returns then, or goes on with the empty key. Code after such a return, or
// after an assertion that panics, never sees a tombstone, so nothing is reported there. Nor is
// it after a test by a function of the package (if isMine(obj)).
//
// # What is not reported
//
// Handlers that
//
//   - check for a tombstone anywhere;
//   - only make a key with cache.DeletionHandlingMetaNamespaceKeyFunc, and use it for more
//     than a log;
//   - pass the object to functions of other packages when the assertion fails;
//   - pass it on in a struct, for instance through a workqueue or a channel;
//   - only log what was deleted, with what functions without effects return;
//   - are behind a FilterFunc that lets only one type through;
//   - are only handed to a package that calls the handlers of others itself, and looks
//     into tombstones before;
//   - are controller-runtime's, which get the object itself;
//   - are in test files.
//
// # How to fix it
//
// Unwrap the tombstone first, or make a key with
// cache.DeletionHandlingMetaNamespaceKeyFunc.
package tombstone
