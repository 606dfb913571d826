package unset

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

// An Index knows the addresses of Pods.
type Index struct {
	pods      typedcorev1.PodInterface
	addresses map[string]string
}

// Run keeps addresses from watch to watch: a Pod that is deleted in between stays.
func (x *Index) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		w, err := x.pods.Watch(ctx, metav1.ListOptions{}) // want `sends the whole state as ADDED events, and nothing says what was deleted in between`
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			x.note(event)
		}
	}
	return ctx.Err()
}

func (x *Index) note(event watch.Event) {
	pod, ok := event.Object.(*corev1.Pod)
	switch {
	case !ok:
	case event.Type == watch.Deleted:
		delete(x.addresses, pod.Name)
	default:
		x.addresses[pod.Name] = pod.Status.PodIP
	}
}

// RunListed replaces what it keeps, and watches from there.
func (x *Index) RunListed(ctx context.Context) error {
	for ctx.Err() == nil {
		list, err := x.pods.List(ctx, metav1.ListOptions{})
		if err != nil {
			return err
		}
		x.addresses = map[string]string{}
		for _, pod := range list.Items {
			x.addresses[pod.Name] = pod.Status.PodIP
		}
		w, err := x.pods.Watch(ctx, metav1.ListOptions{ResourceVersion: list.ResourceVersion})
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			x.note(event)
		}
	}
	return ctx.Err()
}

// RunUnlisted lists, and watches from another state: what is deleted in between stays.
func (x *Index) RunUnlisted(ctx context.Context) error {
	list, err := x.pods.List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	for _, pod := range list.Items {
		x.addresses[pod.Name] = pod.Status.PodIP
	}
	w, err := x.pods.Watch(ctx, metav1.ListOptions{}) // want `and nothing says what was deleted in between`
	if err != nil {
		return err
	}
	for event := range w.ResultChan() {
		x.note(event)
	}
	return nil
}
