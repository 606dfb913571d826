// Package deadstore moves a position that nobody reads.
package deadstore

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

// Until watches until the pod has succeeded.
func Until(ctx context.Context, pods typedcorev1.PodInterface, opts metav1.ListOptions) error {
	for {
		if done, err := once(ctx, pods, opts); done || err != nil {
			return err
		}
	}
}

func once(ctx context.Context, pods typedcorev1.PodInterface, opts metav1.ListOptions) (bool, error) {
	w, err := pods.Watch(ctx, opts)
	if err != nil {
		return false, err
	}
	defer w.Stop()
	for event := range w.ResultChan() {
		pod, ok := event.Object.(*corev1.Pod)
		if !ok {
			return false, nil
		}
		if pod.Status.Phase == corev1.PodSucceeded {
			return true, nil
		}
		opts.ResourceVersion = pod.ResourceVersion // want `the event's resourceVersion is stored in a copy of the options that nothing reads`
	}
	return false, nil
}

// UntilFrom logs what it stored: not dead, and no position either.
func UntilFrom(ctx context.Context, pods typedcorev1.PodInterface, opts metav1.ListOptions, log func(string)) error {
	w, err := pods.Watch(ctx, opts)
	if err != nil {
		return err
	}
	defer w.Stop()
	for event := range w.ResultChan() {
		if pod, ok := event.Object.(*corev1.Pod); ok {
			opts.ResourceVersion = pod.ResourceVersion
			log(opts.ResourceVersion)
		}
	}
	return nil
}
