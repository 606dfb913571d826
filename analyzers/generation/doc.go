// Package generation defines an Analyzer that finds predicates on the generation that let no
// update pass.
//
// predicate.Or with a predicate on labels or annotations is reported only if it is the filter
// of all kinds, and not for Namespaces, which have little else.
//
// # Analyzer generation
//
// generation: predicates on metadata.generation that drop every update
//
// GenerationChangedPredicate passes an update only if metadata.generation changed. The API
// server sets it for custom resources, for the kinds of apps, and for some others. It never
// does for ConfigMaps, Secrets, Services, Namespaces, Nodes, RBAC and many more. Their
// generation stays 0. The predicate drops all their updates, also the one that sets
// deletionTimestamp.
//
// WithEventFilter applies to all kinds of For, Owns and Watches. A function that compares the
// generations of both objects does the same as the predicate.
//
// An UpdateFunc in the predicate's embedded Funcs is never called: the predicate has its own
// Update.
//
// # Bad
//
//	ctrl.NewControllerManagedBy(mgr).
//		For(&v1.Site{}).
//		Watches(&corev1.Secret{}, handler.EnqueueRequestsFromMapFunc(r.sitesOf)).
//		WithEventFilter(predicate.GenerationChangedPredicate{}). // drops a renewed certificate
//		Complete(r)
//
//	predicate.GenerationChangedPredicate{TypedFuncs: predicate.Funcs{
//		UpdateFunc: func(e event.UpdateEvent) bool { ... }, // never called
//	}}
//
// # Good
//
//	ctrl.NewControllerManagedBy(mgr).
//		For(&v1.Site{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})).
//		Watches(&corev1.Secret{}, handler.EnqueueRequestsFromMapFunc(r.sitesOf)).
//		Complete(r)
//
//	predicate.And(predicate.GenerationChangedPredicate{}, predicate.Funcs{
//		UpdateFunc: func(e event.UpdateEvent) bool { ... },
//	})
//
// # Why
//
// All tests that create objects pass. An edit of the Secret has no effect until the process
// restarts.
//
// # How to fix it
//
// Set the predicate with builder.WithPredicates on kinds that have a generation. For others, leave
// it out, or use ResourceVersionChangedPredicate, which drops only resyncs. Combine functions with
// the predicate by predicate.And; the analyzer suggests this edit.
//
// # What is not reported
//
//   - custom resources;
//   - kinds that have a generation in some release of the API server: Pod (since 1.33), Job,
//     CronJob and PodTemplate (since 1.22), CSIDriver (since 1.21);
//   - filters with another way to pass, such as predicate.Or with a function;
//   - predicates that drop all updates whatever the generation is;
//   - WithEventFilter for sources of WatchesRawSource, to which it does not apply;
//   - objects and predicates whose types are only known at run time;
//   - test files.
package generation
