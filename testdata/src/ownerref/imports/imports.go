// Package imports owns objects whose references other packages set.
package imports

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/ownerref/api"
	"k8slint.test/ownerref/imports/model"
)

type reconciler struct{ client.Client }

func (r *reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var site api.Site
	if err := r.Get(ctx, req.NamespacedName, &site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	files, err := model.Files(&site, r.Scheme())
	if err != nil {
		return ctrl.Result{}, err
	}
	if err := r.Create(ctx, files); client.IgnoreAlreadyExists(err) != nil {
		return ctrl.Result{}, err
	}
	account, err := model.Account(&site, r.Scheme())
	if err != nil {
		return ctrl.Result{}, err
	}
	if err := r.Create(ctx, account); client.IgnoreAlreadyExists(err) != nil {
		return ctrl.Result{}, err
	}
	password := &corev1.Secret{}
	if err := model.Own(&site, password, r.Scheme()); err != nil {
		return ctrl.Result{}, err
	}
	route := &networkingv1.Ingress{}
	return ctrl.Result{}, model.Own(&site, route, r.Scheme())
}

func (r *reconciler) setup(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&api.Site{}).
		Owns(&corev1.ConfigMap{}).      // want `Owns\(&corev1.ConfigMap{}\) looks for the controller's reference`
		Owns(&corev1.Secret{}).         // want `Owns\(&corev1.Secret{}\) looks for the controller's reference`
		Owns(&corev1.ServiceAccount{}). // its reference is the controller's
		Owns(&networkingv1.Ingress{}, builder.MatchEveryOwner).
		Owns(&corev1.Service{}). // nobody sets one here
		Complete(r)
}
