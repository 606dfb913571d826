// Package tests sends a failed watch back to the old position by every kind of
// test of the error.
package tests

import (
	"context"
	"net/http"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/dynamic"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

// ClosedOrError is the rancher shape: one condition for both.
func ClosedOrError(ctx context.Context, pods typedcorev1.PodInterface, rv string) {
	var w watch.Interface
	for {
		if w == nil {
			var err error
			w, err = pods.Watch(ctx, metav1.ListOptions{ResourceVersion: rv})
			if err != nil {
				if apierrors.IsResourceExpired(err) {
					return
				}
				time.Sleep(time.Second)
				continue
			}
		}
		select {
		case <-ctx.Done():
			w.Stop()
			return
		case event, ok := <-w.ResultChan():
			if !ok || event.Type == watch.Error { // want `after an HTTP 500 the watch at line \d+ restarts from the old rv without a list: .*, and 410 Gone is retried forever; list again on this error`
				w.Stop()
				w = nil
				continue
			}
		}
	}
}

// ClosedOrErrorLists lists again after an error.
func ClosedOrErrorLists(ctx context.Context, pods typedcorev1.PodInterface, rv string) error {
	var w watch.Interface
	for {
		if w == nil {
			var err error
			w, err = pods.Watch(ctx, metav1.ListOptions{ResourceVersion: rv})
			if err != nil {
				return err
			}
		}
		select {
		case <-ctx.Done():
			w.Stop()
			return nil
		case event, ok := <-w.ResultChan():
			if !ok || event.Type == watch.Error {
				w.Stop()
				w = nil
				list, err := pods.List(ctx, metav1.ListOptions{})
				if err != nil {
					return err
				}
				rv = list.ResourceVersion
				continue
			}
		}
	}
}

// Code looks at the code of the Status.
func Code(ctx context.Context, pods typedcorev1.PodInterface) error {
	for {
		list, err := pods.List(ctx, metav1.ListOptions{})
		if err != nil {
			return err
		}
		if err := watchFrom(ctx, pods, list.ResourceVersion); err != nil {
			return err
		}
	}
}

func watchFrom(ctx context.Context, pods typedcorev1.PodInterface, rv string) error {
restart:
	for {
		w, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: rv})
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			if event.Type != watch.Error {
				continue
			}
			status, ok := event.Object.(*metav1.Status)
			if !ok {
				return nil
			}
			switch status.Code {
			case http.StatusGone:
				return nil // the caller lists
			case http.StatusInternalServerError, http.StatusGatewayTimeout: // want `after an HTTP 500 the watch at .* list again on this error, as at line 81`
				continue restart
			default:
				return apierrors.FromObject(event.Object)
			}
		}
		return nil
	}
}

// Reason looks at the reason, with a bound: until it is reached the event is
// lost, and after it too.
func Reason(ctx context.Context, pods typedcorev1.PodInterface, rv string) error {
	for retries := 0; ; {
		w, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: rv})
		if err != nil {
			return err
		}
		var failed *metav1.Status
		for event := range w.ResultChan() {
			if event.Type == watch.Error {
				failed = event.Object.(*metav1.Status)
				break
			}
		}
		if failed == nil {
			return nil
		}
		if failed.Reason == metav1.StatusReasonInternalError && retries < 5 { // want `after an HTTP 500 the watch`
			retries++
			continue
		}
		return apierrors.FromObject(failed)
	}
}

// OnlyGone tells 410 apart and nothing else.
func OnlyGone(ctx context.Context, pods typedcorev1.PodInterface) error {
	rv := ""
	for {
		if rv == "" {
			list, err := pods.List(ctx, metav1.ListOptions{})
			if err != nil {
				return err
			}
			rv = list.ResourceVersion
		}
		w, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: rv})
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			if event.Type == watch.Error {
				if apierrors.IsGone(apierrors.FromObject(event.Object)) {
					rv = ""
					break
				}
				w.Stop() // want `after an HTTP 500 the watch`
				break
			}
		}
	}
}

// AnyError resets the position whatever the error is.
func AnyError(ctx context.Context, pods typedcorev1.PodInterface) error {
	rv := ""
	for {
		if rv == "" {
			list, err := pods.List(ctx, metav1.ListOptions{})
			if err != nil {
				return err
			}
			rv = list.ResourceVersion
		}
		w, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: rv})
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			if event.Type == watch.Error {
				rv = ""
				break
			}
		}
	}
}

// OnlyInternal forgets 410.
func OnlyInternal(ctx context.Context, pods typedcorev1.PodInterface, rv string) error {
	for {
		w, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: rv})
		if err != nil {
			return err
		}
		err = next(w)
		switch {
		case err == nil:
			return nil
		case apierrors.IsInternalError(err):
			return err
		case apierrors.IsGone(err): // want `after 410 Gone the watch at line \d+ restarts from the old rv, which stays expired`
			time.Sleep(time.Second)
		default:
			return err
		}
	}
}

func next(w watch.Interface) error {
	event, ok := <-w.ResultChan()
	if !ok {
		return nil
	}
	if event.Type == watch.Error {
		return apierrors.FromObject(event.Object)
	}
	return nil
}

// WrongType treats a Status like any object that is not a Pod.
func WrongType(ctx context.Context, client dynamic.ResourceInterface, from string) {
	opts := metav1.ListOptions{ResourceVersion: from}
	for {
		w, err := client.Watch(ctx, opts)
		if err != nil {
			return
		}
	events:
		for {
			select {
			case <-ctx.Done():
				return
			case event := <-w.ResultChan():
				obj, ok := event.Object.(*unstructured.Unstructured)
				if !ok {
					w.Stop() // want `after an HTTP 500 the watch`
					break events
				}
				_ = obj
			}
		}
	}
}

// WrongTypeReadsOn skips it and reads on from the same channel.
func WrongTypeReadsOn(ctx context.Context, client dynamic.ResourceInterface, from string) {
	w, err := client.Watch(ctx, metav1.ListOptions{ResourceVersion: from})
	if err != nil {
		return
	}
	for event := range w.ResultChan() {
		if _, ok := event.Object.(*unstructured.Unstructured); !ok {
			continue
		}
	}
}

// Merged is the argo shape: closed and of the wrong type in one variable.
func Merged(ctx context.Context, pods typedcorev1.PodInterface, opts *metav1.ListOptions, use func(*corev1.Pod)) error {
	w, err := pods.Watch(ctx, *opts)
	if err != nil {
		return err
	}
	for {
		select {
		case <-ctx.Done():
			return nil
		case event, ok := <-w.ResultChan():
			var pod *corev1.Pod
			if ok {
				pod, ok = event.Object.(*corev1.Pod)
			}
			if !ok {
				w.Stop()
				w, err = pods.Watch(ctx, *opts) // want `after an HTTP 500 the watch`
				if err != nil {
					return err
				}
				continue
			}
			use(pod)
			opts.ResourceVersion = pod.ResourceVersion
		}
	}
}

// ReadOnce reads the object once: its version is an old position soon.
func ReadOnce(ctx context.Context, pods typedcorev1.PodInterface, name string) error {
	pod, err := pods.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	for {
		w, err := pods.Watch(ctx, metav1.ListOptions{FieldSelector: "metadata.name=" + name, ResourceVersion: pod.ResourceVersion})
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			if event.Type == watch.Error { // want `after an HTTP 500 the watch`
				break
			}
		}
	}
}
