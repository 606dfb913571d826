// Package watching has helpers of watch loops, with names of their own.
package watching

import (
	"context"
	"errors"
	"fmt"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

// Follow watches the pods of a node.
func Follow(ctx context.Context, pods typedcorev1.PodInterface, node, from string) (watch.Interface, error) {
	w, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: from, FieldSelector: "spec.nodeName=" + node})
	if err != nil {
		return nil, fmt.Errorf("watch the pods of %s: %w", node, err)
	}
	return w, nil
}

// ErrTooOld says that there is nothing to go on from.
var ErrTooOld = errors.New("too old")

// FollowOrTell is Follow, with an error of its own.
func FollowOrTell(ctx context.Context, pods typedcorev1.PodInterface, from string) (watch.Interface, error) {
	w, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: from})
	if apierrors.IsGone(err) || apierrors.IsResourceExpired(err) {
		return nil, ErrTooOld
	}
	return w, err
}

// Insist calls f until it returns no error.
func Insist(ctx context.Context, f func(context.Context) error) {
	pause := time.Second
	for ctx.Err() == nil {
		if err := f(ctx); err == nil {
			return
		}
		time.Sleep(pause)
		pause = min(2*pause, time.Minute)
	}
}

// RetryGuard calls f, and turns its panics into errors.
func RetryGuard(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return f()
}

// Snapshot reads the pods of a node.
func Snapshot(ctx context.Context, pods typedcorev1.PodInterface, node string) ([]string, string, error) {
	list, err := pods.List(ctx, metav1.ListOptions{FieldSelector: "spec.nodeName=" + node})
	if err != nil {
		return nil, "", err
	}
	var names []string
	for _, pod := range list.Items {
		names = append(names, pod.Name)
	}
	return names, list.ResourceVersion, nil
}
