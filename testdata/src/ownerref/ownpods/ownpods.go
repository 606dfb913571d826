// Package ownpods makes Pods itself, beside the Job that it owns.
package ownpods

import (
	"context"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"k8slint.test/ownerref/api"
)

func start(ctx context.Context, c client.Client, site *api.Site) error {
	pod := corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: site.Name, Namespace: site.Namespace}}
	if err := ctrl.SetControllerReference(site, &pod, c.Scheme()); err != nil {
		return err
	}
	return c.Create(ctx, &pod)
}

func setup(mgr ctrl.Manager, r reconcile.Reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Site{}).Owns(&batchv1.Job{}).Owns(&corev1.Pod{}).Complete(r)
}
