// Package fixes has watches whose options get lost, and whose fixes differ.
package fixes

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Labelled has its own selector.
func Labelled(ctx context.Context, client kubernetes.Interface, selector string) *cache.ListWatch {
	return &cache.ListWatch{
		ListFunc: func(options metav1.ListOptions) (runtime.Object, error) {
			options.LabelSelector = selector
			return client.CoreV1().Pods("").List(ctx, options)
		},
		WatchFunc: func(options metav1.ListOptions) (watch.Interface, error) {
			return client.CoreV1().Pods("").Watch(ctx, metav1.ListOptions{ // want `this function starts the watch without the resourceVersion of its options`
				LabelSelector: selector,
				FieldSelector: fields.OneTermNotEqualSelector("spec.nodeName", "").String(),
			})
		},
	}
}

// Unnamed gives its options no name.
func Unnamed(ctx context.Context, client kubernetes.Interface) *cache.ListWatch {
	return &cache.ListWatch{
		ListFunc: func(options metav1.ListOptions) (runtime.Object, error) {
			return client.CoreV1().Secrets("").List(ctx, options)
		},
		WatchFunc: func(_ metav1.ListOptions) (watch.Interface, error) {
			return client.CoreV1().Secrets("").Watch(ctx, metav1.ListOptions{}) // want `this function starts the watch without the resourceVersion of its options`
		},
	}
}

// Plain drops all of them.
func Plain(ctx context.Context, client kubernetes.Interface) *cache.ListWatch {
	return &cache.ListWatch{
		ListFunc: func(options metav1.ListOptions) (runtime.Object, error) {
			return client.CoreV1().Services("").List(ctx, options)
		},
		WatchFunc: func(options metav1.ListOptions) (watch.Interface, error) {
			w, err := client.CoreV1().Services("").Watch(ctx, metav1.ListOptions{}) // want `this function starts the watch without the resourceVersion of its options`
			if err != nil {
				return nil, err
			}
			return w, nil
		},
	}
}
