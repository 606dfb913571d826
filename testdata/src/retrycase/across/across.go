// Package across has loops whose parts are in another package.
package across

import (
	"context"
	"errors"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"

	"k8slint.test/retrycase/across/watching"
)

// Agent follows the pods of its node.
type Agent struct {
	node string
	pods typedcorev1.PodInterface
	seen func(watch.Event)
}

// Run watches again from where it began, whatever the error says.
func (a *Agent) Run(ctx context.Context, rv string) error {
	for ctx.Err() == nil {
		w, err := a.pods.Watch(ctx, metav1.ListOptions{ResourceVersion: rv})
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			if event.Type == watch.Error { // want `after an HTTP 500 the watch at line 25 restarts from the old rv without a list`
				break
			}
			a.seen(event)
		}
	}
	return ctx.Err()
}

// RunRefreshing lists after each watch.
func (a *Agent) RunRefreshing(ctx context.Context, rv string) error {
	for ctx.Err() == nil {
		w, err := a.pods.Watch(ctx, metav1.ListOptions{ResourceVersion: rv})
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			if event.Type == watch.Error {
				break
			}
			a.seen(event)
		}
		if err := watching.Refresh(ctx, a.pods, a.node); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// RunTold lists where the helper says so.
func (a *Agent) RunTold(ctx context.Context, rv string) error {
	for ctx.Err() == nil {
		w, err := watching.FollowOrTell(ctx, a.pods, metav1.ListOptions{ResourceVersion: rv})
		if errors.Is(err, watching.ErrTooOld) {
			if _, rv, err = watching.Snapshot(ctx, a.pods, a.node); err != nil {
				return err
			}
			continue
		}
		if err != nil {
			continue
		}
		for event := range w.ResultChan() {
			if event.Type == watch.Error {
				return errors.New("the watch has failed")
			}
			a.seen(event)
		}
	}
	return ctx.Err()
}
