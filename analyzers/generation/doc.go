// Package generation defines an Analyzer that finds predicates on the generation that let no
// update pass.
//
// # Analyzer generation
//
// generation: find predicates on metadata.generation that drop every update
//
// GenerationChangedPredicate passes an update only if metadata.generation changed. The API
// server sets it for custom resources, for the kinds of apps, and for some others. It never
// does for ConfigMaps, Secrets, Services, Namespaces, Nodes, RBAC and many more. Their
// generation stays 0, and the predicate drops all updates, also the one that sets
// deletionTimestamp.
//
// WithEventFilter applies to all kinds of For, Owns and Watches.
//
// The predicate embeds Funcs. Its own Update hides an UpdateFunc that is set there.
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
// The controller sees the object when it is created, when it is deleted, and after a restart. All
// tests that create objects pass. An edit of the Secret is not seen until the process starts
// again.
//
// # How to fix it
//
// Set the predicate on the kinds that have a generation, with builder.WithPredicates. For the
// others, leave it out, or use ResourceVersionChangedPredicate, which drops resyncs only.
// Combine the functions with the predicate by predicate.And. The analyzer suggests this edit where
// the predicate is an argument.
//
// # What is not reported
//
//   - Custom resources, and kinds that have a generation in some release of the API server: Pod
//     (since 1.33), Job, CronJob and PodTemplate (since 1.22), CSIDriver (since 1.21).
//   - Filters with another way to pass: predicate.Or with a function or a predicate of the
//     program. Or with a predicate on labels or annotations is reported only if it is the
//     filter of all kinds, and not for Namespaces, which have little else.
//   - Sources of WatchesRawSource, to which the filter does not apply.
//   - Objects and predicates whose types are only known at run time, and test files.
package generation
