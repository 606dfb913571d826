// Package replay holds a watch loop that goes backwards and its fixed twin;
// its test shows what they do when the API server's events are out of order.
package replay

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/resourceversion"
	"k8s.io/apimachinery/pkg/watch"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

// Naive resumes from the version of the last event.
func Naive(ctx context.Context, pods typedcorev1.PodInterface, from string, see func(watch.EventType, string)) error {
	rv := from
	for ctx.Err() == nil {
		w, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: rv})
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			pod, ok := event.Object.(*corev1.Pod)
			if !ok {
				return nil
			}
			rv = pod.ResourceVersion // want `rv can move backwards, and the watch at line 19 resumes`
			see(event.Type, pod.Name)
		}
	}
	return nil
}

// Fixed only goes forward.
func Fixed(ctx context.Context, pods typedcorev1.PodInterface, from string, see func(watch.EventType, string)) error {
	rv := from
	for ctx.Err() == nil {
		w, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: rv})
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			pod, ok := event.Object.(*corev1.Pod)
			if !ok {
				return nil
			}
			if order, err := resourceversion.CompareResourceVersion(pod.ResourceVersion, rv); rv == "" || err == nil && order > 0 {
				rv = pod.ResourceVersion
			}
			see(event.Type, pod.Name)
		}
	}
	return nil
}
