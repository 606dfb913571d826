// Package both writes a reference without controller: true, and one with it.
package both

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"k8slint.test/ownerref/api"
)

func references(site *api.Site) []metav1.OwnerReference {
	yes := true
	return []metav1.OwnerReference{{APIVersion: site.APIVersion, Kind: site.Kind, Name: site.Name, UID: site.UID, Controller: &yes}}
}

func files(site *api.Site, complete bool) *corev1.ConfigMap {
	files := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: site.Name, Namespace: site.Namespace}}
	files.OwnerReferences = []metav1.OwnerReference{{APIVersion: site.APIVersion, Kind: site.Kind, Name: site.Name, UID: site.UID}}
	if complete {
		files.OwnerReferences = references(site)
	}
	return files
}

func setup(mgr ctrl.Manager, r reconcile.Reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Site{}).Owns(&corev1.ConfigMap{}).Complete(r)
}
