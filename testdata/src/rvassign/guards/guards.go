// Package guards tells what keeps a position from moving backwards from what
// only looks like it.
package guards

import (
	"context"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/resourceversion"
	"k8s.io/apimachinery/pkg/watch"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

// Watcher keeps a position in a field.
type Watcher struct {
	rv   string
	pods typedcorev1.PodInterface
}

func (w *Watcher) start(ctx context.Context) (watch.Interface, error) {
	return w.pods.Watch(ctx, metav1.ListOptions{ResourceVersion: w.rv, AllowWatchBookmarks: true})
}

// NotEmpty is no guard: an older version is not empty either.
func (w *Watcher) NotEmpty(ctx context.Context) error {
	stream, err := w.start(ctx)
	if err != nil {
		return err
	}
	for event := range stream.ResultChan() {
		obj, err := meta.Accessor(event.Object)
		if err != nil {
			return err
		}
		if rv := obj.GetResourceVersion(); rv != "" {
			w.rv = rv // want `initial events come in any order, DELETED events`
		}
	}
	return nil
}

// Different is no guard.
func (w *Watcher) Different(ctx context.Context) error {
	stream, err := w.start(ctx)
	if err != nil {
		return err
	}
	for event := range stream.ResultChan() {
		pod, ok := event.Object.(*corev1.Pod)
		if !ok {
			continue
		}
		if pod.ResourceVersion != w.rv {
			w.rv = pod.ResourceVersion // want `initial events`
		}
	}
	return nil
}

// Defeated compares, and then stores all the same.
func (w *Watcher) Defeated(ctx context.Context) error {
	stream, err := w.start(ctx)
	if err != nil {
		return err
	}
	for event := range stream.ResultChan() {
		pod, ok := event.Object.(*corev1.Pod)
		if !ok {
			continue
		}
		if newer(pod.ResourceVersion, w.rv) {
			w.rv = pod.ResourceVersion
		}
		w.rv = pod.ResourceVersion // want `initial events`
	}
	return nil
}

func newer(a, b string) bool {
	x, err := strconv.ParseUint(a, 10, 64)
	if err != nil {
		return false
	}
	y, err := strconv.ParseUint(b, 10, 64)
	return err != nil || x > y
}

// Newer stores only what is newer.
func (w *Watcher) Newer(ctx context.Context) error {
	stream, err := w.start(ctx)
	if err != nil {
		return err
	}
	for event := range stream.ResultChan() {
		pod, ok := event.Object.(*corev1.Pod)
		if !ok {
			continue
		}
		if newer(pod.ResourceVersion, w.rv) {
			w.rv = pod.ResourceVersion
		}
	}
	return nil
}

// NotOlder leaves the loop's round early.
func (w *Watcher) NotOlder(ctx context.Context) error {
	stream, err := w.start(ctx)
	if err != nil {
		return err
	}
	for event := range stream.ResultChan() {
		pod, ok := event.Object.(*corev1.Pod)
		if !ok {
			continue
		}
		if !newer(pod.ResourceVersion, w.rv) {
			continue
		}
		w.rv = pod.ResourceVersion
	}
	return nil
}

// NewerOrUnknown also stores what cannot be compared, such as the first version.
func (w *Watcher) NewerOrUnknown(ctx context.Context) error {
	stream, err := w.start(ctx)
	if err != nil {
		return err
	}
	for event := range stream.ResultChan() {
		pod, ok := event.Object.(*corev1.Pod)
		if !ok {
			continue
		}
		if order, err := resourceversion.CompareResourceVersion(pod.ResourceVersion, w.rv); err != nil || order > 0 {
			w.rv = pod.ResourceVersion
		}
	}
	return nil
}

// OtherError tests the error of something else.
func (w *Watcher) OtherError(ctx context.Context, known func(*corev1.Pod) error) error {
	stream, err := w.start(ctx)
	if err != nil {
		return err
	}
	for event := range stream.ResultChan() {
		pod, ok := event.Object.(*corev1.Pod)
		if !ok {
			continue
		}
		order, _ := resourceversion.CompareResourceVersion(pod.ResourceVersion, w.rv)
		if err := known(pod); err != nil || order > 0 {
			w.rv = pod.ResourceVersion // want `initial events`
		}
	}
	return nil
}

// Setter compares in the setter.
func (w *Watcher) Setter(ctx context.Context) error {
	stream, err := w.start(ctx)
	if err != nil {
		return err
	}
	for event := range stream.ResultChan() {
		if pod, ok := event.Object.(*corev1.Pod); ok {
			w.advance(pod.ResourceVersion)
		}
	}
	return nil
}

func (w *Watcher) advance(rv string) {
	now, _ := strconv.Atoi(w.rv)
	next, err := strconv.Atoi(rv)
	if err != nil || next <= now {
		return
	}
	w.rv = rv
}

// Bookmarks moves at bookmarks only.
func (w *Watcher) Bookmarks(ctx context.Context) error {
	stream, err := w.start(ctx)
	if err != nil {
		return err
	}
	for event := range stream.ResultChan() {
		switch event.Type {
		case watch.Error:
			return nil
		case watch.Bookmark:
			obj, err := meta.Accessor(event.Object)
			if err != nil {
				return err
			}
			w.rv = obj.GetResourceVersion()
		}
	}
	return nil
}

// PastInitial waits for an event that cannot be an initial one, as the
// reflector of client-go 0.36 does.
func (w *Watcher) PastInitial(ctx context.Context) error {
	fromStart := w.rv != "" && w.rv != "0"
	stream, err := w.start(ctx)
	if err != nil {
		return err
	}
	besidesAdded := false
	for event := range stream.ResultChan() {
		if event.Type == watch.Error {
			return nil
		}
		obj, err := meta.Accessor(event.Object)
		if err != nil {
			return err
		}
		switch event.Type {
		case watch.Modified, watch.Deleted, watch.Bookmark:
			besidesAdded = true
		}
		if fromStart || besidesAdded {
			w.rv = obj.GetResourceVersion()
		}
	}
	return nil
}

// PastInitialWithErrors forgets that an error has no version.
func (w *Watcher) PastInitialWithErrors(ctx context.Context) error {
	stream, err := w.start(ctx)
	if err != nil {
		return err
	}
	for event := range stream.ResultChan() {
		if event.Type == watch.Added {
			continue
		}
		if obj, ok := event.Object.(interface{ GetResourceVersion() string }); ok {
			w.rv = obj.GetResourceVersion() // want `: ERROR events have no version, DELETED events can have an old version`
		}
	}
	return nil
}

// OnlyUpdates never sees a version that is out of order: it starts from a
// list, and leaves deletions and errors alone.
func OnlyUpdates(ctx context.Context, pods typedcorev1.PodInterface) error {
	list, err := pods.List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	rv := list.ResourceVersion
	for {
		stream, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: rv})
		if err != nil {
			return err
		}
		for event := range stream.ResultChan() {
			switch event.Type {
			case watch.Added, watch.Modified:
				if pod, ok := event.Object.(*corev1.Pod); ok {
					rv = pod.ResourceVersion
				}
			}
		}
	}
}

