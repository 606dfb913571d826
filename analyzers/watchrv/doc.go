// Package watchrv defines an Analyzer that finds watches that start from
// nothing.
//
// # Analyzer watchrv
//
// watchrv: find watches that start without a resourceVersion
//
// A watch whose options have no ResourceVersion means "the newest state, then
// changes". The API server cannot answer it from its cache: the request goes
// through to etcd, reads everything that the selector spans, and sends it as
// ADDED events, again on every restart.
//
// # Why
//
// Many clients that restart such watches at once can take down a control plane
// (https://github.com/kubernetes/kubernetes/issues/123448). And a watch that
// follows a list but does not start from its version misses what was deleted
// in between: Argo Workflows did, in two ways
// (https://github.com/argoproj/argo-workflows/issues/11948,
// https://github.com/argoproj/argo-workflows/issues/15106).
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
//   - options of a watch that never get a version, or only after the first
//     round;
//   - a WatchFunc, or another function that is given options and returns a
//     watch, that starts it without the version that it was given;
//   - a tweakListOptions function that empties the version: informers call it
//     for watches as well as for lists;
//   - a ListFunc that returns a new list with the items of others but without
//     their metadata: the informer's watch then has no version to start from.
//
// # What is not reported
//
// ResourceVersion "0" (any state, from the cache), SendInitialEvents, options
// that are forwarded or come from where the analysis cannot see; tweak functions
// that only empty "0"; files of tests. Watches, by typed clients, of kinds whose
// package converts them to an internal version of their group: those are served
// by an API server of their own, which may keep them elsewhere than in etcd.
//
// # How to fix it
//
// List first and watch from the list's version, start from "0" where any
// recent state will do, forward the options, or use an informer.
//
// # Flags
//
// One watch of a single object, once, and the watches of commands and test
// helpers do little harm: they are reported with -watchrv.single-object and
// -watchrv.interactive. A command is a main package, or one below cmd, unless it
// watches in a loop and has no subcommands (of cobra or urfave/cli).
//
// # Categories
//
//	unset            the options have no resourceVersion
//	dropped-options  the options that were given are not used
//	cleared-options  the version is taken out of the options
//	lost-listmeta    the list loses its version (since client-go 0.35, which streams where it can, told at the watch)
//	single-object    unset, one object, once; off by default
//	interactive      unset, in a command or a test helper; off by default
package watchrv
