package watches

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes"
)

// untilStopped returns a function that reads the watch once, and stops it then, and one that only stops it.
func untilStopped(ctx context.Context, client kubernetes.Interface) (next func() (watch.Event, error), end func(), err error) {
	w, err := client.CoreV1().Pods("a").Watch(ctx, metav1.ListOptions{})
	if err != nil {
		return nil, nil, err
	}
	stopped := false
	stop := func() {
		if !stopped {
			w.Stop()
			stopped = true
		}
	}
	return func() (watch.Event, error) {
		defer stop()
		select {
		case <-ctx.Done():
			return watch.Event{}, ctx.Err()
		case event := <-w.ResultChan():
			return event, nil
		}
	}, stop, nil
}

// readOnce returns one that never stops it.
func readOnce(ctx context.Context, client kubernetes.Interface) (func() (watch.Event, error), error) {
	w, err := client.CoreV1().Pods("a").Watch(ctx, metav1.ListOptions{}) // want `nothing stops this watch if the function ends at line 41`
	if err != nil {
		return nil, err
	}
	return func() (watch.Event, error) {
		select {
		case <-ctx.Done():
			return watch.Event{}, ctx.Err()
		case event := <-w.ResultChan():
			return event, nil
		}
	}, nil
}
