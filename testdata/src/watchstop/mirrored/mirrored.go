// Package mirrored compares with the constant on the left.
package mirrored

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes"
)

var errFailed = errors.New("the watch failed")

// drained reads the watch to its end, if there is one.
func drained(ctx context.Context, client kubernetes.Interface) (n int, err error) {
	w, err := client.CoreV1().Pods("a").Watch(ctx, metav1.ListOptions{})
	if nil != err {
		return 0, err
	}
	for event := range w.ResultChan() {
		if watch.Error == event.Type {
			return n, errFailed // the server closes it
		}
		n++
	}
	return n, nil
}

// first stops reading at the first pod of that phase.
func first(ctx context.Context, client kubernetes.Interface, phase corev1.PodPhase) error {
	w, err := client.CoreV1().Pods("a").Watch(ctx, metav1.ListOptions{}) // want `nothing stops this watch if the function ends at line 40`
	if nil != err {
		return err
	}
	for event := range w.ResultChan() {
		pod, ok := event.Object.(*corev1.Pod)
		if ok && phase == pod.Status.Phase {
			return nil
		}
	}
	return nil
}
