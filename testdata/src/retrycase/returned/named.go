package returned

import (
	"context"
	"net/http"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"

	"k8slint.test/retrycase/state"
)

// Kit is the shape of the operator kits: one method polls, one judges, one
// loops, and the position is in a struct of another package.
type Kit struct {
	state *state.State
	pods  typedcorev1.PodInterface
	check func() (string, error)
}

func (k *Kit) loop(ctx context.Context, out chan<- *watch.Event, failed chan<- error) {
	for {
		if err := k.outer(ctx, out); err != nil {
			failed <- err
			return
		}
	}
}

func (k *Kit) outer(ctx context.Context, out chan<- *watch.Event) error {
	w, err := k.pods.Watch(ctx, metav1.ListOptions{ResourceVersion: k.state.Version})
	if err != nil {
		return err
	}
	defer w.Stop()
	for {
		event, status := poll(w)
		done, err := k.judge(event, status)
		if err != nil {
			return err
		}
		if done {
			return nil
		}
		out <- event
	}
}

func poll(w watch.Interface) (*watch.Event, *metav1.Status) {
	event, ok := <-w.ResultChan()
	if !ok {
		return nil, nil
	}
	if event.Type == watch.Error {
		return nil, event.Object.(*metav1.Status)
	}
	return &event, nil
}

func (k *Kit) judge(event *watch.Event, status *metav1.Status) (done bool, err error) {
	if status != nil {
		if status.Code == http.StatusGone {
			err = errStopped
			return
		}
		k.state.Failures++ // want `after an HTTP 500 the watch at line 32 restarts from the old State.Version`
		done = true
		return
	}
	done = event == nil
	return
}
