// Package annot is a library of the repository.
package annot

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

func Set(obj metav1.Object, k, v string) { // want Set:`^\Qwrite $0 obj.SetAnnotations(a); write $0/?Annotations/[] a[k]; write $0/?U/[] obj.SetAnnotations(a)\E$`
	a := obj.GetAnnotations()
	if a == nil {
		a = map[string]string{}
	}
	a[k] = v
	obj.SetAnnotations(a)
}

func Mark(obj metav1.Object) { Set(obj, "mark", "true") } // want Mark:`^\Qwrite $0 obj.SetAnnotations(a) via Set; write $0/?Annotations/[] a[k] via Set; write $0/?U/[] obj.SetAnnotations(a) via Set\E$`

func Merge(dst, src map[string]string) map[string]string { // want Merge:`^\Qret0=$0; write $0/[] dst[k]\E$`
	for k, v := range src {
		dst[k] = v
	}
	return dst
}

// MarkAll marks the pods of owner.
func MarkAll(owner *corev1.Pod, pods []*corev1.Pod) { // want MarkAll:`^\Qwrite $1/[]/*/ObjectMeta/Labels/*/[] p.Labels["owner"]\E$`
	for _, p := range pods {
		p.Labels["owner"] = owner.Name
	}
}
