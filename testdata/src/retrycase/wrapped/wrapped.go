// Package wrapped watches with types of the program's own, which wrap
// watch.Interface or look like it.
package wrapped

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

// PodEvent is an event of a Pod.
type PodEvent struct {
	Type   watch.EventType
	Object runtime.Object
}

// PodWatcher converts the events of a watch.
type PodWatcher struct {
	inner  watch.Interface
	events chan PodEvent
}

func newPodWatcher(ctx context.Context, pods typedcorev1.PodInterface, rv string) (*PodWatcher, error) {
	inner, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: rv})
	if err != nil {
		return nil, err
	}
	w := &PodWatcher{inner: inner, events: make(chan PodEvent)}
	go w.run()
	return w, nil
}

func (w *PodWatcher) run() {
	defer close(w.events)
	for event := range w.inner.ResultChan() {
		w.events <- PodEvent{event.Type, event.Object}
	}
}

// ResultChan is where the events come.
func (w *PodWatcher) ResultChan() <-chan PodEvent { return w.events }

// Follow watches again after any error; those of a channel of its own are not followed.
func Follow(ctx context.Context, pods typedcorev1.PodInterface, handle func(runtime.Object)) error {
	list, err := pods.List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	last := list.ResourceVersion
	for {
		w, err := newPodWatcher(ctx, pods, last)
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			if event.Type == watch.Error {
				break
			}
			handle(event.Object)
		}
	}
}

// FollowListed lists again after an error.
func FollowListed(ctx context.Context, pods typedcorev1.PodInterface, handle func(runtime.Object)) error {
	for {
		list, err := pods.List(ctx, metav1.ListOptions{})
		if err != nil {
			return err
		}
		w, err := newPodWatcher(ctx, pods, list.ResourceVersion)
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			if event.Type == watch.Error {
				break
			}
			handle(event.Object)
		}
	}
}

// Clustered is an event of one of several clusters.
type Clustered struct {
	watch.Event
	Cluster string
}

// ClusterWatcher embeds the watch of a cluster.
type ClusterWatcher struct {
	watch.Interface
	cluster string
	out     chan Clustered
}

// Events says where each event comes from.
func (w *ClusterWatcher) Events() <-chan Clustered {
	go func() {
		defer close(w.out)
		for event := range w.Interface.ResultChan() {
			w.out <- Clustered{event, w.cluster}
		}
	}()
	return w.out
}

// ClusterLoop keeps its position in a field.
type ClusterLoop struct {
	pods typedcorev1.PodInterface
	last string
}

func (l *ClusterLoop) open(ctx context.Context) (*ClusterWatcher, error) {
	w, err := l.pods.Watch(ctx, metav1.ListOptions{ResourceVersion: l.last})
	if err != nil {
		return nil, err
	}
	return &ClusterWatcher{Interface: w, cluster: "a", out: make(chan Clustered)}, nil
}

func (l *ClusterLoop) list(ctx context.Context) error {
	list, err := l.pods.List(ctx, metav1.ListOptions{})
	if err == nil {
		l.last = list.ResourceVersion
	}
	return err
}

// Run watches again after any error; those of a channel of its own are not followed.
func (l *ClusterLoop) Run(ctx context.Context) error {
	if err := l.list(ctx); err != nil {
		return err
	}
	for {
		w, err := l.open(ctx)
		if err != nil {
			return err
		}
		for event := range w.Events() {
			if event.Type == watch.Error {
				break
			}
		}
		time.Sleep(time.Second)
	}
}

// RunListed lists again after an error.
func (l *ClusterLoop) RunListed(ctx context.Context) error {
	for {
		if err := l.list(ctx); err != nil {
			return err
		}
		w, err := l.open(ctx)
		if err != nil {
			return err
		}
		for event := range w.Events() {
			if event.Type == watch.Error {
				break
			}
		}
	}
}

// Object is what has a version.
type Object interface {
	runtime.Object
	GetResourceVersion() string
}

// Event is an event of objects of one kind; the error is told apart.
type Event[T Object] struct {
	Type   string
	Object T
	Err    error
}

// Watcher is a watch of objects of one kind.
type Watcher[T Object] interface {
	Stop()
	ResultChan() <-chan Event[T]
}

// Client starts watches of one kind.
type Client[T Object] interface {
	Watch(ctx context.Context, resourceVersion string) (Watcher[T], error)
}

// FollowSecrets watches again after any error.
func FollowSecrets(ctx context.Context, secrets Client[*corev1.Secret], rv string) error {
	for {
		w, err := secrets.Watch(ctx, rv)
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			if event.Type == "ERROR" { // want `after an HTTP 500 the watch`
				break
			}
		}
	}
}

// FollowSecretsOnce returns the error to whoever lists.
func FollowSecretsOnce(ctx context.Context, secrets Client[*corev1.Secret], rv string) error {
	for {
		w, err := secrets.Watch(ctx, rv)
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			if event.Type == "ERROR" {
				return event.Err
			}
		}
	}
}

// CheckedWatcher keeps errors to itself: its channel carries none.
type CheckedWatcher struct {
	inner  watch.Interface
	events chan PodEvent
	err    error
}

func newCheckedWatcher(ctx context.Context, pods typedcorev1.PodInterface, rv string) (*CheckedWatcher, error) {
	inner, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: rv})
	if err != nil {
		return nil, err
	}
	w := &CheckedWatcher{inner: inner, events: make(chan PodEvent)}
	go w.run(ctx)
	return w, nil
}

func (w *CheckedWatcher) run(ctx context.Context) {
	defer close(w.events)
	for event := range w.inner.ResultChan() {
		if event.Type == watch.Error {
			w.err = apierrors.FromObject(event.Object)
			return
		}
		select {
		case w.events <- PodEvent{event.Type, event.Object}:
		case <-ctx.Done():
			return
		}
	}
}

// FollowChecked watches again after a deletion.
func FollowChecked(ctx context.Context, pods typedcorev1.PodInterface, handle func(runtime.Object)) error {
	list, err := pods.List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	last := list.ResourceVersion
	for {
		w, err := newCheckedWatcher(ctx, pods, last)
		if err != nil {
			return err
		}
		for event := range w.events {
			if event.Type != watch.Added && event.Type != watch.Modified {
				break
			}
			handle(event.Object)
		}
		if w.err != nil {
			return w.err
		}
	}
}
