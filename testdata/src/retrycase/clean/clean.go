// Package clean holds retries that lose nothing.
package clean

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilnet "k8s.io/apimachinery/pkg/util/net"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/apimachinery/pkg/watch"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/util/retry"
)

// Establishing retries what cannot have lost an event.
func Establishing(ctx context.Context, pods typedcorev1.PodInterface, rv string) error {
	for {
		w, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: rv})
		if err != nil {
			if utilnet.IsConnectionRefused(err) || apierrors.IsTooManyRequests(err) {
				time.Sleep(time.Second)
				continue
			}
			return err
		}
		for event := range w.ResultChan() {
			if event.Type == watch.Error {
				return apierrors.FromObject(event.Object)
			}
		}
	}
}

// Throttled retries 429 of an event.
func Throttled(ctx context.Context, pods typedcorev1.PodInterface, rv string) error {
	for {
		w, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: rv})
		if err != nil {
			return err
		}
		err = read(w)
		if err == nil {
			return nil
		}
		switch {
		case apierrors.IsTooManyRequests(err):
			time.Sleep(time.Second)
			continue
		case apierrors.IsInternalError(err):
			return err
		}
		return err
	}
}

func read(w watch.Interface) error {
	for event := range w.ResultChan() {
		if event.Type == watch.Error {
			return apierrors.FromObject(event.Object)
		}
	}
	return nil
}

// Update retries an update: no watch.
func Update(ctx context.Context, pods typedcorev1.PodInterface, pod *corev1.Pod) error {
	return retry.OnError(retry.DefaultRetry, apierrors.IsInternalError, func() error {
		_, err := pods.Update(ctx, pod, metav1.UpdateOptions{})
		return err
	})
}

// Informer lists and watches under wait.Until, as the reflector does.
func Informer(ctx context.Context, pods typedcorev1.PodInterface) {
	wait.Until(func() {
		if err := listAndWatch(ctx, pods); err != nil {
			time.Sleep(time.Second)
		}
	}, time.Second, ctx.Done())
}

func listAndWatch(ctx context.Context, pods typedcorev1.PodInterface) error {
	list, err := pods.List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	return Establishing(ctx, pods, list.ResourceVersion)
}

// Unset watches from nothing each time: all of the state comes again.
func Unset(ctx context.Context, pods typedcorev1.PodInterface, handle func(watch.Event)) {
	for {
		w, err := pods.Watch(ctx, metav1.ListOptions{})
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		for event := range w.ResultChan() {
			if event.Type == watch.Error {
				break
			}
			handle(event)
		}
	}
}

// Produce is a server that sends errors; it watches nothing.
func Produce(out chan<- watch.Event, err error) {
	status := apierrors.NewInternalError(err).ErrStatus
	out <- watch.Event{Type: watch.Error, Object: &status}
}

// Reread reads the object again in each round, and watches from its version.
func Reread(ctx context.Context, pods typedcorev1.PodInterface, name string) error {
	for {
		pod, err := pods.Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		w, err := pods.Watch(ctx, metav1.ListOptions{FieldSelector: "metadata.name=" + name, ResourceVersion: pod.ResourceVersion})
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		for event := range w.ResultChan() {
			if event.Type == watch.Error {
				break
			}
		}
	}
}

// Bounded gives up when starting the watch has failed too often.
func Bounded(ctx context.Context, pods typedcorev1.PodInterface, rv string) error {
	retries := 60
	for {
		w, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: rv})
		if err != nil {
			retries--
			if retries > 0 {
				time.Sleep(time.Second)
				continue
			}
			return err
		}
		for event := range w.ResultChan() {
			if event.Type == watch.Error {
				return apierrors.FromObject(event.Object)
			}
		}
		return nil
	}
}
