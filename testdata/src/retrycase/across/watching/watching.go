// Package watching has helpers of watch loops, with names of their own.
package watching

import (
	"context"
	"errors"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

// ErrTooOld says that there is nothing to go on from.
var ErrTooOld = errors.New("too old")

// FollowOrTell watches pods, with an error of its own.
func FollowOrTell(ctx context.Context, pods typedcorev1.PodInterface, opts metav1.ListOptions) (watch.Interface, error) {
	w, err := pods.Watch(ctx, opts)
	if apierrors.IsGone(err) || apierrors.IsResourceExpired(err) {
		return nil, ErrTooOld
	}
	return w, err
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

// Refresh reads the pods of a node for whoever is interested.
func Refresh(ctx context.Context, pods typedcorev1.PodInterface, node string) error {
	_, _, err := Snapshot(ctx, pods, node)
	return err
}
