// Package informers gives informers and RetryWatchers functions that lose the
// version to start from.
package informers

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	watchtools "k8s.io/client-go/tools/watch"
)

// Dropped is the stern shape: the WatchFunc has options of its own.
func Dropped(ctx context.Context, client kubernetes.Interface) (*watchtools.RetryWatcher, error) {
	return watchtools.NewRetryWatcherWithContext(ctx, "1", &cache.ListWatch{
		WatchFunc: func(options metav1.ListOptions) (watch.Interface, error) {
			return client.CoreV1().Pods("").Watch(ctx, metav1.ListOptions{LabelSelector: "app=web"}) // want `this function starts the watch without the resourceVersion of its options`
		},
	})
}

// DroppedCaptured is the kube-vip shape: a blank parameter, captured options
// and a retrying helper between.
func DroppedCaptured(ctx context.Context, client kubernetes.Interface, name string) (*watchtools.RetryWatcher, error) {
	opts := metav1.ListOptions{FieldSelector: "metadata.name=" + name}
	return watchtools.NewRetryWatcherWithContext(ctx, "1", &cache.ListWatch{
		WatchFunc: func(_ metav1.ListOptions) (watch.Interface, error) {
			return withRetry(ctx, func(ctx context.Context) (watch.Interface, error) {
				return client.CoreV1().Nodes().Watch(ctx, opts) // want `this function starts the watch without the resourceVersion`
			})
		},
	})
}

func withRetry(ctx context.Context, start func(context.Context) (watch.Interface, error)) (watch.Interface, error) {
	w, err := start(ctx)
	if err != nil {
		time.Sleep(time.Second)
		return start(ctx)
	}
	return w, nil
}

// Kept forwards the options.
func Kept(ctx context.Context, client kubernetes.Interface, tweak func(*metav1.ListOptions)) (*watchtools.RetryWatcher, error) {
	list, err := client.CoreV1().Pods("").List(ctx, metav1.ListOptions{})
	if err != nil {
		return nil, err
	}
	return watchtools.NewRetryWatcherWithContext(ctx, list.ResourceVersion, &cache.ListWatch{
		WatchFunc: func(options metav1.ListOptions) (watch.Interface, error) {
			if tweak != nil {
				tweak(&options)
			}
			return client.CoreV1().Pods("").Watch(ctx, options)
		},
	})
}

// Cleared takes the version out of watches too.
func Cleared(client kubernetes.Interface) informers.SharedInformerFactory {
	return informers.NewSharedInformerFactoryWithOptions(client, time.Hour, informers.WithTweakListOptions(func(options *metav1.ListOptions) {
		options.LabelSelector = "app=web"
		options.ResourceVersion = "" // want `the resourceVersion is cleared for watches too, not only for lists`
	}))
}

// ClearedAny only takes out "0", which no watch of an informer starts from.
func ClearedAny(client kubernetes.Interface) informers.SharedInformerFactory {
	return informers.NewSharedInformerFactoryWithOptions(client, time.Hour, informers.WithTweakListOptions(func(options *metav1.ListOptions) {
		if options.ResourceVersion == "0" {
			options.ResourceVersion = ""
		}
	}))
}

type controller struct{}

func (c *controller) tweak(options *metav1.ListOptions) {
	options.ResourceVersion = "" // want `the resourceVersion is cleared for watches too`
}

// Method hands on a method.
func Method(client kubernetes.Interface, c *controller) informers.SharedInformerFactory {
	return informers.NewSharedInformerFactoryWithOptions(client, time.Hour, informers.WithTweakListOptions(c.tweak))
}

// Pages gathers the pages of a list and forgets their version.
func Pages(ctx context.Context, client kubernetes.Interface) cache.SharedIndexInformer {
	pods := client.CoreV1().Pods("")
	listFunc := func(options metav1.ListOptions) (runtime.Object, error) {
		var all []corev1.Pod
		for {
			page, err := pods.List(ctx, options)
			if err != nil {
				return nil, err
			}
			all = append(all, page.Items...)
			if page.Continue == "" {
				break
			}
			options.Continue = page.Continue
		}
		return &corev1.PodList{Items: all}, nil
	}
	watchFunc := func(options metav1.ListOptions) (watch.Interface, error) {
		options.LabelSelector = "app=web"
		return pods.Watch(ctx, options) // want `this watch should start where the list at line 114 ended, but the list has lost its resourceVersion`
	}
	return cache.NewSharedIndexInformer(&cache.ListWatch{ListFunc: listFunc, WatchFunc: watchFunc}, &corev1.Pod{}, 0, nil)
}

