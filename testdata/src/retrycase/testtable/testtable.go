// Package testtable watches once for each request. Its tests go through a table
// of requests, which is no retry.
package testtable

import (
	"context"
	"fmt"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

// A Fan watches the pods of several clusters at once.
type Fan struct{ clusters []typedcorev1.PodInterface }

// Watch starts one watch in each cluster, from the version that it is asked for.
func (f *Fan) Watch(ctx context.Context, opts metav1.ListOptions) (watch.Interface, error) {
	var all []watch.Interface
	for _, pods := range f.clusters {
		w, err := pods.Watch(ctx, opts)
		if err != nil {
			return nil, fmt.Errorf("watch pods: %w", err)
		}
		all = append(all, w)
	}
	return all[0], nil
}

// First returns the name of the first pod that comes after rv.
func First(ctx context.Context, pods typedcorev1.PodInterface, rv string) (string, error) {
	w, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: rv})
	if err != nil {
		return "", err
	}
	defer w.Stop()
	for event := range w.ResultChan() {
		if event.Type == watch.Error {
			return "", fmt.Errorf("watch pods: %v", event.Object)
		}
		return event.Object.(metav1.Object).GetName(), nil
	}
	return "", nil
}

// Follow is a retry, whoever calls it.
func Follow(ctx context.Context, pods typedcorev1.PodInterface, rv string) {
	for ctx.Err() == nil {
		w, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: rv}) // want `fails to start with 410 Gone, it is retried`
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		for event := range w.ResultChan() {
			if event.Type == watch.Error {
				return
			}
		}
	}
}
