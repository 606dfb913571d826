// Package deferred stops watches in deferred functions.
package deferred

import (
	"context"
	"errors"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes"
)

var errFailed = errors.New("the watch has failed")

// What is deferred before the watch is opened stops the variable that gets it.
func deferredBefore(ctx context.Context, c kubernetes.Interface) error {
	var w watch.Interface
	var err error
	defer func() {
		if w != nil {
			w.Stop()
		}
	}()
	if w, err = c.CoreV1().Pods("").Watch(ctx, metav1.ListOptions{}); err != nil {
		w = nil
	}
	if w == nil {
		return errFailed
	}
	return first(w)
}

// What is deferred before stops another watch.
func deferredOther(ctx context.Context, c kubernetes.Interface, other watch.Interface) error {
	defer func() {
		if other != nil {
			other.Stop()
		}
	}()
	w, err := c.CoreV1().Pods("").Watch(ctx, metav1.ListOptions{}) // want `nothing stops this watch if the function ends at line \d+`
	if err != nil {
		return err
	}
	return first(w)
}

func first(w watch.Interface) error {
	if e := <-w.ResultChan(); e.Type == watch.Bookmark {
		return errFailed
	}
	return nil
}

// unlessKept stops the watch, but for what its author knows.
func unlessKept(w watch.Interface, keep bool) error {
	stop := true
	defer func() {
		if stop {
			w.Stop()
		}
	}()
	if e := <-w.ResultChan(); keep && e.Type == watch.Bookmark {
		stop = false
	}
	return nil
}

func stoppedByHelper(ctx context.Context, c kubernetes.Interface) error {
	w, err := c.CoreV1().Pods("").Watch(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	return unlessKept(w, false)
}
