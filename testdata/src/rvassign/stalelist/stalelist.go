// Package stalelist watches from the version of a list.
package stalelist

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

// Routes is kept up to date by a goroutine, which goes back to the first list
// whenever its watch has ended.
func Routes(ctx context.Context, pods typedcorev1.PodInterface, add func(ip string)) error {
	list, err := pods.List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	for _, pod := range list.Items {
		add(pod.Status.PodIP)
	}
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			default:
				follow := func() {
					w, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: list.ResourceVersion}) // want `each round watches from the version of the list at line 17, made once before the loop`
					if err != nil {
						time.Sleep(time.Second)
						return
					}
					defer w.Stop()
					for event := range w.ResultChan() {
						if pod, ok := event.Object.(*corev1.Pod); ok {
							add(pod.Status.PodIP)
						}
					}
				}
				follow()
			}
		}
	}()
	return nil
}

// RoutesListed lists again whenever its watch has ended.
func RoutesListed(ctx context.Context, pods typedcorev1.PodInterface, add func(ip string)) {
	wait.UntilWithContext(ctx, func(ctx context.Context) {
		list, err := pods.List(ctx, metav1.ListOptions{})
		if err != nil {
			return
		}
		w, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: list.ResourceVersion})
		if err != nil {
			return
		}
		defer w.Stop()
		for event := range w.ResultChan() {
			if pod, ok := event.Object.(*corev1.Pod); ok {
				add(pod.Status.PodIP)
			}
		}
	}, time.Second)
}

// Namespaces are watched one after the other, each once.
func Namespaces(ctx context.Context, pods func(ns string) typedcorev1.PodInterface, namespaces []string) error {
	list, err := pods("").List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	for _, ns := range namespaces {
		w, err := pods(ns).Watch(ctx, metav1.ListOptions{ResourceVersion: list.ResourceVersion})
		if err != nil {
			return err
		}
		for range w.ResultChan() {
		}
	}
	return nil
}

// Addresses lists by a helper, once.
func Addresses(ctx context.Context, pods typedcorev1.PodInterface, add func(ip string)) error {
	list, err := all(ctx, pods)
	if err != nil {
		return err
	}
	for ctx.Err() == nil {
		w, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: list.ResourceVersion}) // want `each round watches from the version of the list at line 125, made once before the loop`
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			if pod, ok := event.Object.(*corev1.Pod); ok {
				add(pod.Status.PodIP)
			}
		}
	}
	return ctx.Err()
}

// AddressesListed lists by the helper in each round.
func AddressesListed(ctx context.Context, pods typedcorev1.PodInterface, add func(ip string)) error {
	list, err := all(ctx, pods)
	for ; err == nil; list, err = all(ctx, pods) {
		w, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: list.ResourceVersion})
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			if pod, ok := event.Object.(*corev1.Pod); ok {
				add(pod.Status.PodIP)
			}
		}
	}
	return err
}

func all(ctx context.Context, pods typedcorev1.PodInterface) (*corev1.PodList, error) {
	return pods.List(ctx, metav1.ListOptions{})
}
