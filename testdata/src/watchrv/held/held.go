// Package held has informers whose selector lies in a field, as options that are set
// once: they know nothing of where the reflector has to resume.
package held

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Balancers follows the services of one class.
type Balancers struct {
	client   kubernetes.Interface
	selector metav1.ListOptions
}

// New selects the services.
func New(client kubernetes.Interface, selector metav1.ListOptions) *Balancers {
	return &Balancers{client: client, selector: selector}
}

// Dropped uses the selector in place of the options.
func (b *Balancers) Dropped(ctx context.Context) cache.SharedIndexInformer {
	return cache.NewSharedIndexInformer(&cache.ListWatch{
		ListFunc: func(options metav1.ListOptions) (runtime.Object, error) {
			return b.client.CoreV1().Services("").List(ctx, b.selector)
		},
		WatchFunc: func(options metav1.ListOptions) (watch.Interface, error) {
			return b.client.CoreV1().Services("").Watch(ctx, b.selector) // want `this function starts the watch without the resourceVersion of its options`
		},
	}, &corev1.Service{}, 0, nil)
}

// Bookmarked copies the selector.
func (b *Balancers) Bookmarked(ctx context.Context) *cache.ListWatch {
	return &cache.ListWatch{
		WatchFuncWithContext: func(ctx context.Context, _ metav1.ListOptions) (watch.Interface, error) {
			options := b.selector
			options.AllowWatchBookmarks = true
			return b.client.CoreV1().Services("").Watch(ctx, options) // want `this function starts the watch without the resourceVersion of its options`
		},
	}
}

// Method hands on a method.
func (b *Balancers) Method() *cache.ListWatch {
	return &cache.ListWatch{WatchFunc: b.watch}
}

func (b *Balancers) watch(metav1.ListOptions) (watch.Interface, error) {
	return b.client.CoreV1().Services("").Watch(context.TODO(), b.selector) // want `this function starts the watch without the resourceVersion of its options`
}

// Kept copies the version.
func (b *Balancers) Kept(ctx context.Context) *cache.ListWatch {
	return &cache.ListWatch{
		WatchFunc: func(o metav1.ListOptions) (watch.Interface, error) {
			options := b.selector
			options.ResourceVersion = o.ResourceVersion
			return b.client.CoreV1().Services("").Watch(ctx, options)
		},
	}
}

// Selected copies the selector.
func (b *Balancers) Selected(ctx context.Context) *cache.ListWatch {
	return &cache.ListWatch{
		WatchFunc: func(options metav1.ListOptions) (watch.Interface, error) {
			options.LabelSelector = b.selector.LabelSelector
			return b.client.CoreV1().Services("").Watch(ctx, options)
		},
	}
}

// Watch is asked for what the caller has selected before, from wherever that says.
func (b *Balancers) Watch(ctx context.Context, _ metav1.ListOptions) (watch.Interface, error) {
	return b.client.CoreV1().Services("").Watch(ctx, b.selector)
}

// Resumer keeps the version beside the selector.
type Resumer struct {
	client  kubernetes.Interface
	options metav1.ListOptions
}

// Kept sets the version of its own options.
func (r *Resumer) Kept(ctx context.Context) *cache.ListWatch {
	return &cache.ListWatch{
		WatchFunc: func(o metav1.ListOptions) (watch.Interface, error) {
			r.options.ResourceVersion = o.ResourceVersion
			return r.client.CoreV1().Services("").Watch(ctx, r.options)
		},
	}
}
