// Package staleretry defines an Analyzer that finds retries on conflict that
// cannot win, and commits of stale data.
//
// # Analyzer staleretry
//
// staleretry: find retries on conflict that write the same stale object again
//
// An Update carries the resourceVersion of the object as it was read. When
// somebody else has written in between, the server refuses it with a conflict,
// and will refuse it each time that it comes with that version: the object has
// to be read again, and the change has to be made again, inside the retry.
//
// # Why
//
// Conflicts are a controller's daily bread. They are seldom in tests and come
// under load, so a retry that cannot win looks right for years: the update is
// tried five times within 50 ms, fails five times, and the status, finalizer or
// annotation is missing. The documentation of client-go's RetryOnConflict says
// it: the function has to fetch the resource, because the one that was refused is
// not the latest. Maintainers found it the hard way: pingcap/tidb-operator issue 81, chaos-mesh
// issue 791, GoogleContainerTools/kpt-config-sync issue 1597, volcano-sh/kthena
// issue 1413.
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
// The analyzer replays the function with a server that refuses one write, and
// looks at what the next attempt sends. Retries are client-go's
// RetryOnConflict, OnError with a predicate that takes conflicts, the polls of
// wait, and loops by hand. The write may stand in a helper, also of another
// package. In client-go's typed clients what a failed Update returns is an empty
// object: to assign it back is no reading. In a loop or poll that tries again
// after any error, it must be known that the object was read.
//
// # What is not reported
//
// Objects that were built and have no version; server-side apply, patches
// without a version, bindings, evictions, CreateOrUpdate and CreateOrPatch; a
// read or a version that is given anywhere in the attempt that follows the
// conflict, behind a flag, through a helper or in the branch of the error; a
// conflict that counts as done; objects that are handed to something that the
// analysis does not understand. For from-cache: retry.DefaultBackoff and longer
// ones, a first attempt from the cache and later ones from the server,
// controller-runtime's client.
//
// # How to fix it
//
// Read the object at the start of the function that is retried, from the API
// server, and make the change there. Return the error of the write as it is, or
// wrapped by %w. After a typed Update, go on with the object that it returned.
//
// # Flags
//
// A retry that reads the informer's cache in every attempt is reported unless
// -staleretry.from-cache=false: on a quiet cluster the cache may catch up in time.
//
// # Categories
//
//	never-reread  the next attempt sends the version that was refused, or an empty object
//	lost-error    the error of the refused write is not returned: nothing is retried
//	lost-change   the object is read again over the change, and written back unchanged
//	shadowed      the object is read again into a new variable that hides the one that is written
//	flattened     the conflict is hidden from the retry, by %v for example
//	second-write  a typed client's Update drops its result, and the old object is written again
//	from-cache    every attempt reads the informer's cache, and the retry is over in 50 ms
package staleretry
