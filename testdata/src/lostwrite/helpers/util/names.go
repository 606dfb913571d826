package util

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// ExternalName is the name that o has elsewhere.
func ExternalName(o metav1.Object) string { return o.GetAnnotations()["external-name"] }
