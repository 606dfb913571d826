// Package label changes the labels of objects.
package label

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Paused marks an object. Those that the caller may not write must be copied first.
func Paused(object metav1.Object) {
	labels := object.GetLabels()
	if labels == nil {
		labels = map[string]string{}
	}
	labels["paused"] = "true"
	object.SetLabels(labels)
}
