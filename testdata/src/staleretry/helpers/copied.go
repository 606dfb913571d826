package helpers

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/util/retry"

	"k8slint.test/staleretry/helpers/store"
)

// What a helper of another package returns may be the object of the cache itself, which it has changed.
func markedInCache(ctx context.Context, client kubernetes.Interface, pods listers.PodNamespaceLister, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod, err := pods.Get(name)
		if err != nil {
			return err
		}
		_, err = client.CoreV1().Pods(pod.Namespace).Update(ctx, store.Mark(pod), metav1.UpdateOptions{}) // want `store.Mark\(pod\) is the informer's cached object, changed in place`
		return err
	})
}

// It may be a copy of it: the cache is asked too soon.
func copiedFromCache(ctx context.Context, client kubernetes.Interface, pods listers.PodNamespaceLister, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod, err := pods.Get(name)
		if err != nil {
			return err
		}
		_, err = client.CoreV1().Pods(pod.Namespace).Update(ctx, store.Marked(pod), metav1.UpdateOptions{}) // want `comes from the informer's cache in every attempt, and the retry ends within 50 ms`
		return err
	})
}

// Or one of them: nobody knows whether the object of the cache was changed.
func perhapsCopied(ctx context.Context, client kubernetes.Interface, pods listers.PodNamespaceLister, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod, err := pods.Get(name)
		if err != nil {
			return err
		}
		_, err = client.CoreV1().Pods(pod.Namespace).Update(ctx, store.EnsureMarked(pod), metav1.UpdateOptions{}) // want `comes from the informer's cache in every attempt, and the retry ends within 50 ms`
		return err
	})
}
