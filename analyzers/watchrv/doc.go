// Package watchrv defines an Analyzer that finds watches that start without a resourceVersion.
//
// Watch options may be in an unexported variable of the package that gets no version when the
// program starts, and whose address goes nowhere. A function that replaces the version by ""
// is reported unless it replaces only "" or "0". The replacement may be in the options, in a
// variable or in a helper.
//
// # Analyzer watchrv
//
// watchrv: watches that start without a resourceVersion
//
// A watch whose options have no ResourceVersion begins with the whole state as ADDED events,
// in any order, at every start. It does not say what was deleted since the last watch, or
// since the list before it. A program that keeps state keeps objects that are gone.
//
// # Why
//
// Argo Workflows had this bug twice (https://github.com/argoproj/argo-workflows/issues/11948,
// https://github.com/argoproj/argo-workflows/issues/15106).
//
// Kubernetes 1.27.0 to 1.27.12, 1.28.0 to 1.28.8 and 1.29.0 to 1.29.3 read the state from etcd
// (https://github.com/kubernetes/kubernetes/pull/115096). Many clients that restarted such
// watches at once could take down a control plane
// (https://github.com/kubernetes/kubernetes/issues/123448). Other releases serve it from the
// watch cache, unless the feature gate WatchFromStorageWithoutResourceVersion is on
// (https://github.com/kubernetes/kubernetes/pull/123935). The gate is locked since 1.33 and
// gone in 1.36.
//
// # Bad
//
//	w, err := client.Watch(ctx, metav1.ListOptions{LabelSelector: "app=web"})
//
//	rw, err := watchtools.NewRetryWatcherWithContext(ctx, rv, &cache.ListWatch{
//		WatchFunc: func(_ metav1.ListOptions) (watch.Interface, error) {
//			return client.Watch(ctx, metav1.ListOptions{}) // drops the version to resume from
//		},
//	})
//
// # Good
//
//	list, err := client.List(ctx, metav1.ListOptions{LabelSelector: "app=web"})
//	...
//	w, err := client.Watch(ctx, metav1.ListOptions{
//		LabelSelector:   "app=web",
//		ResourceVersion: list.ResourceVersion,
//	})
//
// # What is found
//
//   - options that never get a version, or only after the first round;
//   - a WatchFunc or similar function that ignores or clears the version in its options; if no
//     caller has a version either, the callers are reported;
//   - a tweakListOptions function that clears the version: informers call it for watches too;
//   - a ListFunc that returns the items of other lists without their metadata, so that the
//     informer's watch has no version to start from.
//
// # What is not reported
//
//   - ResourceVersion "0", with which the program asks for any state, and SendInitialEvents;
//   - options that are forwarded (their callers are reported), or that the analysis cannot
//     see;
//   - watches that start only after a test that the version is not "";
//   - functions that only clear "0", forward some other versions, or pass the version on;
//   - methods of unexported types that nobody calls;
//   - kinds that the package converts to an internal version: a separate API server answers such
//     watches in its own way;
//   - test files.
//
// # How to fix it
//
// List first, replace what the program keeps, and watch from the list's version; forward the
// options; or use an informer, which does that.
//
// # What is a note
//
// If there is neither a list before the watch nor a map or store that its loop keeps, the finding
// is a note (category replay). -severity=note shows it.
//
// # Flags
//
// A watch of a single object that is started once does little harm, and neither do watches in
// commands and test helpers. -watchrv.single-object and -watchrv.interactive report them. A
// command is a main package, or one below cmd, unless it watches in a loop and has no subcommands.
package watchrv
