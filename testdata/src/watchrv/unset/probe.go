package unset

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

// mayWatch asks whether lists and watches are allowed. Nobody reads the watch, so it can miss nothing.
func mayWatch(ctx context.Context, pods typedcorev1.PodInterface) error {
	if _, err := pods.List(ctx, metav1.ListOptions{Limit: 1}); err != nil {
		return err
	}
	w, err := pods.Watch(ctx, metav1.ListOptions{}) // want `sends the whole state as ADDED events; list first`
	if err != nil {
		return err
	}
	w.Stop()
	return nil
}

// firstChange takes the first event of the watch for a change.
func firstChange(ctx context.Context, pods typedcorev1.PodInterface) (string, error) {
	if _, err := pods.List(ctx, metav1.ListOptions{}); err != nil {
		return "", err
	}
	w, err := pods.Watch(ctx, metav1.ListOptions{}) // want `and nothing says what was deleted in between`
	if err != nil {
		return "", err
	}
	defer w.Stop()
	event := <-w.ResultChan()
	return string(event.Type), nil
}

// mayWatchTwice asks twice, with one variable, which a literal shares.
func mayWatchTwice(ctx context.Context, pods typedcorev1.PodInterface) error {
	if _, err := pods.List(ctx, metav1.ListOptions{Limit: 1}); err != nil {
		return err
	}
	w, err := pods.Watch(ctx, metav1.ListOptions{}) // want `and nothing says what was deleted in between`
	if err != nil {
		return err
	}
	first := w
	if w, err = pods.Watch(ctx, metav1.ListOptions{}); err == nil { // want `and nothing says what was deleted in between`
		w.Stop()
	}
	w = first
	defer func() { w.Stop() }()
	return err
}
