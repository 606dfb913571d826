// Package annot is a library of the repository.
package annot

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

func Set(obj metav1.Object, k, v string) {
	a := obj.GetAnnotations()
	if a == nil {
		a = map[string]string{}
	}
	a[k] = v
	obj.SetAnnotations(a)
}

func Mark(obj metav1.Object) { Set(obj, "mark", "true") }

func Merge(dst, src map[string]string) map[string]string {
	for k, v := range src {
		dst[k] = v
	}
	return dst
}

// MarkAll marks the pods of owner.
func MarkAll(owner *corev1.Pod, pods []*corev1.Pod) {
	for _, p := range pods {
		p.Labels["owner"] = owner.Name
	}
}
