// Package loops receives watch events with more and less care.
package loops

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/watch"
)

// Plain asserts before it looks.
func Plain(w watch.Interface, handle func(*corev1.Pod)) {
	for event := range w.ResultChan() {
		pod := event.Object.(*corev1.Pod) // want `an ERROR event panics here: its object is a \*metav1.Status, not a \*\w*v1.Pod`
		switch event.Type {
		case watch.Added, watch.Modified:
			handle(pod)
		}
	}
}

// Looks handles errors first.
func Looks(w watch.Interface, handle func(*corev1.Pod)) {
	for event := range w.ResultChan() {
		if event.Type == watch.Error {
			return
		}
		handle(event.Object.(*corev1.Pod))
	}
}

// Cases asserts only in the cases of objects.
func Cases(w watch.Interface, handle func(*corev1.Pod)) {
	for event := range w.ResultChan() {
		switch event.Type {
		case watch.Added, watch.Modified:
			handle(event.Object.(*corev1.Pod))
		case watch.Deleted:
			return
		}
	}
}

// TwoResults asks whether it holds.
func TwoResults(w watch.Interface, handle func(*corev1.Pod)) {
	for event := range w.ResultChan() {
		if pod, ok := event.Object.(*corev1.Pod); ok {
			handle(pod)
		}
	}
}

// Helper hands the event on.
func Helper(ctx context.Context, w watch.Interface, handle func(*corev1.Pod)) {
	for {
		select {
		case <-ctx.Done():
			return
		case event, ok := <-w.ResultChan():
			if !ok {
				return
			}
			use(event, handle)
		}
	}
}

func use(event watch.Event, handle func(*corev1.Pod)) {
	handle(event.Object.(*corev1.Pod)) // want `an ERROR event panics here`
}

// NilObject takes an event without an object for the end, which it is.
func NilObject(ctx context.Context, w watch.Interface, handle func(*corev1.Pod)) {
	for {
		select {
		case <-ctx.Done():
			return
		case event := <-w.ResultChan():
			if event.Object == nil {
				return
			}
			if pod, ok := event.Object.(*corev1.Pod); ok {
				handle(pod)
			}
		}
	}
}
