// Package until: conditions on the events of an informer, and of a watch.
package until

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"
	watchtools "k8s.io/client-go/tools/watch"
)

// synced waits with an informer.
func synced(ctx context.Context, lw cache.ListerWatcher) {
	watchtools.UntilWithSync(ctx, lw, &corev1.Pod{}, nil,
		func(e watch.Event) (bool, error) {
			e.Object.(*corev1.Pod).Labels["seen"] = "b" // want `mutates an object of the informer cache`
			return true, nil
		},
		func(e watch.Event) (bool, error) {
			pod := e.Object.(*corev1.Pod).DeepCopy()
			pod.Labels["seen"] = "b"
			return true, nil
		})
}

// last is the event that the wait ends with.
func last(ctx context.Context, lw cache.ListerWatcher) {
	ev, err := watchtools.UntilWithSync(ctx, lw, &corev1.Pod{}, nil)
	if err == nil {
		ev.Object.(*corev1.Pod).Labels["last"] = "b" // want `mutates an object of the informer cache`
	}
}

// watched waits with a watch of its own.
func watched(ctx context.Context, w cache.Watcher) {
	ev, err := watchtools.Until(ctx, "1", w, func(e watch.Event) (bool, error) {
		e.Object.(*corev1.Pod).Labels["seen"] = "b"
		return true, nil
	})
	if err == nil {
		ev.Object.(*corev1.Pod).Labels["last"] = "b"
	}
}
