// Package mixed makes the reference complete later, or writes some that are.
package mixed

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"k8slint.test/ownerref/api"
)

func files(site *api.Site) *corev1.ConfigMap {
	files := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: site.Name, Namespace: site.Namespace}}
	files.SetOwnerReferences([]metav1.OwnerReference{{APIVersion: site.APIVersion, Kind: site.Kind, Name: site.Name, UID: site.UID}})
	yes := true
	files.OwnerReferences[0].Controller = &yes
	return files
}

func setup(mgr ctrl.Manager, r reconcile.Reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Site{}).Owns(&corev1.ConfigMap{}).Complete(r)
}
