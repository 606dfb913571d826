// Package sets adds owner references that do not name a controller.
package sets

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"k8slint.test/ownerref/api"
)

type reconciler struct{ client.Client }

func (r *reconciler) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	var site api.Site
	if err := r.Get(ctx, req.NamespacedName, &site); err != nil {
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	var files corev1.ConfigMap
	var password corev1.Secret
	var account corev1.ServiceAccount
	for _, obj := range []struct{ set func() error }{
		{func() error { return controllerutil.SetOwnerReference(&site, &files, r.Scheme()) }},
		{func() error { return controllerutil.SetOwnerReference(&site, &password, r.Scheme()) }},
		{func() error { return controllerutil.SetControllerReference(&site, &account, r.Scheme()) }},
	} {
		if err := obj.set(); err != nil {
			return reconcile.Result{}, err
		}
	}
	return reconcile.Result{}, r.Create(ctx, &files)
}

func setup(mgr ctrl.Manager, r *reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&api.Site{}).
		Owns(&corev1.ConfigMap{}). // want `Owns\(&corev1.ConfigMap{}\) looks for the controller's reference, and SetOwnerReference sets another one: this never enqueues anything; pass builder.MatchEveryOwner, or use SetControllerReference`
		Owns(&corev1.Secret{}, builder.MatchEveryOwner).
		Owns(&corev1.ServiceAccount{}).
		Owns(&corev1.Service{}). // somebody else may set the reference
		Complete(r)
}

// farms do not own the ConfigMaps.
func farms(mgr ctrl.Manager, r *reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Farm{}).Owns(&corev1.ConfigMap{}).Complete(r)
}
