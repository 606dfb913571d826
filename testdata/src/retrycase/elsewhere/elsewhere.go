// Package elsewhere watches from versions that another package has read.
package elsewhere

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	typedappsv1 "k8s.io/client-go/kubernetes/typed/apps/v1"

	"k8slint.test/retrycase/elsewhere/store"
)

// Available reads the object again before each watch.
func Available(ctx context.Context, from typedappsv1.DeploymentInterface, name string) error {
	for ctx.Err() == nil {
		d, err := store.Deployment(ctx, from, name)
		if err != nil {
			return err
		}
		if d.Status.AvailableReplicas > 0 {
			return nil
		}
		w, err := from.Watch(ctx, metav1.ListOptions{FieldSelector: "metadata.name=" + name, ResourceVersion: d.ResourceVersion})
		if err != nil {
			continue
		}
		for event := range w.ResultChan() {
			if event.Type == watch.Error {
				break
			}
		}
		w.Stop()
	}
	return ctx.Err()
}

// AvailableOnce reads it once, before the first watch.
func AvailableOnce(ctx context.Context, from typedappsv1.DeploymentInterface, name string) error {
	d, err := store.Deployment(ctx, from, name)
	if err != nil {
		return err
	}
	for ctx.Err() == nil {
		w, err := from.Watch(ctx, metav1.ListOptions{FieldSelector: "metadata.name=" + name, ResourceVersion: d.ResourceVersion}) // want `when the watch at line 45 fails to start with 410 Gone, it is retried from the old ObjectMeta.ResourceVersion`
		if err != nil {
			continue
		}
		for event := range w.ResultChan() {
			if event.Type == watch.Error { // want `after an HTTP 500 the watch at line 45 restarts from the old ObjectMeta.ResourceVersion`
				break
			}
		}
		w.Stop()
	}
	return ctx.Err()
}
