// Package positions keeps the position of a watch in every kind of place.
package positions

import (
	"context"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/dynamic"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

// Field is a watcher that keeps its position under a mutex.
type Field struct {
	mu   sync.Mutex
	last string
	pods typedcorev1.PodInterface
}

func (f *Field) position() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.last
}

func (f *Field) set(rv string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.last = rv
}

// Run watches again and again.
func (f *Field) Run(ctx context.Context) {
	wait.Until(func() {
		w, err := f.pods.Watch(ctx, metav1.ListOptions{ResourceVersion: f.position()})
		if err != nil {
			return
		}
		f.consume(w)
	}, time.Second, ctx.Done())
}

func (f *Field) consume(w watch.Interface) {
	for event := range w.ResultChan() {
		if event.Type == watch.Error {
			return
		}
		obj, ok := event.Object.(metav1.Object)
		if !ok {
			continue
		}
		f.set(obj.GetResourceVersion()) // want `Field.last can move backwards, and the watch at line \d+ resumes from it: initial events come in any order, DELETED events`
	}
}

// Callback hands the version to what it is given, as the reflector did.
func Callback(ctx context.Context, f *Field) error {
	w, err := f.pods.Watch(ctx, metav1.ListOptions{ResourceVersion: f.position()})
	if err != nil {
		return err
	}
	return each(w, f.set)
}

func each(w watch.Interface, remember func(string)) error {
	for event := range w.ResultChan() {
		if pod, ok := event.Object.(*corev1.Pod); ok {
			remember(pod.GetResourceVersion()) // want `Field.last can move backwards, and the watch at line \d+ resumes`
		}
	}
	return nil
}

// Pointer gets the place of the position from its caller.
func Pointer(ctx context.Context, pods typedcorev1.PodInterface, from string) error {
	position := from
	for {
		w, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: position})
		if err != nil {
			return err
		}
		through(w, &position)
	}
}

func through(w watch.Interface, position *string) {
	for event := range w.ResultChan() {
		if pod, ok := event.Object.(*corev1.Pod); ok {
			*position = pod.ResourceVersion // want `position can move backwards, and the watch at line \d+ resumes`
		}
	}
}

// Options are kept whole, by pointer.
type Options struct {
	opts *metav1.ListOptions
	pods typedcorev1.PodInterface
}

// NewOptions starts from nothing.
func NewOptions(pods typedcorev1.PodInterface) *Options {
	return &Options{opts: &metav1.ListOptions{LabelSelector: "app"}, pods: pods}
}

// Watch is called by a loop elsewhere.
func (o *Options) Watch(ctx context.Context) error {
	w, err := o.pods.Watch(ctx, *o.opts)
	if err != nil {
		return err
	}
	for event := range w.ResultChan() {
		if pod, ok := event.Object.(*corev1.Pod); ok {
			o.opts.ResourceVersion = pod.ResourceVersion // want `ResourceVersion can move backwards, and the watch at line \d+ resumes`
		}
	}
	return nil
}

// Map holds a position for each kind, which is not followed.
type Map struct {
	positions map[schema.GroupVersionResource]string
	client    dynamic.Interface
}

// Watch watches one kind.
func (m *Map) Watch(ctx context.Context, gvr schema.GroupVersionResource) error {
	w, err := m.client.Resource(gvr).Watch(ctx, metav1.ListOptions{ResourceVersion: m.positions[gvr]})
	if err != nil {
		return err
	}
	for event := range w.ResultChan() {
		if obj, ok := event.Object.(*unstructured.Unstructured); ok {
			m.positions[gvr] = obj.GetResourceVersion()
		}
	}
	return nil
}

// Dedupe remembers the version of each object: no watch reads it.
func Dedupe(ctx context.Context, pods typedcorev1.PodInterface) error {
	seen := map[string]string{}
	list, err := pods.List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	w, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: list.ResourceVersion})
	if err != nil {
		return err
	}
	for event := range w.ResultChan() {
		if pod, ok := event.Object.(*corev1.Pod); ok && seen[pod.Name] != pod.ResourceVersion {
			seen[pod.Name] = pod.ResourceVersion
		}
	}
	return nil
}

// Number keeps the position as a number.
func Number(ctx context.Context, pods typedcorev1.PodInterface, from uint64) error {
	last := from
	for {
		w, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: strconv.FormatUint(last, 10)})
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			pod, ok := event.Object.(*corev1.Pod)
			if !ok {
				continue
			}
			if n, err := strconv.ParseUint(pod.ResourceVersion, 10, 64); err == nil {
				last = n // want `last can move backwards, and the watch at line \d+ resumes`
			}
		}
	}
}

// NumberNewer only lets it grow.
func NumberNewer(ctx context.Context, pods typedcorev1.PodInterface, from uint64) error {
	last := from
	for {
		w, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: strconv.FormatUint(last, 10)})
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			pod, ok := event.Object.(*corev1.Pod)
			if !ok {
				continue
			}
			if n, err := strconv.ParseUint(pod.ResourceVersion, 10, 64); err == nil {
				last = max(last, n)
			}
		}
	}
}

// Atomic keeps it in an atomic value, which is not followed.
type Atomic struct {
	rv   atomic.Value
	pods typedcorev1.PodInterface
}

// Watch watches from it.
func (a *Atomic) Watch(ctx context.Context) error {
	w, err := a.pods.Watch(ctx, metav1.ListOptions{ResourceVersion: a.rv.Load().(string)})
	if err != nil {
		return err
	}
	for event := range w.ResultChan() {
		if pod, ok := event.Object.(*corev1.Pod); ok {
			a.rv.Store(pod.ResourceVersion)
		}
	}
	return nil
}

// OptimisticLock copies a version before an update: no position.
func OptimisticLock(ctx context.Context, pods typedcorev1.PodInterface, mine *corev1.Pod) error {
	w, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: "0"})
	if err != nil {
		return err
	}
	for event := range w.ResultChan() {
		if pod, ok := event.Object.(*corev1.Pod); ok {
			mine.ResourceVersion = pod.ResourceVersion
			if _, err := pods.Update(ctx, mine, metav1.UpdateOptions{}); err != nil {
				return err
			}
		}
	}
	return nil
}

// Deferred moves the position when the watch is over.
func Deferred(ctx context.Context, f *Field) error {
	w, err := f.pods.Watch(ctx, metav1.ListOptions{ResourceVersion: f.last})
	if err != nil {
		return err
	}
	var rv string
	defer func() {
		f.last = rv
	}()
	for event := range w.ResultChan() {
		if pod, ok := event.Object.(*corev1.Pod); ok {
			rv = pod.ResourceVersion // want `rv can move backwards, and the watch at line \d+ resumes`
		}
	}
	return nil
}

// Versions are those of several clusters, as a proxy keeps them.
type Versions struct{ rvs map[string]string }

func parse(text string) *Versions { return &Versions{rvs: map[string]string{"": text}} }

func (v *Versions) get(cluster string) string { return v.rvs[cluster] }

func (v *Versions) set(cluster, rv string) { v.rvs[cluster] = rv }

// Proxy starts from the versions of the request and answers with others: those
// of the events go nowhere near a watch.
func Proxy(ctx context.Context, pods typedcorev1.PodInterface, request string, out chan<- *Versions) error {
	from, answer := parse(request), parse(request)
	w, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: from.get("a")})
	if err != nil {
		return err
	}
	for event := range w.ResultChan() {
		if pod, ok := event.Object.(*corev1.Pod); ok {
			answer.set("a", pod.ResourceVersion)
			out <- answer
		}
	}
	return nil
}
