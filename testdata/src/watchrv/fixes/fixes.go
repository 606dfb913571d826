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
	watchtools "k8s.io/client-go/tools/watch"
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

// Shared has options that its list sends too.
func Shared(ctx context.Context, client kubernetes.Interface, name string) (*watchtools.RetryWatcher, error) {
	opts := metav1.ListOptions{FieldSelector: fields.OneTermEqualSelector("metadata.name", name).String()}
	list, err := client.CoreV1().Nodes().List(ctx, opts)
	if err != nil {
		return nil, err
	}
	return watchtools.NewRetryWatcher(list.ResourceVersion, &cache.ListWatch{
		WatchFunc: func(_ metav1.ListOptions) (watch.Interface, error) {
			return client.CoreV1().Nodes().Watch(ctx, opts) // want `this function starts the watch without the resourceVersion of its options`
		},
	})
}

// Within makes its options itself, and has one parameter, of no name.
func Within(ctx context.Context, client kubernetes.Interface, options string) (*watchtools.RetryWatcher, error) {
	return watchtools.NewRetryWatcher("1", &cache.ListWatch{
		WatchFunc: func(metav1.ListOptions) (watch.Interface, error) {
			// Only what the caller selects.
			opts := metav1.ListOptions{LabelSelector: options}
			return client.CoreV1().Nodes().Watch(ctx, opts) // want `this function starts the watch without the resourceVersion of its options`
		},
	})
}

// Repeated watches in a function that is called again after some errors.
func Repeated(ctx context.Context, client kubernetes.Interface) (*watchtools.RetryWatcher, error) {
	return watchtools.NewRetryWatcher("1", &cache.ListWatch{
		WatchFunc: func(_ metav1.ListOptions) (watch.Interface, error) {
			return twice(ctx, func(ctx context.Context) (watch.Interface, error) {
				return client.CoreV1().Nodes().Watch(ctx, metav1.ListOptions{LabelSelector: "role=edge"}) // want `this function starts the watch without the resourceVersion of its options`
			})
		},
	})
}

func twice(ctx context.Context, start func(context.Context) (watch.Interface, error)) (watch.Interface, error) {
	if w, err := start(ctx); err == nil {
		return w, nil
	}
	return start(ctx)
}

// Changed has options that are set later: what is in them is for the author to say.
func Changed(ctx context.Context, client kubernetes.Interface, all bool) (*watchtools.RetryWatcher, error) {
	opts := metav1.ListOptions{LabelSelector: "role=edge"}
	if all {
		opts.LabelSelector = ""
	}
	return watchtools.NewRetryWatcher("1", &cache.ListWatch{
		WatchFunc: func(_ metav1.ListOptions) (watch.Interface, error) {
			return client.CoreV1().Nodes().Watch(ctx, opts) // want `this function starts the watch without the resourceVersion of its options`
		},
	})
}

// Explained says why its selector is there, which a fix would lose.
func Explained(ctx context.Context, client kubernetes.Interface) *cache.ListWatch {
	return &cache.ListWatch{
		ListFunc: func(options metav1.ListOptions) (runtime.Object, error) {
			return client.CoreV1().Services("").List(ctx, options)
		},
		WatchFunc: func(options metav1.ListOptions) (watch.Interface, error) {
			return client.CoreV1().Services("").Watch(ctx, metav1.ListOptions{ // want `this function starts the watch without the resourceVersion of its options`
				// The others are of no interest here.
				LabelSelector: "tier=front",
			})
		},
	}
}