// UntilDeleted ends with the object: nobody goes on from the version of its deletion.
func UntilDeleted(ctx context.Context, pods typedcorev1.PodInterface) error {
	list, err := pods.List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	rv := list.ResourceVersion
	for {
		stream, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: rv})
		if err != nil {
			return err
		}
		for event := range stream.ResultChan() {
			pod, ok := event.Object.(*corev1.Pod)
			if !ok {
				return nil
			}
			rv = pod.ResourceVersion
			if event.Type == watch.Deleted {
				return nil
			}
		}
	}
}

// PastDeleted goes on after the deletion.
func PastDeleted(ctx context.Context, pods typedcorev1.PodInterface, gone func(string)) error {
	list, err := pods.List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	rv := list.ResourceVersion
	for {
		stream, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: rv})
		if err != nil {
			return err
		}
		for event := range stream.ResultChan() {
			pod, ok := event.Object.(*corev1.Pod)
			if !ok {
				return nil
			}
			rv = pod.ResourceVersion // want `DELETED events`
			if event.Type == watch.Deleted {
				gone(pod.Name)
				break
			}
		}
	}
}

// Once keeps the version of the deletion in a field: whoever calls it again goes on
// from there.
func (w *Watcher) Once(ctx context.Context) error {
	stream, err := w.pods.Watch(ctx, metav1.ListOptions{ResourceVersion: w.rv})
	if err != nil {
		return err
	}
	for event := range stream.ResultChan() {
		pod, ok := event.Object.(*corev1.Pod)
		if !ok {
			return nil
		}
		w.rv = pod.ResourceVersion // want `DELETED events`
		if event.Type == watch.Deleted {
			return nil
		}
	}
	return nil
}
