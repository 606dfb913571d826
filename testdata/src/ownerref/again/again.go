// Package again owns objects to which it adds a reference, beside that of the package that makes them.
package again

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"k8slint.test/ownerref/again/model"
	"k8slint.test/ownerref/api"
)

type reconciler struct{ client.Client }

func (r *reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var site api.Site
	if err := r.Get(ctx, req.NamespacedName, &site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	page := model.Page(&site)
	if err := controllerutil.SetOwnerReference(&site, page, r.Scheme()); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.Create(ctx, page); client.IgnoreAlreadyExists(err) != nil {
		return ctrl.Result{}, err
	}
	route := model.Route(&site)
	if err := controllerutil.SetOwnerReference(&site, route, r.Scheme()); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, client.IgnoreAlreadyExists(r.Create(ctx, route))
}

func (r *reconciler) setup(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&api.Site{}).
		Owns(&corev1.ConfigMap{}).     // another controller may write back the one that model makes
		Owns(&networkingv1.Ingress{}). // want `Owns\(&networkingv1.Ingress{}\) looks for the controller's reference`
		Complete(r)
}
