// Package wrapped sends the events of a watch on through channels of its own.
package wrapped

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

// Tenant is an event of the cluster of a tenant.
type Tenant struct {
	Name  string
	Event watch.Event
}

// Forward sends all events on; they are not followed.
func Forward(ctx context.Context, name string, pods typedcorev1.PodInterface, handle func(*corev1.Pod)) error {
	w, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: "0"})
	if err != nil {
		return err
	}
	out := make(chan Tenant)
	go func() {
		defer close(out)
		for event := range w.ResultChan() {
			out <- Tenant{name, event}
		}
	}()
	for t := range out {
		handle(t.Event.Object.(*corev1.Pod))
	}
	return nil
}

// ForwardChecked sends events of Pods on.
func ForwardChecked(ctx context.Context, name string, pods typedcorev1.PodInterface, handle func(*corev1.Pod)) error {
	w, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: "0"})
	if err != nil {
		return err
	}
	out := make(chan Tenant)
	go func() {
		defer close(out)
		for event := range w.ResultChan() {
			if event.Type == watch.Error {
				return
			}
			out <- Tenant{name, event}
		}
	}()
	for t := range out {
		handle(t.Event.Object.(*corev1.Pod))
	}
	return nil
}

// ForwardListed sends what a list returned first, as events of its own.
func ForwardListed(ctx context.Context, pods typedcorev1.PodInterface, handle func(*corev1.Pod)) error {
	list, err := pods.List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	w, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: list.ResourceVersion})
	if err != nil {
		return err
	}
	out := make(chan watch.Event)
	go func() {
		defer close(out)
		for i := range list.Items {
			out <- watch.Event{Type: watch.Added, Object: &list.Items[i]}
		}
		for event := range w.ResultChan() {
			if event.Type == watch.Error {
				return
			}
			out <- event
		}
	}()
	for event := range out {
		handle(event.Object.(*corev1.Pod))
	}
	return nil
}

// Queue takes events from whoever sends them: nothing is known of these.
type Queue struct{ events chan Tenant }

// Run handles them.
func (q *Queue) Run(handle func(*corev1.Pod)) {
	for t := range q.events {
		handle(t.Event.Object.(*corev1.Pod))
	}
}
