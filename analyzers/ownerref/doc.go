// Package ownerref defines an Analyzer that finds kinds that a controller says it owns, and
// whose events never reach it.
//
// # Analyzer ownerref
//
// ownerref: find Owns of kinds whose events never reach the controller
//
// Owns looks at the owner references of each object for the one with controller: true. It
// enqueues the owner in the namespace of the object. SetOwnerReference adds a reference that
// does not say it. An object without a namespace cannot be owned by one in a namespace.
// SetControllerReference returns an error, and since Kubernetes 1.20 the garbage collector
// never collects an object with such a reference. Pods of a Deployment are owned by its
// ReplicaSet.
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
// The manager lists and watches the kind, keeps all its objects in memory, and the
// controller never hears of one. What others change or delete stays so until something else
// starts a reconcile.
//
// # How to fix it
//
// Set the reference with SetControllerReference, or pass builder.MatchEveryOwner to Owns;
// the analyzer suggests this edit. Watch objects without a namespace, and Pods of a
// workload, by their labels with Watches and handler.EnqueueRequestsFromMapFunc.
//
// # What is not reported
//
//   - Kinds of which no owner reference is set in the package: another package, a chart or
//     server-side apply may do it.
//   - SetOwnerReference in a package that also sets a controller's reference on that kind, or on
//     objects whose kind is not known, or that writes metav1.OwnerReferences itself.
//   - Custom resources as owners of objects without a namespace, unless the markers of
//     controller-gen at their type say that they are in a namespace.
//   - Pods, if the controller is for a built-in kind, or if a function of the package or of
//     one that it imports from the same repository returns or creates Pods.
//   - Test files.
package ownerref
