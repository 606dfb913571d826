// Package control sets the controller's reference on objects of any kind, too.
package control

import (
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"k8slint.test/ownerref/api"
)

func control(c client.Client, site *api.Site, files *corev1.ConfigMap, created client.Object) error {
	if err := controllerutil.SetOwnerReference(site, files, c.Scheme()); err != nil {
		return err
	}
	return ctrl.SetControllerReference(site, created, c.Scheme())
}

func setup(mgr ctrl.Manager, r reconcile.Reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Site{}).Owns(&corev1.ConfigMap{}).Complete(r)
}
