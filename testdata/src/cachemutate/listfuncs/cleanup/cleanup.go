// Package cleanup goes through what a list function lists, whichever that is.
package cleanup

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/tools/cache"
)

// All marks what list lists.
func All(list func(labels.Selector, cache.AppendFunc) error, mark string) error { // want All:`^\Qcall $0(_,func "k8slint.test/cachemutate/listfuncs/cleanup.All$1")\E$`
	var err error
	listErr := list(labels.Everything(), func(o any) {
		pod, ok := o.(*corev1.Pod)
		if !ok || err != nil {
			return
		}
		pod.Labels[mark] = "done"
	})
	if listErr != nil {
		return listErr
	}
	return err
}

// Copies does the same to copies.
func Copies(list func(labels.Selector, cache.AppendFunc) error, mark string) error {
	return list(labels.Everything(), func(o any) {
		pod, ok := o.(*corev1.Pod)
		if !ok {
			return
		}
		pod = pod.DeepCopy()
		pod.Labels[mark] = "done"
	})
}

// Marker returns a function that marks the pods that it is given.
func Marker(mark string) func(*corev1.Pod) {
	return func(pod *corev1.Pod) { pod.Labels[mark] = "done" }
}

// Into returns a function that puts labels into target.
func Into(target *corev1.Pod) func(*corev1.Pod) {
	return func(pod *corev1.Pod) { target.Labels = pod.Labels; target.Spec.NodeName = "x" }
}
