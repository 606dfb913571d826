package cases

import (
	"context"
	"errors"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/resourceversion"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/apimachinery/pkg/watch"
	corev1client "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/tools/cache"
	watchtools "k8s.io/client-go/tools/watch"
	"k8s.io/klog/v2"
)

// FollowExpired watches from a version, and after each error from the same one.
func FollowExpired(ctx context.Context, client corev1client.ConfigMapInterface, version string, handle func(watch.Event)) {
	wait.UntilWithContext(ctx, func(ctx context.Context) {
		w, err := client.Watch(ctx, metav1.ListOptions{ResourceVersion: version}) // want retrycase
		if err != nil {
			klog.ErrorS(err, "Watching again", "resourceVersion", version)
			return
		}
		defer w.Stop()
		for event := range w.ResultChan() {
			if event.Type == watch.Error {
				version = ""
				return
			}
			handle(event)
		}
	}, time.Millisecond)
}

// FollowListed lists after each error.
func FollowListed(ctx context.Context, client corev1client.ConfigMapInterface, version string, handle func(watch.Event)) {
	wait.UntilWithContext(ctx, func(ctx context.Context) {
		if version == "" {
			list, err := client.List(ctx, metav1.ListOptions{})
			if err != nil {
				return
			}
			for i := range list.Items {
				handle(watch.Event{Type: watch.Added, Object: &list.Items[i]})
			}
			version = list.ResourceVersion
		}
		w, err := client.Watch(ctx, metav1.ListOptions{ResourceVersion: version})
		if err != nil {
			klog.ErrorS(err, "Listing again", "resourceVersion", version)
			version = ""
			return
		}
		defer w.Stop()
		for event := range w.ResultChan() {
			handle(event)
		}
		version = ""
	}, time.Millisecond)
}

// FollowFromStart has no list: the first events are what there is, in any order.
func FollowFromStart(ctx context.Context, client corev1client.ConfigMapInterface, handle func(*corev1.ConfigMap)) {
	version := "0"
	wait.UntilWithContext(ctx, func(ctx context.Context) {
		w, err := client.Watch(ctx, metav1.ListOptions{ResourceVersion: version})
		if err != nil {
			version = "0"
			return
		}
		defer w.Stop()
		for event := range w.ResultChan() {
			cm, ok := event.Object.(*corev1.ConfigMap)
			if !ok {
				version = "0"
				return
			}
			handle(cm)
			version = cm.ResourceVersion // want rvassign
		}
	}, time.Millisecond)
}

// FollowForward never goes back. CompareResourceVersion refuses "0".
func FollowForward(ctx context.Context, client corev1client.ConfigMapInterface, handle func(*corev1.ConfigMap)) {
	version := "0"
	wait.UntilWithContext(ctx, func(ctx context.Context) {
		w, err := client.Watch(ctx, metav1.ListOptions{ResourceVersion: version})
		if err != nil {
			version = "0"
			return
		}
		defer w.Stop()
		for event := range w.ResultChan() {
			cm, ok := event.Object.(*corev1.ConfigMap)
			if !ok {
				version = "0"
				return
			}
			handle(cm)
			if version == "0" {
				version = cm.ResourceVersion // there is nothing to compare with
			} else if order, err := resourceversion.CompareResourceVersion(cm.ResourceVersion, version); err == nil && order > 0 {
				version = cm.ResourceVersion
			}
		}
	}, time.Millisecond)
}

// FollowVersions takes the version of whatever comes, also that of an error, which
// has none.
func FollowVersions(ctx context.Context, client corev1client.ConfigMapInterface, handle func(watch.Event)) error {
	list, err := client.List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	version := list.ResourceVersion
	wait.UntilWithContext(ctx, func(ctx context.Context) {
		w, err := client.Watch(ctx, metav1.ListOptions{ResourceVersion: version})
		if err != nil {
			version = ""
			return
		}
		defer w.Stop()
		for event := range w.ResultChan() {
			object, err := meta.CommonAccessor(event.Object)
			if err != nil {
				version = ""
				return
			}
			handle(event)
			version = object.GetResourceVersion() // want rvassign
		}
	}, time.Millisecond)
	return nil
}

var errClosed = errors.New("the watch was closed")

// Added calls handle with each new ConfigMap. It does not see that the watch is closed.
func Added(ctx context.Context, client corev1client.ConfigMapInterface, handle func(*corev1.ConfigMap)) error {
	list, err := client.List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	w, err := client.Watch(ctx, metav1.ListOptions{ResourceVersion: list.ResourceVersion})
	if err != nil {
		return err
	}
	defer w.Stop()
	for {
		select {
		case event := <-w.ResultChan(): // want watcherror
			if cm, ok := event.Object.(*corev1.ConfigMap); ok {
				handle(cm)
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// AddedUntilClosed sees it.
func AddedUntilClosed(ctx context.Context, client corev1client.ConfigMapInterface, handle func(*corev1.ConfigMap)) error {
	list, err := client.List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	w, err := client.Watch(ctx, metav1.ListOptions{ResourceVersion: list.ResourceVersion})
	if err != nil {
		return err
	}
	defer w.Stop()
	for {
		select {
		case event, ok := <-w.ResultChan():
			if !ok {
				return errClosed
			}
			if cm, ok := event.Object.(*corev1.ConfigMap); ok {
				handle(cm)
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// RetryFromStart has a RetryWatcher whose watches drop the version to resume from.
func RetryFromStart(ctx context.Context, client corev1client.ConfigMapInterface, version string, handle func(watch.Event)) error {
	w, err := watchtools.NewRetryWatcherWithContext(ctx, version, &cache.ListWatch{
		WatchFuncWithContext: func(ctx context.Context, _ metav1.ListOptions) (watch.Interface, error) {
			return client.Watch(ctx, metav1.ListOptions{}) // want watchrv
		},
	})
	if err != nil {
		return fmt.Errorf("watching: %w", err)
	}
	defer w.Stop()
	for event := range w.ResultChan() {
		handle(event)
	}
	return nil
}

// RetryFromVersion forwards it.
func RetryFromVersion(ctx context.Context, client corev1client.ConfigMapInterface, version string, handle func(watch.Event)) error {
	w, err := watchtools.NewRetryWatcherWithContext(ctx, version, &cache.ListWatch{
		WatchFuncWithContext: func(ctx context.Context, options metav1.ListOptions) (watch.Interface, error) {
			return client.Watch(ctx, options)
		},
	})
	if err != nil {
		return fmt.Errorf("watching: %w", err)
	}
	defer w.Stop()
	for event := range w.ResultChan() {
		handle(event)
	}
	return nil
}

// Announce says which ConfigMaps are created, and those that are there, at each start.
func Announce(ctx context.Context, client corev1client.ConfigMapInterface, say func(name string)) error {
	w, err := client.Watch(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	defer w.Stop()
	for event := range w.ResultChan() {
		if cm, ok := event.Object.(*corev1.ConfigMap); ok && event.Type == watch.Added {
			say(cm.Name)
		}
	}
	return nil
}

// AnnounceNew says only which are created.
func AnnounceNew(ctx context.Context, client corev1client.ConfigMapInterface, say func(name string)) error {
	list, err := client.List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	w, err := client.Watch(ctx, metav1.ListOptions{ResourceVersion: list.ResourceVersion})
	if err != nil {
		return err
	}
	defer w.Stop()
	for event := range w.ResultChan() {
		if cm, ok := event.Object.(*corev1.ConfigMap); ok && event.Type == watch.Added {
			say(cm.Name)
		}
	}
	return nil
}
