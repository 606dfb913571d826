// Package podplans plans Pods in a method, for others to create.
package podplans

import (
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"k8slint.test/ownerref/api"
)

type plan struct{ site *api.Site }

func (p plan) server() *corev1.Pod {
	pod := new(corev1.Pod)
	pod.Namespace = p.site.Namespace
	return pod
}

func setup(mgr ctrl.Manager, r reconcile.Reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Site{}).Owns(&batchv1.Job{}).Owns(&corev1.Pod{}).Complete(r)
}
