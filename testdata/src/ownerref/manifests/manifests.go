// Package manifests owns what a manifest says, beside a Job.
package manifests

import (
	"context"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/ownerref/api"
	"k8slint.test/ownerref/manifests/apply"
)

type reconciler struct {
	client.Client
	objects []*unstructured.Unstructured
}

func (r *reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var site api.Site
	if err := r.Get(ctx, req.NamespacedName, &site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	return ctrl.Result{}, apply.All(ctx, r.Client, &site, r.objects)
}

func (r *reconciler) setup(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Site{}).Owns(&batchv1.Job{}).Owns(&corev1.Pod{}).Complete(r)
}
