// Package owners has Sites that add themselves to the owners of objects, of which some have a controller.
package owners

import (
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"k8slint.test/ownerref/api"
	"k8slint.test/ownerref/owners/old"
)

// own adds the Site.
func own(c client.Client, site *api.Site, job *batchv1.Job, password *corev1.Secret, files *corev1.ConfigMap, route *networkingv1.Ingress) error {
	for _, obj := range []func() error{
		func() error { return controllerutil.SetOwnerReference(site, job, c.Scheme()) },
		func() error { return controllerutil.SetOwnerReference(site, password, c.Scheme()) },
		func() error { return controllerutil.SetOwnerReference(site, files, c.Scheme()) },
		func() error { return controllerutil.SetOwnerReference(site, route, c.Scheme()) },
	} {
		if err := obj(); err != nil {
			return err
		}
	}
	return nil
}

// control makes the Farm the controller of a Job, the old Site that of a Secret, and anybody that of a ConfigMap.
func control(c client.Client, farm *api.Farm, site *old.Site, anybody metav1.Object, job *batchv1.Job, password *corev1.Secret, files *corev1.ConfigMap) error {
	if err := ctrl.SetControllerReference(farm, job, c.Scheme()); err != nil {
		return err
	}
	if err := ctrl.SetControllerReference(site, password, c.Scheme()); err != nil {
		return err
	}
	return ctrl.SetControllerReference(anybody, files, c.Scheme())
}

func sites(mgr ctrl.Manager, r reconcile.Reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&api.Site{}).
		Owns(&batchv1.Job{}).          // want `Owns\(&batchv1.Job{}\) looks for the controller's reference, and SetOwnerReference sets another one`
		Owns(&networkingv1.Ingress{}). // want `Owns\(&networkingv1.Ingress{}\) looks for the controller's reference, and SetOwnerReference sets another one`
		Owns(&corev1.Secret{}).        // the reference may be to an older version of the Site
		Owns(&corev1.ConfigMap{}).     // or to anybody
		Complete(r)
}

func farms(mgr ctrl.Manager, r reconcile.Reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Farm{}).Owns(&batchv1.Job{}).Complete(r)
}
