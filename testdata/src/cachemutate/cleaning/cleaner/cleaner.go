// Package cleaner has steps that remove what must not be sent.
package cleaner

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"k8slint.test/cachemutate/cleaning/transform"
)

// Managed removes the managed fields.
func Managed(obj any) any {
	if o, ok := obj.(metav1.Object); ok {
		o.SetManagedFields(nil)
	}
	return obj
}

// Annotations makes a step that removes annotations from the object that it is given.
func Annotations(keys ...string) transform.Step {
	return func(obj any) any {
		if pod, ok := obj.(*corev1.Pod); ok {
			for _, k := range keys {
				delete(pod.Annotations, k)
			}
		}
		return obj
	}
}

// Env makes a step that removes variables from a copy.
func Env(names ...string) transform.Step {
	return func(obj any) any {
		pod, ok := obj.(*corev1.Pod)
		if !ok {
			return obj
		}
		pod = pod.DeepCopy()
		for i := range pod.Spec.Containers {
			pod.Spec.Containers[i].Env = nil
		}
		return pod
	}
}
