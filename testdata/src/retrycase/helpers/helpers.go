// Package helpers runs watches under functions that call again.
package helpers

import (
	"context"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/apimachinery/pkg/watch"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/util/retry"
)

// Receiver is a fork of RetryWatcher.
type Receiver struct {
	last string
	pods typedcorev1.PodInterface
}

// NewReceiver starts at rv.
func NewReceiver(rv string, pods typedcorev1.PodInterface) *Receiver {
	return &Receiver{last: rv, pods: pods}
}

func (r *Receiver) receive(ctx context.Context) (done bool, after time.Duration) {
	w, err := r.pods.Watch(ctx, metav1.ListOptions{ResourceVersion: r.last})
	if err != nil {
		return true, 0
	}
	defer w.Stop()
	for {
		select {
		case <-ctx.Done():
			return true, 0
		case event, ok := <-w.ResultChan():
			if !ok {
				return false, 0
			}
			if event.Type == watch.Error {
				status, ok := apierrors.FromObject(event.Object).(*apierrors.StatusError)
				if !ok {
					return false, time.Second
				}
				if status.ErrStatus.Code == 410 {
					return true, 0
				}
				return false, time.Second // want `after an HTTP 500 the watch at line \d+ restarts from the old Receiver.last`
			}
		}
	}
}

// Run calls receive until it is done.
func (r *Receiver) Run(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	wait.NonSlidingUntilWithContext(ctx, func(ctx context.Context) {
		done, after := r.receive(ctx)
		if done {
			cancel()
			return
		}
		time.Sleep(after)
	}, time.Second)
}

// OnError calls again while there is an error.
func OnError(ctx context.Context, pods typedcorev1.PodInterface, rv string) error {
	return retry.OnError(retry.DefaultBackoff, func(error) bool { return true }, func() error {
		w, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: rv}) // want `when the watch at line \d+ fails to start with 410 Gone`
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			if event.Type == watch.Error { // want `after an HTTP 500 the watch`
				return apierrors.FromObject(event.Object)
			}
		}
		return nil
	})
}

// OnErrorLists lists each time.
func OnErrorLists(ctx context.Context, pods typedcorev1.PodInterface) error {
	return retry.OnError(retry.DefaultBackoff, func(error) bool { return true }, func() error {
		list, err := pods.List(ctx, metav1.ListOptions{})
		if err != nil {
			return err
		}
		w, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: list.ResourceVersion})
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			if event.Type == watch.Error {
				return apierrors.FromObject(event.Object)
			}
		}
		return nil
	})
}

// Poll returns (false, nil) to be called again.
func Poll(ctx context.Context, pods typedcorev1.PodInterface, rv string) error {
	return wait.PollUntilContextCancel(ctx, time.Second, true, func(ctx context.Context) (bool, error) {
		w, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: rv})
		if err != nil {
			return false, err
		}
		for event := range w.ResultChan() {
			switch event.Type {
			case watch.Error: // want `after an HTTP 500 the watch`
				return false, nil
			case watch.Deleted:
				return true, nil
			}
		}
		return true, nil
	})
}

// Lister is the gitops shape: the closure lists when the position is empty,
// and a deferred function empties it.
type Lister struct {
	rv   string
	pods typedcorev1.PodInterface
}

// Run relists on each round.
func (l *Lister) Run(ctx context.Context) {
	wait.UntilWithContext(ctx, func(ctx context.Context) {
		if l.rv == "" {
			list, err := l.pods.List(ctx, metav1.ListOptions{})
			if err != nil {
				return
			}
			l.rv = list.ResourceVersion
		}
		defer func() { l.rv = "" }()
		w, err := l.pods.Watch(ctx, metav1.ListOptions{ResourceVersion: l.rv})
		if err != nil {
			return
		}
		for event := range w.ResultChan() {
			if event.Type == watch.Error {
				return
			}
		}
	}, time.Second)
}

// Fixed never moves its position, so that one day every start fails.
func Fixed(ctx context.Context, pods typedcorev1.PodInterface) {
	list, err := pods.List(ctx, metav1.ListOptions{})
	if err != nil {
		return
	}
	opts := metav1.ListOptions{ResourceVersion: list.ResourceVersion}
	for {
		w, err := pods.Watch(ctx, opts) // want `when the watch at line \d+ fails to start with 410 Gone, it is retried from the old opts.ResourceVersion`
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		for range w.ResultChan() {
		}
	}
}

// Kinds watches one of several kinds: one mistake, whichever it is.
func Kinds(ctx context.Context, client typedcorev1.CoreV1Interface, kind, rv string) (w watch.Interface, err error) {
	for {
		opts := metav1.ListOptions{ResourceVersion: rv}
		switch kind {
		case "Pod":
			w, err = client.Pods("").Watch(ctx, opts) // want `fails to start with 410 Gone, it is retried`
		case "Service":
			w, err = client.Services("").Watch(ctx, opts)
		default:
			w, err = client.Nodes().Watch(ctx, opts)
		}
		if err == nil {
			return w, nil
		}
		time.Sleep(time.Second)
	}
}
