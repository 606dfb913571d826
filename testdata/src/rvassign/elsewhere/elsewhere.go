// Package elsewhere watches from the version of a list that another package has made.
package elsewhere

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	typedappsv1 "k8s.io/client-go/kubernetes/typed/apps/v1"

	"k8slint.test/retrycase/elsewhere/store"
)

// Changes starts from a list, so that its first events come in order.
func Changes(ctx context.Context, from typedappsv1.DeploymentInterface, changed func(*appsv1.Deployment)) error {
	list, err := store.Deployments(ctx, from)
	if err != nil {
		return err
	}
	rv := list.ResourceVersion
	for {
		w, err := from.Watch(ctx, metav1.ListOptions{ResourceVersion: rv})
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			d, ok := event.Object.(*appsv1.Deployment)
			if ok && event.Type != watch.Deleted {
				rv = d.ResourceVersion
				changed(d)
			}
		}
	}
}

// ChangesOfAll starts from nothing.
func ChangesOfAll(ctx context.Context, from typedappsv1.DeploymentInterface, changed func(*appsv1.Deployment)) error {
	rv := ""
	for {
		w, err := from.Watch(ctx, metav1.ListOptions{ResourceVersion: rv})
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			d, ok := event.Object.(*appsv1.Deployment)
			if ok && event.Type != watch.Deleted {
				rv = d.ResourceVersion // want `initial events come in any order`
				changed(d)
			}
		}
	}
}
