// Package open starts watches.
package open

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

// Pods watches from there on.
func Pods(ctx context.Context, pods typedcorev1.PodInterface, from string) (watch.Interface, error) {
	return pods.Watch(ctx, metav1.ListOptions{ResourceVersion: from})
}

// Cached watches with these options, from whatever the server has at hand.
func Cached(ctx context.Context, pods typedcorev1.PodInterface, opts metav1.ListOptions) (watch.Interface, error) {
	opts.ResourceVersion = "0"
	return pods.Watch(ctx, opts)
}
