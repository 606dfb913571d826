// Package across has loops whose parts are in another package.
package across

import (
	"context"
	"errors"

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
func (a *Agent) Run(ctx context.Context) error {
	_, rv, err := watching.Snapshot(ctx, a.pods, a.node)
	if err != nil {
		return err
	}
	for ctx.Err() == nil {
		w, err := watching.Follow(ctx, a.pods, a.node, rv) // want `when the watch at across.go:28 fails to start with 410 Gone, it is retried from the old rv, which stays expired: it fails forever; list again on this error, as at across.go:23`
		if err != nil {
			continue
		}
		for event := range w.ResultChan() {
			if event.Type == watch.Bookmark {
				rv = event.Object.(interface{ GetResourceVersion() string }).GetResourceVersion()
			}
			if event.Type == watch.Error { // want `after an HTTP 500 the watch at across.go:28 restarts from the old rv without a list`
				break
			}
			a.seen(event)
		}
	}
	return ctx.Err()
}

// RunListing lists in each round.
func (a *Agent) RunListing(ctx context.Context) error {
	for ctx.Err() == nil {
		_, rv, err := watching.Snapshot(ctx, a.pods, a.node)
		if err != nil {
			return err
		}
		w, err := watching.Follow(ctx, a.pods, a.node, rv)
		if err != nil {
			continue
		}
		for event := range w.ResultChan() {
			if event.Type == watch.Error {
				break
			}
			a.seen(event)
		}
	}
	return ctx.Err()
}

// RunTold lists where the helper says so.
func (a *Agent) RunTold(ctx context.Context, rv string) error {
	for ctx.Err() == nil {
		w, err := watching.FollowOrTell(ctx, a.pods, rv)
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

// RunInsisting is called again with the position that it was given.
func (a *Agent) RunInsisting(ctx context.Context, rv string) {
	watching.Insist(ctx, func(ctx context.Context) error {
		w, err := watching.Follow(ctx, a.pods, a.node, rv) // want `when the watch at across.go:92 fails to start with 410 Gone`
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			a.seen(event)
		}
		return nil
	})
}

// RunOnce is not called again.
func (a *Agent) RunOnce(ctx context.Context, rv string) error {
	return watching.RetryGuard(func() error {
		w, err := watching.Follow(ctx, a.pods, a.node, rv)
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			a.seen(event)
		}
		return nil
	})
}
