// Package model makes what a Site needs, as its controller.
package model

import (
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"k8slint.test/ownerref/api"
)

// Page is the page of the site, and belongs to it.
func Page(site *api.Site) *corev1.ConfigMap {
	owners := []metav1.OwnerReference{*metav1.NewControllerRef(site, corev1.SchemeGroupVersion.WithKind("Site"))}
	meta := metav1.ObjectMeta{Name: site.Name, Namespace: site.Namespace, OwnerReferences: owners}
	page := corev1.ConfigMap{}
	page.ObjectMeta = meta
	return &page
}

// Route leads to the site, and belongs to nobody.
func Route(site *api.Site) *networkingv1.Ingress {
	return &networkingv1.Ingress{ObjectMeta: metav1.ObjectMeta{Name: site.Name, Namespace: site.Namespace}}
}
