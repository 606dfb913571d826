// Package control asks for the status subresource of kinds.
package control

import (
	admissionv1 "k8s.io/api/admission/v1"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"

	apiv1 "k8slint.test/subresource/api/v1"
	"k8slint.test/subresource/plain/v1alpha1"
	"k8slint.test/subresource/shared"
)

func probe(any) {}

type alias = apiv1.Site

func probes(o client.Object) {
	probe(&apiv1.Site{})     // want `^has the status, a marker says at subresource/api/v1/types\.go:15; a custom resource; its status endpoint stores \[\]$`
	probe(alias{})           // want `^has the status, a marker says at subresource/api/v1/types\.go:15;`
	probe(&apiv1.Wall{})     // want `^has the status, a marker says at subresource/api/v1/types\.go:29;`
	probe(&apiv1.Gate{})     // want `^nothing is known$`
	probe(&apiv1.Tower{})    // want `^has no status, a marker says at subresource/api/v1/types\.go:48;`
	probe(&apiv1.Moat{})     // want `^has no status, a marker says; a custom resource`
	probe(&apiv1.Tunnel{})   // want `^has the status, a marker says at subresource/api/v1/types\.go:58;`
	probe(&apiv1.SiteList{}) // want `^nothing is known$`

	probe(&v1alpha1.Lamp{})  // want `^has the status, a use says at subresource/shared/shared\.go:18; a custom resource`
	probe(&v1alpha1.Bench{}) // want `^has the status, a use says at subresource/shared/shared\.go:41;`
	probe(&v1alpha1.Desk{})  // want `^nothing is known$`
	probe(&v1alpha1.Chair{}) // want `^has the status, a manifest says at config/crd/bases/home\.example\.com_furniture\.yaml:23;`
	probe(&v1alpha1.Table{}) // want `^has no status, a manifest says at config/crd/bases/home\.example\.com_furniture\.yaml:45;`
	probe(&v1alpha1.Shelf{}) // want `^nothing is known$`

	probe(&corev1.Pod{})                  // want `^has the status, the API server says; its status endpoint stores \[Annotations Finalizers Labels\]$`
	probe(&appsv1.Deployment{})           // want `^has the status, the API server says; its status endpoint stores \[Annotations Finalizers OwnerReferences\]$`
	probe(&networkingv1.ServiceCIDR{})    // want `^has the status, the API server says since 1\.36; its status endpoint stores \[\]$`
	probe(&corev1.ConfigMap{})            // want `^has no status, the API server says`
	probe(&admissionv1.AdmissionReview{}) // want `^nothing is known$`

	probe(&unstructured.Unstructured{}) // want `^nothing is known$`
	probe(o)                            // want `^nothing is known$`
}

var _ = shared.SaveLamp
