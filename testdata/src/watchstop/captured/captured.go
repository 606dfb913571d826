// Package captured has variables that function literals read.
package captured

import (
	"context"
	"errors"
	"log"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes"
)

var errFailed = errors.New("the watch failed")

// drained reads the watch to its end.
func drained(ctx context.Context, client kubernetes.Interface) (n int, err error) {
	w, err := client.CoreV1().Pods("a").Watch(ctx, metav1.ListOptions{})
	if err != nil {
		return 0, err
	}
	for {
		event, ok := <-w.ResultChan()
		defer func() { log.Print(event.Type, ok) }()
		if !ok {
			return n, nil
		}
		if event.Type == watch.Error {
			return n, errFailed // the server closes it
		}
		n++
	}
}

// first stops reading at the first pod that runs.
func first(ctx context.Context, client kubernetes.Interface) error {
	w, err := client.CoreV1().Pods("a").Watch(ctx, metav1.ListOptions{}) // want `nothing stops this watch if the function ends at line 45`
	if err != nil {
		return err
	}
	defer func() { log.Printf("done with %T", w) }()
	for event := range w.ResultChan() {
		if pod, ok := event.Object.(*corev1.Pod); ok && pod.Status.Phase == corev1.PodRunning {
			return nil
		}
	}
	return nil
}
