// Package model makes what a Site needs.
package model

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"k8slint.test/ownerref/api"
)

// Files are the files of the site.
func Files(site *api.Site, scheme *runtime.Scheme) (*corev1.ConfigMap, error) { // want Files:`\Qhelper (owner $0; objectKind k8s.io/api/core/v1.ConfigMap)\E`
	files := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: site.Name, Namespace: site.Namespace}}
	return files, controllerutil.SetOwnerReference(site, files, scheme)
}

// Account is its account.
func Account(site *api.Site, scheme *runtime.Scheme) (*corev1.ServiceAccount, error) {
	account := &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Name: site.Name, Namespace: site.Namespace}}
	return account, controllerutil.SetControllerReference(site, account, scheme)
}

// Own says that obj goes with the owner.
func Own(owner, obj client.Object, scheme *runtime.Scheme) error { // want Own:`\Qhelper (owner $0; object $1)\E`
	return controllerutil.SetOwnerReference(owner, obj, scheme)
}
