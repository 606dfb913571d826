// Package behind owns objects that get their references behind an interface, or from a method that knows
// the owner.
package behind

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"k8slint.test/ownerref/api"
	"k8slint.test/ownerref/behind/keeper"
)

type reconciler struct {
	client.Client
	keeper keeper.Keeper
	site   *api.Site
}

func (r *reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	r.site = &api.Site{}
	if err := r.Get(ctx, req.NamespacedName, r.site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.keeper.Files(ctx, req.Namespace, "hello", r.site); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.keeper.Account(ctx, req.Namespace, r.site); err != nil {
		return ctrl.Result{}, err
	}
	password := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: req.Namespace, Name: "password"}}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, password, func() error { return r.own(password) })
	if err != nil {
		return ctrl.Result{}, err
	}
	server := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: req.Namespace, Name: "server"}}
	_, err = controllerutil.CreateOrUpdate(ctx, r.Client, server, func() error {
		return ctrl.SetControllerReference(r.site, server, r.Scheme())
	})
	return ctrl.Result{}, err
}

func (r *reconciler) own(obj metav1.Object) error { // want own:`\Qhelper (object $0; ownerKind k8slint.test/ownerref/api.Site)\E`
	return controllerutil.SetOwnerReference(r.site, obj, r.Scheme())
}

func (r *reconciler) setup(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&api.Site{}).
		Owns(&corev1.ConfigMap{}). // want `Owns\(&corev1.ConfigMap{}\) looks for the controller's reference`
		Owns(&corev1.Secret{}).    // want `Owns\(&corev1.Secret{}\) looks for the controller's reference`
		Owns(&appsv1.Deployment{}).
		Owns(&corev1.Service{}). // nobody sets one here
		Complete(r)
}

// farms control objects of any kind, ConfigMaps too.
func (r *reconciler) farms(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Farm{}).Owns(&corev1.ConfigMap{}).Complete(r)
}

func (r *reconciler) control(farm *api.Farm, obj client.Object) error {
	if len(obj.GetOwnerReferences()) > 0 {
		return nil
	}
	return ctrl.SetControllerReference(farm, obj, r.Scheme())
}

func (r *reconciler) share(farm *api.Farm, files *corev1.ConfigMap) error { // want share:`\Qhelper (owner $0; object $1)\E`
	return controllerutil.SetOwnerReference(farm, files, r.Scheme())
}
