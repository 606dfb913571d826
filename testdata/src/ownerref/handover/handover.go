// Package handover has a controller that deletes its own object once another one has taken over: what it makes without
// an owner reference is meant to stay.
package handover

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/ownerref/api"
)

type reconciler struct{ client.Client }

func (r *reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	site := &api.Site{}
	if err := r.Get(ctx, req.NamespacedName, site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	svc := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Name: site.Name, Namespace: site.Namespace}}
	if err := r.Create(ctx, svc); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, r.retire(ctx, site)
}

func (r *reconciler) retire(ctx context.Context, site *api.Site) error {
	return client.IgnoreNotFound(r.Delete(ctx, site))
}

func (r *reconciler) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Site{}).Owns(&corev1.Service{}).Complete(r)
}
