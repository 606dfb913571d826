// Package fixes has watch loops whose fixes differ.
package fixes

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/watch"
)

// First returns the first Pod that has a node.
func First(w watch.Interface) (*corev1.Pod, int, error) {
	seen := 0
	for event := range w.ResultChan() {
		seen++
		// Every event has a Pod.
		pod := event.Object.(*corev1.Pod) // want `an ERROR event panics here`
		if pod.Spec.NodeName != "" {
			return pod, seen, nil
		}
	}
	return nil, seen, fmt.Errorf("no pod has a node")
}

// Names prints names; it can tell nobody of an error.
func Names(w watch.Interface) {
	for event := range w.ResultChan() {
		fmt.Println(event.Object.(*corev1.Pod).Name) // want `an ERROR event panics here`
	}
}

// Ready is a condition, as UntilWithSync takes it.
func Ready(w watch.Interface) error {
	ready := func(event watch.Event) (bool, error) {
		if pod := event.Object.(*corev1.Pod); pod.Status.Phase == corev1.PodRunning { // want `an ERROR event panics here`
			return true, nil
		}
		return false, nil
	}
	for event := range w.ResultChan() {
		if done, err := ready(event); done || err != nil {
			return err
		}
	}
	return nil
}

// Gone waits until a Pod is deleted.
func Gone(ctx context.Context, w watch.Interface, name string) error {
	defer w.Stop()
	for {
		select {
		case event := <-w.ResultChan(): // want `once the watch ends`
			pod, ok := event.Object.(*corev1.Pod)
			if ok && pod.Name == name && event.Type == watch.Deleted {
				return nil
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Count counts events.
func Count(ctx context.Context, w watch.Interface, count chan<- int) {
	n := 0
	for {
		select {
		case <-w.ResultChan(): // want `once the watch ends`
			n++
			count <- n
		case <-ctx.Done():
			return
		}
	}
}

// Left has something to do behind the loop.
func Left(w watch.Interface, left int) {
	for left > 0 {
		event := <-w.ResultChan() // want `once the watch ends`
		fmt.Println(event.Type)
		if event.Type == watch.Deleted {
			left--
		}
	}
	fmt.Println("all are gone")
}

// Deleted waits for so many deletions.
func Deleted(w watch.Interface, left int) {
	for left > 0 {
		event := <-w.ResultChan() // want `once the watch ends`
		if event.Type == watch.Deleted {
			left--
		}
	}
}

// Known uses another ok.
func Known(ctx context.Context, w watch.Interface, known map[string]bool, name string) {
	_, ok := known[name]
	for {
		select {
		case event := <-w.ResultChan(): // want `once the watch ends`
			fmt.Println(event.Type, ok)
		case <-ctx.Done():
			return
		}
	}
}
