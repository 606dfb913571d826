// Package returned sends the error of a watch up to a caller that watches
// again, wrapped or not.
package returned

import (
	"context"
	"errors"
	"fmt"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

var errStopped = errors.New("stopped")

// Watcher keeps a position.
type Watcher struct {
	rv   string
	pods typedcorev1.PodInterface
}

func (w *Watcher) list(ctx context.Context) error {
	list, err := w.pods.List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	w.rv = list.ResourceVersion
	return nil
}

func (w *Watcher) once(ctx context.Context) error {
	stream, err := w.pods.Watch(ctx, metav1.ListOptions{ResourceVersion: w.rv})
	if err != nil {
		return fmt.Errorf("watch pods: %w", err)
	}
	defer stream.Stop()
	for event := range stream.ResultChan() {
		if event.Type == watch.Error {
			return fmt.Errorf("watch pods: %w", apierrors.FromObject(event.Object))
		}
		obj, err := meta.Accessor(event.Object)
		if err != nil {
			return err
		}
		_ = obj
	}
	return errStopped
}

// Run lists when the position has expired, and only then.
func (w *Watcher) Run(ctx context.Context) {
	if w.list(ctx) != nil {
		return
	}
	for {
		err := w.once(ctx)
		if errors.Is(err, errStopped) {
			return
		}
		if apierrors.IsResourceExpired(err) || apierrors.IsGone(err) {
			if w.list(ctx) != nil {
				return
			}
			continue
		}
		time.Sleep(time.Second) // want `after an HTTP 500 the watch at line \d+ restarts from the old Watcher.rv`
	}
}

// RunLists lists after every error.
func (w *Watcher) RunLists(ctx context.Context) {
	for {
		if w.list(ctx) != nil {
			return
		}
		if err := w.once(ctx); errors.Is(err, errStopped) {
			return
		}
	}
}

// RunAs takes the Status out of the error.
func (w *Watcher) RunAs(ctx context.Context) {
	if w.list(ctx) != nil {
		return
	}
	for {
		err := w.once(ctx)
		var status apierrors.APIStatus
		if errors.As(err, &status) && status.Status().Code == 500 { // want `after an HTTP 500 the watch`
			continue
		}
		return
	}
}
