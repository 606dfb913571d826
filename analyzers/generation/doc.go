// Package generation defines an Analyzer that finds predicates on the generation that let no
// update pass.
//
// Predicates on the generation that let changes of labels, annotations or other metadata pass are
// reported as the filter of all kinds, and on what a controller owns; not for Namespaces, which have
// little else.
//
// # Analyzer generation
//
// generation: predicates on metadata.generation that drop every update
//
// GenerationChangedPredicate passes an update only if metadata.generation changed. The API
// server sets it for custom resources, for the kinds of apps, and for some others. It never
// does for ConfigMaps, Secrets, Services, Namespaces, Nodes, RBAC and many more. Their
// generation stays 0. The predicate drops all their updates, also of deletionTimestamp.
//
// WithEventFilter applies to all kinds of For, Owns and Watches. A function that compares the
// generations of both objects does the same as the predicate. One that compares labels or
// annotations too still drops changes of a ConfigMap's data.
//
// An UpdateFunc in the predicate's embedded Funcs is never called: the predicate's own Update
// hides it.
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
// Tests that create objects pass. Edits of the Secret wait for a restart.
//
// # How to fix it
//
// Set the predicate with builder.WithPredicates on kinds that have a generation. For others, leave
// it out, or use ResourceVersionChangedPredicate, which drops only resyncs. Combine functions with
// the predicate by predicate.And.
//
// # What is not reported
//
//   - custom resources;
//   - kinds that have a generation in some release of the API server: Pod (since 1.33), Job,
//     CronJob and PodTemplate (since 1.22), CSIDriver (since 1.21);
//   - predicate.Or with another function;
//   - predicates that drop all updates whatever the generation is;
//   - WithEventFilter for sources of WatchesRawSource, to which it does not apply;
//   - objects and predicates whose types are only known at run time;
//   - test files.
package generation
