// Package retrycase defines an Analyzer that finds watch loops that retry an error from the
// old position.
//
// # Analyzer retrycase
//
// retrycase: watch loops that retry after an error without listing again
//
// When a watch fails with an InternalError (HTTP 500), the API server may have dropped an
// event that it could not build. A loop that then watches again from its last resourceVersion
// never sees that event. A deleted object stays in its cache, and in every cache that is
// filled from it, until somebody lists again. After 410 Gone, the same loop fails forever.
//
// # Why
//
// Since client-go 0.25, the reflector retries an InternalError without listing if
// MaxInternalErrorRetryDuration is set. The informers of client-go and controller-runtime
// leave it at 0 and list again; kube-apiserver's watch cache sets it to 30 seconds.
// RetryWatcher retries after every HTTP 500.
//
// In 1.27, etcd sent a deletion without the previous value
// (https://github.com/kubernetes/kubernetes/issues/123072). The object stayed in the watch cache
// of one API server, and in the informers that read from it.
//
// # Bad
//
//	for {
//		w, err := client.Watch(ctx, metav1.ListOptions{ResourceVersion: lastRV})
//		...
//		for event := range w.ResultChan() {
//			if event.Type == watch.Error {
//				break // and watch again from lastRV
//			}
//			...
//		}
//	}
//
// # Good
//
//	if event.Type == watch.Error {
//		return apierrors.FromObject(event.Object) // the caller lists again
//	}
//
// # What is found
//
// The analyzer follows an ERROR event with code 500 or 410, or a 410 when the watch starts, through
// the functions of the program. It reports a path that comes back to the watch without a list or a
// reset of the position. Counters and deadlines do not prevent the bug: the event is already lost.
//
// # What is not reported
//
//   - retries after 429, refused connections and timeouts;
//   - errors other than 410 when the watch starts: nothing was lost before them;
//   - branches that list again, or reset the position so that the next round does;
//   - reading on from the same channel, and retries of calls other than watches;
//   - paths to another watch, of another kind or with its own position;
//   - errors from a channel that the package makes;
//   - test files, and loops that only a test repeats.
//
// # How to fix it
//
// After each error that can mean a lost event, list again, or clear the position if that makes
// the next round list.
package retrycase
