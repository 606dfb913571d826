// Package wrapped watches with types of the program's own, which wrap
// watch.Interface or look like it.
package wrapped

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

// PodEvent is an event whose object has its type.
type PodEvent struct {
	Type   watch.EventType
	Object *corev1.Pod
}

// PodWatcher converts the events of a watch.
type PodWatcher struct {
	inner  watch.Interface
	events chan PodEvent
}

// NewPodWatcher watches from rv.
func NewPodWatcher(ctx context.Context, pods typedcorev1.PodInterface, rv string) (*PodWatcher, error) {
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
		if pod, ok := event.Object.(*corev1.Pod); ok {
			w.events <- PodEvent{event.Type, pod}
		}
	}
}

// ResultChan is where the events come.
func (w *PodWatcher) ResultChan() <-chan PodEvent { return w.events }

// Stop ends the watch.
func (w *PodWatcher) Stop() { w.inner.Stop() }

// Follow resumes from any event.
func Follow(ctx context.Context, pods typedcorev1.PodInterface, handle func(*corev1.Pod)) error {
	list, err := pods.List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	last := list.ResourceVersion
	for {
		w, err := NewPodWatcher(ctx, pods, last)
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			last = event.Object.ResourceVersion // want `last can move backwards, and the watch at line \d+ resumes from it: DELETED events`
			handle(event.Object)
		}
	}
}

// FollowBookmarks resumes from bookmarks.
func FollowBookmarks(ctx context.Context, pods typedcorev1.PodInterface, handle func(*corev1.Pod)) error {
	list, err := pods.List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	last := list.ResourceVersion
	for {
		w, err := NewPodWatcher(ctx, pods, last)
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			if event.Type == watch.Bookmark {
				last = event.Object.ResourceVersion
				continue
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

// Events hides nothing of the watch.
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

// Run resumes from any event.
func (l *ClusterLoop) Run(ctx context.Context) error {
	for {
		w, err := l.open(ctx)
		if err != nil {
			return err
		}
		for event := range w.Events() {
			if event.Type == watch.Error {
				return nil
			}
			if pod, ok := event.Object.(*corev1.Pod); ok {
				l.last = pod.ResourceVersion // want `ClusterLoop.last can move backwards`
			}
		}
	}
}

// SafeLoop keeps the position of bookmarks.
type SafeLoop struct {
	pods typedcorev1.PodInterface
	last string
}

func (l *SafeLoop) open(ctx context.Context) (*ClusterWatcher, error) {
	w, err := l.pods.Watch(ctx, metav1.ListOptions{ResourceVersion: l.last})
	if err != nil {
		return nil, err
	}
	return &ClusterWatcher{Interface: w, cluster: "a", out: make(chan Clustered)}, nil
}

// Run resumes from bookmarks.
func (l *SafeLoop) Run(ctx context.Context) error {
	for {
		w, err := l.open(ctx)
		if err != nil {
			return err
		}
		for event := range w.Events() {
			if event.Type != watch.Bookmark {
				continue
			}
			if pod, ok := event.Object.(*corev1.Pod); ok {
				l.last = pod.ResourceVersion
			}
		}
	}
}

// Object is what has a version.
type Object interface {
	runtime.Object
	GetResourceVersion() string
}

// Event is an event of objects of one kind.
type Event[T Object] struct {
	Type   string
	Object T
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

// FollowSecrets resumes from any event.
func FollowSecrets(ctx context.Context, secrets Client[*corev1.Secret], last string) error {
	for {
		w, err := secrets.Watch(ctx, last)
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			last = event.Object.GetResourceVersion() // want `last can move backwards`
		}
	}
}

// FollowAny does so for any kind.
func FollowAny[T Object](ctx context.Context, client Client[T], last string) error {
	for {
		w, err := client.Watch(ctx, last)
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			last = event.Object.GetResourceVersion() // want `last can move backwards`
		}
	}
}

// FollowBookmarked resumes from bookmarks.
func FollowBookmarked(ctx context.Context, secrets Client[*corev1.Secret], last string) error {
	for {
		w, err := secrets.Watch(ctx, last)
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			if event.Type == "BOOKMARK" {
				last = event.Object.GetResourceVersion()
			}
		}
	}
}

// Typed is a watch of one kind, which hands on what has that kind.
type Typed[T Object] struct {
	inner  watch.Interface
	events chan Event[T]
}

func newTyped[T Object](ctx context.Context, open func(context.Context, metav1.ListOptions) (watch.Interface, error), rv string) (*Typed[T], error) {
	inner, err := open(ctx, metav1.ListOptions{ResourceVersion: rv})
	if err != nil {
		return nil, err
	}
	w := &Typed[T]{inner: inner, events: make(chan Event[T])}
	go w.run()
	return w, nil
}

func (w *Typed[T]) run() {
	defer close(w.events)
	for event := range w.inner.ResultChan() {
		if obj, ok := event.Object.(T); ok {
			w.events <- Event[T]{string(event.Type), obj}
		}
	}
}

// ResultChan is where the events come.
func (w *Typed[T]) ResultChan() <-chan Event[T] { return w.events }

// FollowTyped resumes from any event.
func FollowTyped(ctx context.Context, pods typedcorev1.PodInterface, last string) error {
	for {
		w, err := newTyped[*corev1.Pod](ctx, pods.Watch, last)
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			last = event.Object.GetResourceVersion() // want `last can move backwards`
		}
	}
}

// FollowTypedBookmarks resumes from bookmarks.
func FollowTypedBookmarks(ctx context.Context, pods typedcorev1.PodInterface, last string) error {
	for {
		w, err := newTyped[*corev1.Pod](ctx, pods.Watch, last)
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			if event.Type == string(watch.Bookmark) {
				last = event.Object.GetResourceVersion()
			}
		}
	}
}

// Reader hands out what comes in, one event after another.
type Reader struct {
	watch.Interface
	pods typedcorev1.PodInterface
	from string
}

func (r *Reader) start(ctx context.Context) (err error) {
	r.Interface, err = r.pods.Watch(ctx, metav1.ListOptions{ResourceVersion: r.from})
	return err
}

// Next waits for an event.
func (r *Reader) Next() (Notice, bool) {
	event, ok := <-r.ResultChan()
	if !ok {
		return Notice{}, false
	}
	pod, ok := event.Object.(*corev1.Pod)
	return Notice{string(event.Type), pod}, ok
}

// Notice tells what happened to a Pod.
type Notice struct {
	What string
	Pod  *corev1.Pod
}

// Read resumes from any notice.
func (r *Reader) Read(ctx context.Context) error {
	for {
		if err := r.start(ctx); err != nil {
			return err
		}
		for {
			n, ok := r.Next()
			if !ok {
				break
			}
			r.from = n.Pod.ResourceVersion // want `Reader.from can move backwards`
		}
	}
}
