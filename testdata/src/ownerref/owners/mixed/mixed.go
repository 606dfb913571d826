// Package mixed owns what a manifest says, too, of which a ConfigMap may be part.
package mixed

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"k8slint.test/ownerref/api"
)

func own(c client.Client, site *api.Site, files *corev1.ConfigMap, manifest []*unstructured.Unstructured) error {
	for _, o := range manifest {
		if err := ctrl.SetControllerReference(site, o, c.Scheme()); err != nil {
			return err
		}
	}
	return controllerutil.SetOwnerReference(site, files, c.Scheme())
}

func sites(mgr ctrl.Manager, r reconcile.Reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Site{}).Owns(&corev1.ConfigMap{}).Complete(r)
}
