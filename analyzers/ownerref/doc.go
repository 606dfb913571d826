// Package ownerref defines an Analyzer that finds kinds that a controller says it owns, and
// whose events never reach it.
//
// # Analyzer ownerref
//
// ownerref: Owns of kinds whose events never reach the controller
//
// Owns looks at the owner references of each object for the one with controller: true. It
// enqueues that owner in the namespace of the object.
//
//   - SetOwnerReference adds a reference without controller: true. So does a literal without
//     Controller.
//   - An object without a namespace cannot have an owner in a namespace.
//     SetControllerReference returns an error, unless the object names a namespace. Since
//     Kubernetes 1.20 the garbage collector never collects an object with such a reference.
//   - The owner of a Deployment's Pods is its ReplicaSet.
//   - An object without a reference has no owner.
//
// # Bad
//
//	controllerutil.SetOwnerReference(site, configMap, r.Scheme())
//	...
//	ctrl.NewControllerManagedBy(mgr).For(&v1.Site{}).
//		Owns(&corev1.ConfigMap{}).    // no reference says controller: true
//		Owns(&rbacv1.ClusterRole{}).  // a Site is in a namespace
//		Owns(&appsv1.StatefulSet{}).
//		Owns(&corev1.Pod{}).          // the StatefulSet owns them
//
// # Good
//
//	ctrl.NewControllerManagedBy(mgr).For(&v1.Site{}).
//		Owns(&corev1.ConfigMap{}, builder.MatchEveryOwner).
//		Watches(&rbacv1.ClusterRole{}, handler.EnqueueRequestsFromMapFunc(siteOfLabel)).
//		Owns(&appsv1.StatefulSet{}).
//		Watches(&corev1.Pod{}, handler.EnqueueRequestsFromMapFunc(siteOfLabel)).
//
// # Why
//
// The manager keeps all objects of the kind in memory, but their events never reach the controller.
// What others change stays changed until something else starts a reconcile.
//
// # How to fix it
//
// Set the reference with SetControllerReference, or pass builder.MatchEveryOwner to Owns; the
// analyzer suggests this edit. Watch objects without a namespace, and Pods of a workload, by
// their labels with Watches and handler.EnqueueRequestsFromMapFunc.
//
// # What is not reported
//
//   - objects without a reference that another package makes, or that unknown code gets and
//     may set one on;
//   - SetOwnerReference, if the package, or an import from the same repository, also sets a
//     controller's reference of that owner on that kind;
//   - custom resources as owners of objects without a namespace, unless markers of
//     controller-gen put them in one;
//   - Pods, if the controller is for a built-in kind, or the package, or an import from the
//     same repository, returns or creates them;
//   - test files.
package ownerref