// PagesKept keeps it.
func PagesKept(ctx context.Context, client kubernetes.Interface) *cache.ListWatch {
	pods := client.CoreV1().Pods("")
	return &cache.ListWatch{
		ListFunc: func(options metav1.ListOptions) (runtime.Object, error) {
			var all []corev1.Pod
			page, err := pods.List(ctx, options)
			if err != nil {
				return nil, err
			}
			all = append(all, page.Items...)
			return &corev1.PodList{ListMeta: page.ListMeta, Items: all}, nil
		},
		WatchFunc: func(options metav1.ListOptions) (watch.Interface, error) {
			return pods.Watch(ctx, options)
		},
	}
}

// Unstructured builds a list by hand.
func Unstructured(ctx context.Context, client dynamic.Interface, gvr schema.GroupVersionResource) cache.SharedIndexInformer {
	return cache.NewSharedIndexInformer(
		&cache.ListWatch{
			ListFunc: func(options metav1.ListOptions) (runtime.Object, error) {
				page, err := client.Resource(gvr).List(ctx, options)
				if err != nil {
					return nil, err
				}
				return &unstructured.UnstructuredList{
					Object: map[string]any{"apiVersion": "v1", "kind": "List"},
					Items:  page.Items,
				}, nil
			},
			WatchFunc: func(options metav1.ListOptions) (watch.Interface, error) {
				return client.Resource(gvr).Watch(ctx, options) // want `this watch should start where the list at`
			},
		}, &unstructured.Unstructured{}, 0, nil)
}

// PagesAlone hands its ListFunc to someone who watches elsewhere: the finding
// stands at the list.
func PagesAlone(ctx context.Context, client kubernetes.Interface, inform func(cache.ListFunc)) {
	inform(func(options metav1.ListOptions) (runtime.Object, error) {
		page, err := client.CoreV1().Pods("").List(ctx, options)
		if err != nil {
			return nil, err
		}
		return &corev1.PodList{Items: page.Items}, nil // want `the new list has the items but not the ListMeta`
	})
}

// PagesFiltered keeps the version, by way of the variable that holds the list.
func PagesFiltered(ctx context.Context, client kubernetes.Interface) *cache.ListWatch {
	return &cache.ListWatch{
		ListFunc: func(options metav1.ListOptions) (runtime.Object, error) {
			page, err := client.CoreV1().Pods("").List(ctx, options)
			if err != nil {
				return nil, err
			}
			out := &corev1.PodList{Items: []corev1.Pod{}}
			for _, pod := range page.Items {
				if pod.Spec.NodeName != "" {
					out.Items = append(out.Items, pod)
				}
			}
			out.ResourceVersion = page.GetResourceVersion()
			return out, nil
		},
	}
}

// PagesTyped is given its metadata by a helper.
func PagesTyped(ctx context.Context, client kubernetes.Interface, keep func(from, to runtime.Object)) *cache.ListWatch {
	return &cache.ListWatch{
		ListFunc: func(options metav1.ListOptions) (runtime.Object, error) {
			page, err := client.CoreV1().Pods("").List(ctx, options)
			if err != nil {
				return nil, err
			}
			out := &corev1.PodList{Items: page.Items}
			keep(page, out)
			return out, nil
		},
	}
}

// PagesForgotten fills a variable, and forgets the version.
func PagesForgotten(ctx context.Context, client kubernetes.Interface, inform func(cache.ListFunc)) {
	inform(func(options metav1.ListOptions) (runtime.Object, error) {
		page, err := client.CoreV1().Pods("").List(ctx, options)
		if err != nil {
			return nil, err
		}
		out := &corev1.PodList{}
		for _, pod := range page.Items {
			if pod.Spec.NodeName != "" {
				out.Items = append(out.Items, pod)
			}
		}
		return out, nil // want `the new list has the items but not the ListMeta`
	})
}

// FallsBack starts from nothing where the server no longer has the version.
func FallsBack(ctx context.Context, client kubernetes.Interface) (*watchtools.RetryWatcher, error) {
	return watchtools.NewRetryWatcherWithContext(ctx, "1", &cache.ListWatch{
		WatchFunc: func(options metav1.ListOptions) (watch.Interface, error) {
			options.LabelSelector = "app=web"
			w, err := client.CoreV1().Pods("").Watch(ctx, options)
			if apierrors.IsGone(err) {
				options.ResourceVersion = ""
				w, err = client.CoreV1().Pods("").Watch(ctx, options)
			}
			return w, err
		},
	})
}

// Either starts one watch or the other.
func Either(ctx context.Context, client kubernetes.Interface, namespace string) (*watchtools.RetryWatcher, error) {
	return watchtools.NewRetryWatcherWithContext(ctx, "1", &cache.ListWatch{
		WatchFunc: func(options metav1.ListOptions) (watch.Interface, error) {
			if namespace != "" {
				return client.CoreV1().Pods(namespace).Watch(ctx, options)
			}
			return client.CoreV1().Pods("").Watch(ctx, metav1.ListOptions{LabelSelector: "app=web"}) // want `this function starts the watch without the resourceVersion`
		},
	})
}
