// Package retrycase defines an Analyzer that finds watch loops that retry an
// error from the old position.
//
// # Analyzer retrycase
//
// retrycase: find watch loops that retry after an error without listing again
//
// When a watch fails with an InternalError (HTTP 500), the API server may have
// dropped an event that it could not build. A loop that then watches again from
// its last resourceVersion never sees that event. A deleted object stays in its
// cache, and in every cache that is filled from it, until somebody lists again.
// After 410 Gone, the same loop fails forever.
//
// # Why
//
// Since client-go 0.25, the reflector retries an InternalError without listing if
// MaxInternalErrorRetryDuration is set. The informers of client-go and controller-runtime
// leave it at 0, and list again; kube-apiserver's watch cache sets it to 30 seconds. When
// etcd sent a deletion without the previous value, the object stayed in the watch cache of
// one API server. The informers that read from it kept the object, too
// (https://github.com/kubernetes/kubernetes/issues/123072, seen in 1.27). RetryWatcher
// retries after every HTTP 500, and needs no setting for it.
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
// The analyzer assumes that the watch delivers an ERROR event with code 500 or 410, or that
// starting the watch fails with 410. It follows the code from there: through switches,
// predicates, failed type assertions, returned and wrapped errors, callers, and helpers like
// wait.Until, backoff and retry. If a path comes back to the watch without listing or
// resetting the position, the analyzer reports it. The finding is at the test that sends the
// error there, or at the branch. Counters and deadlines do not prevent the bug: the event is
// lost before the limit is reached and after.
//
// # What is not reported
//
//   - retries after 429, refused connections and timeouts;
//   - errors other than 410 when starting the watch: nothing was lost before them;
//   - branches that list again, or reset the position so that the next round does;
//   - reading on from the same channel;
//   - ways to another watch of the same loop, of another kind or with its own position;
//   - receiving from a channel of the package whose senders handle errors first;
//   - retries of calls other than watches;
//   - test files, and loops in which only a test calls again, such as over a table
//     of cases.
//
// # How to fix it
//
// After each error that can mean a lost event, list again, or clear the position
// if that makes the next round list.
//
// # Flags
//
// With -retrycase.expired-lists, the analyzer also reports lists, paged or with a
// ResourceVersionMatch, that are repeated after 410 Gone with the expired version.
package retrycase
