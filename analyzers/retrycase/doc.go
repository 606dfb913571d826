// Package retrycase defines an Analyzer that finds watch loops that retry an
// error from the old position.
//
// # Analyzer retrycase
//
// retrycase: find watch errors after which a loop watches again and lists nothing
//
// When a watch fails with an InternalError (HTTP 500), the API server may have
// dropped an event that it could not build. A loop that then watches again from
// its last resourceVersion never sees that event: a deleted object stays in its
// cache, and in every cache that is filled from it, until the next restart.
// After 410 Gone, the same loop fails for ever.
//
// # Why
//
// Since client-go 0.25 the reflector retries an InternalError without listing
// where MaxInternalErrorRetryDuration is set, as the API server's own cache
// does. etcd had sent a deletion without the previous value; the object lived
// on in the cache and in every informer behind it
// (https://github.com/kubernetes/kubernetes/issues/123072). RetryWatcher does
// the same on each HTTP 500.
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
// The code is followed under the assumption that the watch delivers an ERROR
// event with code 500, and with code 410, and that starting the watch fails
// with 410: through switches, predicates, failed type assertions, returned and
// wrapped errors, callers, and helpers that call again (wait.Until, backoff,
// retry). A way that comes back to the watch with neither a list nor a reset of
// the position is reported, at the test that sends the error there or at the
// start of the branch that is left for it. Counters and deadlines do not make
// it right: until the bound is reached the event is lost, and after it too.
//
// # What is not reported
//
// Retries of 429, refused connections and timeouts; errors at starting the
// watch other than 410, before which nothing was lost; branches that list
// again, or reset the position so that the next round does; reading on from
// the same channel; retries of other calls than watches. Files of tests, and
// what only a test calls again: a table of cases is no retry.
//
// # How to fix it
//
// On each error that can mean a lost event, list again, or empty the position
// where that makes the next round list.
//
// # Flags
//
// A list of pages, or with a ResourceVersionMatch, that is repeated after 410 Gone
// with the version that has expired is reported with -retrycase.expired-lists.
//
// # Categories
//
//	lost-events   an error that can mean a lost event is retried
//	expired       410 Gone is retried from the position that has expired
//	expired-list  the same of a list; off by default
package retrycase
