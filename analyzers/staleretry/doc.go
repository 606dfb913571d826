// Package staleretry defines an Analyzer that finds retries on conflict that
// cannot succeed, and writes of stale objects.
//
// # Analyzer staleretry
//
// staleretry: find retries on conflict that write the same stale object again
//
// An Update carries the resourceVersion with which the object was read. If somebody else has
// written the object since, the server refuses the update with a conflict. It refuses it
// again as long as it carries that version. So each attempt must read the object again and
// repeat the change.
//
// # Why
//
// Conflicts are rare in tests and common under load, so a retry that cannot succeed
// looks right for years. It tries the update five times within 50 ms, fails five
// times, and the status, finalizer or annotation is missing. The documentation of
// client-go's RetryOnConflict says that the function should fetch the resource on every
// try. Several projects had this bug: pingcap/tidb-operator (issue 81), chaos-mesh
// (issue 791), and the tests of GoogleContainerTools/config-sync (pull request 1597).
// volcano-sh/kthena read from a lister in each attempt (pull request 1413).
//
// # Bad
//
//	pod, err := client.CoreV1().Pods(ns).Get(ctx, name, metav1.GetOptions{})
//	...
//	pod.Labels["seen"] = "true"
//	err = retry.RetryOnConflict(retry.DefaultRetry, func() error {
//		_, err := client.CoreV1().Pods(ns).Update(ctx, pod, metav1.UpdateOptions{})
//		return err
//	})
//
// # Good
//
//	err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
//		pod, err := client.CoreV1().Pods(ns).Get(ctx, name, metav1.GetOptions{})
//		if err != nil {
//			return err
//		}
//		pod.Labels["seen"] = "true"
//		_, err = client.CoreV1().Pods(ns).Update(ctx, pod, metav1.UpdateOptions{})
//		return err
//	})
//
// # What is found
//
// The analyzer simulates the function with a server that refuses one write, and checks
// what the next attempt sends. It knows client-go's RetryOnConflict, OnError with a
// predicate that accepts conflicts, the polls of package wait, cenkalti/backoff and
// avast/retry-go. It also knows hand-written loops, and functions of the program that call
// what they are given again after a conflict, and only then. The write may be in a helper, also in
// another package. A failed Update of client-go's typed clients returns an empty object,
// so assigning it back does not read the object. In a loop or poll that retries after
// any error, the analyzer must know that the object was read. After a test of the
// conflict, the same kind of write in another function is the next attempt if it
// sends the same object unchanged.
//
// For second-write, the object must have a resourceVersion for certain. It was read, or a
// test has shown that its resourceVersion is not empty. Or a library passed it in: an
// informer to the handler of added or updated objects, controller-runtime to an
// ObjectReconciler. An element of a slice of such objects is one
// too, and so is a parameter if all callers in the package pass such objects.
//
// # What is not reported
//
//   - objects that were built and have no version;
//   - for second-write, objects that were not read for certain: a parameter with callers in
//     other packages only, the object of a delete handler or of a watch event;
//   - server-side apply, patches without a version, bindings, evictions,
//     what CreateOrUpdate and CreateOrPatch write themselves;
//   - retries whose next attempt reads the object or sets a version, also under a flag, in
//     a helper or in the branch of the error;
//   - conflicts that are treated as success;
//   - for lost-change: a second write by hand after which the function returns an error
//     all the same, so that its caller tries again;
//   - objects passed to code that the analysis does not understand;
//   - for from-cache: retry.DefaultBackoff and longer backoffs, retries that read
//     the cache first and the server later, and controller-runtime's client.
//
// # How to fix it
//
// At the start of the retried function, read the object from the API server, and
// apply the change to it. Return the error of the write as it is, or wrapped with %w
// or errors.Join. IsConflict looks into those since apimachinery 0.19, but never into
// utilerrors.NewAggregate.
// After a typed Update, continue with the object that it returned.
//
// # Flags
//
// By default, retries that read the informer's cache in every attempt are reported.
// On a quiet cluster the cache may catch up in time; -staleretry.from-cache=false
// leaves them out.
package staleretry
