// Package staleretry defines an Analyzer that finds retries on conflict that cannot succeed,
// and writes of stale objects.
//
// Several projects had the bug: pingcap/tidb-operator (issue 81), chaos-mesh (issue 791), and
// the tests of GoogleContainerTools/config-sync (pull request 1597). volcano-sh/kthena read
// from a lister in each attempt (pull request 1413).
//
// For second-write, the object has a resourceVersion for certain if it was read, or if a test
// has shown that its resourceVersion is not empty. So it does if a library passed it in: an
// informer to the handler of added or updated objects, controller-runtime to an
// ObjectReconciler. An element of a slice of such objects has one too, and so does a parameter
// if all callers in the package pass such objects. The server takes no update of a custom resource
// without one (apiextensions-apiserver, pkg/registry/customresource/strategy.go,
// AllowUnconditionalUpdate): where the first write went well, the object had one.
//
// After a test of the conflict, the same kind of write in another function is the next attempt
// if it sends the same object unchanged.
//
// # Analyzer staleretry
//
// staleretry: retries on conflict that write the same stale object again
//
// An Update carries the resourceVersion with which the object was read. If somebody else has
// written the object since, the server refuses the update with a conflict. It refuses it again
// as long as it carries that version. So each attempt must read the object again and repeat
// the change.
//
// # Why
//
// Conflicts are rare in tests and common under load, so a retry that cannot succeed looks right for
// years. It fails five times within 50 ms, and the status, finalizer or annotation is missing. The
// documentation of client-go's RetryOnConflict says that the function should fetch the resource on
// every try.
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
// The analyzer simulates a server that refuses one write, and checks what the next attempt sends.
// It knows RetryOnConflict, OnError, the polls of package wait, cenkalti/backoff, avast/retry-go,
// hand-written loops, functions that call themselves, and retry functions of the program. A failed Update of client-go's typed
// clients returns an empty object, so assigning it back does not read the object.
//
// In a loop that retries after any error, and for second-write, the analyzer must know that
// the object was read.
//
// # What is not reported
//
//   - objects that were built and have no version;
//   - for second-write: a parameter with callers in other packages only, unless its kind is a
//     custom resource;
//   - the object of a delete handler or watch event;
//   - server-side apply, patches without a version, bindings, evictions, and what
//     CreateOrUpdate and CreateOrPatch write themselves;
//   - retries whose next attempt reads the object or sets a version, even under a condition;
//   - conflicts that are treated as success;
//   - for lost-change: a second write by hand after which the function returns an error, so
//     that its caller tries again;
//   - objects passed to code that is not understood;
//   - for from-cache: retry.DefaultBackoff and longer backoffs, retries that read the cache
//     first and the server later, and controller-runtime's client.
//
// # How to fix it
//
// At the start of the retried function, read the object from the API server, and apply the
// change to it. Return the error of the write as it is, or wrapped with %w or errors.Join.
// IsConflict looks into those since apimachinery 0.19, but never into utilerrors.NewAggregate.
// After a typed Update, continue with the object that it returned.
//
// # Flags
//
// On a quiet cluster, the informer's cache may catch up between two attempts that read it.
// -staleretry.from-cache=false leaves such retries out.
package staleretry
