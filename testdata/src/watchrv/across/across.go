// Package across starts watches by functions of another package, which see to the
// version.
package across

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"

	"k8slint.test/watchrv/across/open"
)

// FromCache starts from "0", as the helper sees to.
func FromCache(ctx context.Context, pods typedcorev1.PodInterface) (watch.Interface, error) {
	return open.Cached(ctx, pods, metav1.ListOptions{LabelSelector: "app=web"})
}

// FromThere starts where its caller says.
func FromThere(ctx context.Context, pods typedcorev1.PodInterface, from string) (watch.Interface, error) {
	return open.Pods(ctx, pods, from)
}
