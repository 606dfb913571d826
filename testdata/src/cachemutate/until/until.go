// Package until: conditions on the events of an informer, and of a watch.
package until

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/tools/cache"
	watchtools "k8s.io/client-go/tools/watch"
)

// synced waits with an informer.
func synced(ctx context.Context, lw cache.ListerWatcher) {
	watchtools.UntilWithSync(ctx, lw, &corev1.Pod{}, nil,
		func(e watch.Event) (bool, error) {
			e.Object.(*corev1.Pod).Labels["seen"] = "b" // want `mutates a cached object`
			return true, nil
		},
		func(e watch.Event) (bool, error) {
			pod := e.Object.(*corev1.Pod).DeepCopy()
			pod.Labels["seen"] = "b"
			return true, nil
		})
}

// last is the event that the wait ends with, when the informer has stopped.
func last(ctx context.Context, lw cache.ListerWatcher) {
	ev, err := watchtools.UntilWithSync(ctx, lw, &corev1.Pod{}, nil)
	if err == nil {
		ev.Object.(*corev1.Pod).Labels["last"] = "b"
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

// informed reads the events of an informer that looks like a watch.
func informed(lw cache.ListerWatcher) {
	indexer, _, w, done := watchtools.NewIndexerInformerWatcher(lw, &corev1.Pod{})
	defer func() { <-done }()
	defer w.Stop()
	for event := range w.ResultChan() {
		pod, ok := event.Object.(*corev1.Pod)
		if !ok {
			continue
		}
		pod.Labels["seen"] = "b" // want `mutates a cached object`
	}
	if obj, ok, err := indexer.GetByKey("ns/x"); err == nil && ok {
		obj.(*corev1.Pod).Labels["seen"] = "b" // want `mutates a cached object`
	}
}

// informedOnce copies what it gets.
func informedOnce(lw cache.ListerWatcher) {
	_, _, w, _ := watchtools.NewIndexerInformerWatcher(lw, &corev1.Pod{})
	event := <-w.ResultChan()
	if pod, ok := event.Object.(*corev1.Pod); ok {
		pod = pod.DeepCopy()
		pod.Labels["seen"] = "b"
	}
}

// plain reads the events of a watch, whose objects are its own.
func plain(ctx context.Context, pods typedcorev1.PodInterface) error {
	w, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: "0"})
	if err != nil {
		return err
	}
	seen(w)
	for event := range w.ResultChan() {
		if pod, ok := event.Object.(*corev1.Pod); ok {
			pod.Labels["seen"] = "b"
		}
	}
	return nil
}

// seen is given watches of both sorts.
func seen(w watch.Interface) {
	for {
		select {
		case event, ok := <-w.ResultChan():
			if !ok {
				return
			}
			event.Object.(*corev1.Pod).Labels["seen"] = "b"
		}
	}
}

func informedElsewhere(lw cache.ListerWatcher) {
	_, _, w, _ := watchtools.NewIndexerInformerWatcher(lw, &corev1.Pod{})
	seen(w) // want `mutates a cached object`
}

// A follower keeps the watch.
type follower struct {
	indexer cache.Indexer
	watcher watch.Interface
}

func newFollower(lw cache.ListerWatcher) *follower {
	f := &follower{}
	f.indexer, _, f.watcher, _ = watchtools.NewIndexerInformerWatcher(lw, &corev1.Pod{})
	return f
}

func (f *follower) run() {
	for event := range f.watcher.ResultChan() {
		if pod, ok := event.Object.(*corev1.Pod); ok {
			pod.Labels["seen"] = "b" // want `mutates a cached object`
		}
	}
}

// informedUntil waits for an event of an informer.
func informedUntil(ctx context.Context, lw cache.ListerWatcher) {
	_, _, w, _ := watchtools.NewIndexerInformerWatcher(lw, &corev1.Pod{})
	ev, err := watchtools.UntilWithoutRetry(ctx, w, func(e watch.Event) (bool, error) {
		e.Object.(*corev1.Pod).Labels["seen"] = "b" // want `mutates a cached object`
		return true, nil
	})
	if err == nil {
		ev.Object.(*corev1.Pod).Labels["last"] = "b" // want `mutates a cached object`
	}
}

// plainUntil waits for one of a watch.
func plainUntil(ctx context.Context, pods typedcorev1.PodInterface) error {
	w, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: "0"})
	if err != nil {
		return err
	}
	_, err = watchtools.UntilWithoutRetry(ctx, w, func(e watch.Event) (bool, error) {
		e.Object.(*corev1.Pod).Labels["seen"] = "b"
		return true, nil
	})
	return err
}
