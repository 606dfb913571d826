// Package literals writes owner references by hand, without controller: true.
package literals

import (
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"k8slint.test/ownerref/api"
)

func files(site *api.Site) *corev1.ConfigMap {
	files := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: site.Name, Namespace: site.Namespace}}
	files.SetOwnerReferences([]metav1.OwnerReference{{
		APIVersion: site.APIVersion, Kind: site.Kind, Name: site.Name, UID: site.UID,
	}})
	return files
}

func service(site *api.Site) *corev1.Service {
	return &corev1.Service{ObjectMeta: metav1.ObjectMeta{
		Name: site.Name, Namespace: site.Namespace,
		OwnerReferences: []metav1.OwnerReference{{APIVersion: site.APIVersion, Kind: site.Kind, Name: site.Name, UID: site.GetUID()}},
	}}
}

func adopt(site *api.Site, secret *corev1.Secret) {
	secret.OwnerReferences = append(secret.OwnerReferences, metav1.OwnerReference{APIVersion: site.APIVersion, Kind: site.Kind, Name: site.Name, UID: site.ObjectMeta.UID})
}

// account is owned by something else.
func account(d *appsv1.Deployment) *corev1.ServiceAccount {
	return &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{
		OwnerReferences: []metav1.OwnerReference{{APIVersion: "apps/v1", Kind: "Deployment", Name: d.Name, UID: d.UID}},
	}}
}

func setup(mgr ctrl.Manager, r reconcile.Reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Site{}).
		Owns(&corev1.ConfigMap{}). // want `Owns\(&corev1.ConfigMap{}\) looks for the reference with controller: true, and those that are written here have none: this never enqueues anything; set Controller, or pass builder.MatchEveryOwner`
		Owns(&corev1.Service{}).   // want `Owns\(&corev1.Service{}\) looks for the reference with controller: true`
		Owns(&corev1.Secret{}).    // want `Owns\(&corev1.Secret{}\) looks for the reference with controller: true`
		Owns(&corev1.ServiceAccount{}).
		Owns(&corev1.PersistentVolumeClaim{}, builder.MatchEveryOwner).
		Complete(r)
}
