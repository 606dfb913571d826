// Package sites sets up controllers that own what they cannot.
package sites

import (
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"k8slint.test/ownerref/api"
)

func site(mgr ctrl.Manager, r reconcile.Reconciler, roles bool) error {
	b := ctrl.NewControllerManagedBy(mgr).
		For(&api.Site{}).
		Owns(&rbacv1.Role{}).
		Owns(&appsv1.StatefulSet{}).
		Owns(&corev1.Event{}). // want `Events have no controller`
		Owns(&corev1.Pod{})    // want `the controller of these Pods is their workload, not the Site: this never enqueues anything`
	if roles {
		b.
			Owns(&rbacv1.ClusterRole{}) // want `no ClusterRole has a namespace, so the Site, which has one, cannot own it: this never enqueues the Site`
	}
	return b.Complete(r)
}

// claims are in a namespace, volumes are not.
func claims(mgr ctrl.Manager, r reconcile.Reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.PersistentVolumeClaim{}).
		Owns(&corev1.PersistentVolume{}). // want `no PersistentVolume has a namespace`
		Complete(r)
}

// farm is in no namespace.
func farm(mgr ctrl.Manager, r reconcile.Reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Farm{}).Owns(&rbacv1.ClusterRole{}).Owns(&rbacv1.Role{}).Complete(r)
}

// unmarked may be in none.
func unmarked(mgr ctrl.Manager, r reconcile.Reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Unmarked{}).Owns(&rbacv1.ClusterRole{}).Owns(&corev1.Pod{}).Complete(r)
}

// region is in none: its own method says so.
func region(mgr ctrl.Manager, r reconcile.Reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Region{}).Owns(&rbacv1.ClusterRole{}).Complete(r)
}

// sets is for the owner of the Pods.
func sets(mgr ctrl.Manager, r reconcile.Reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).For(&appsv1.StatefulSet{}).Owns(&corev1.Pod{}).Complete(r)
}
