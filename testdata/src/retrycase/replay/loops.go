// Package replay holds a loop that watches on after an error and its fixed
// twin; its test shows what they know when the server has dropped an event.
package replay

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

// Pods are the names that a loop believes in.
type Pods map[string]bool

func (p Pods) fill(ctx context.Context, pods typedcorev1.PodInterface) (string, error) {
	list, err := pods.List(ctx, metav1.ListOptions{})
	if err != nil {
		return "", err
	}
	clear(p)
	for _, pod := range list.Items {
		p[pod.Name] = true
	}
	return list.ResourceVersion, nil
}

func (p Pods) see(event watch.Event, pod *corev1.Pod) {
	if event.Type == watch.Deleted {
		delete(p, pod.Name)
	} else {
		p[pod.Name] = true
	}
}

// Naive lists once.
func Naive(ctx context.Context, pods typedcorev1.PodInterface, known Pods) error {
	rv, err := known.fill(ctx, pods)
	if err != nil {
		return err
	}
	for ctx.Err() == nil {
		w, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: rv})
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			if event.Type == watch.Error { // want `after an HTTP 500 the watch`
				w.Stop()
				break
			}
			if pod, ok := event.Object.(*corev1.Pod); ok {
				known.see(event, pod)
			}
		}
	}
	return nil
}

// Fixed lists again after an error.
func Fixed(ctx context.Context, pods typedcorev1.PodInterface, known Pods) error {
	rv, err := known.fill(ctx, pods)
	if err != nil {
		return err
	}
	for ctx.Err() == nil {
		w, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: rv})
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			if event.Type == watch.Error {
				w.Stop()
				if rv, err = known.fill(ctx, pods); err != nil {
					return err
				}
				break
			}
			if pod, ok := event.Object.(*corev1.Pod); ok {
				known.see(event, pod)
			}
		}
	}
	return nil
}
