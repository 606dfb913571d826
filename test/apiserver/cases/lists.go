package cases

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes"
	corev1client "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/tools/cache"
)

// PagedInformer gathers the pages of its lists, without their version.
func PagedInformer(client kubernetes.Interface, namespace string) cache.SharedIndexInformer {
	pods := client.CoreV1().Pods(namespace)
	return cache.NewSharedIndexInformer(&cache.ListWatch{
		ListWithContextFunc: func(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
			var all corev1.PodList
			for {
				page, err := pods.List(ctx, options)
				if err != nil {
					return nil, err
				}
				all.Items = append(all.Items, page.Items...)
				if options.Continue = page.Continue; options.Continue == "" {
					return &all, nil
				}
			}
		},
		WatchFuncWithContext: func(ctx context.Context, options metav1.ListOptions) (watch.Interface, error) {
			return pods.Watch(ctx, options) // want watchrv
		},
	}, &corev1.Pod{}, 0, cache.Indexers{})
}

// VersionedInformer keeps the version of the last page.
func VersionedInformer(client kubernetes.Interface, namespace string) cache.SharedIndexInformer {
	pods := client.CoreV1().Pods(namespace)
	return cache.NewSharedIndexInformer(&cache.ListWatch{
		ListWithContextFunc: func(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
			var all corev1.PodList
			for {
				page, err := pods.List(ctx, options)
				if err != nil {
					return nil, err
				}
				all.ListMeta, all.Items = page.ListMeta, append(all.Items, page.Items...)
				if options.Continue = page.Continue; options.Continue == "" {
					return &all, nil
				}
			}
		},
		WatchFuncWithContext: func(ctx context.Context, options metav1.ListOptions) (watch.Interface, error) {
			return pods.Watch(ctx, options)
		},
	}, &corev1.Pod{}, 0, cache.Indexers{})
}

// WaitGone returns when a ConfigMap is deleted. The watch does not see the deletion if
// it comes between.
func WaitGone(ctx context.Context, client corev1client.ConfigMapInterface, name string) error {
	if _, err := client.Get(ctx, name, metav1.GetOptions{}); err != nil {
		return ignoreNotFound(err)
	}
	w, err := client.Watch(ctx, metav1.ListOptions{FieldSelector: fields.OneTermEqualSelector("metadata.name", name).String()}) // want watchrv
	if err != nil {
		return err
	}
	return deleted(ctx, w)
}

// WaitGoneSince watches from the version of a list.
func WaitGoneSince(ctx context.Context, client corev1client.ConfigMapInterface, name string) error {
	options := metav1.ListOptions{FieldSelector: fields.OneTermEqualSelector("metadata.name", name).String()}
	list, err := client.List(ctx, options)
	if err != nil || len(list.Items) == 0 {
		return err
	}
	options.ResourceVersion = list.ResourceVersion
	w, err := client.Watch(ctx, options)
	if err != nil {
		return err
	}
	return deleted(ctx, w)
}

func ignoreNotFound(err error) error {
	if apierrors.IsNotFound(err) {
		return nil
	}
	return err
}

func deleted(ctx context.Context, w watch.Interface) error {
	defer w.Stop()
	for event := range w.ResultChan() {
		switch event.Type {
		case watch.Deleted:
			return nil
		case watch.Error:
			return apierrors.FromObject(event.Object)
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return errClosed
}
