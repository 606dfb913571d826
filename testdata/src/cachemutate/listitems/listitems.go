// Package listitems: the items of a list that a client fills without copies.
package listitems

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

type reconciler struct {
	client.Client
	last *corev1.PodList
}

// drain changes items by their index.
func (r *reconciler) drain(ctx context.Context) error {
	pods := &corev1.PodList{}
	if err := r.List(ctx, pods, client.UnsafeDisableDeepCopy); err != nil {
		return err
	}
	for i := range pods.Items {
		pods.Items[i].Labels["drain"] = "true" // want `mutates a cached object`
		if err := r.Update(ctx, &pods.Items[i]); err != nil {
			return err
		}
	}
	return nil
}

// first has no loop.
func (r *reconciler) first(ctx context.Context) error {
	var pods corev1.PodList
	if err := r.List(ctx, &pods, client.UnsafeDisableDeepCopy); err != nil {
		return err
	}
	pods.Items[0].Labels["drain"] = "true" // want `mutates a cached object`
	return r.Update(ctx, &pods.Items[0])
}

// kept reads into a list that others have.
func (r *reconciler) kept(ctx context.Context) error {
	pods := r.last
	if err := r.List(ctx, pods, client.UnsafeDisableDeepCopy); err != nil {
		return err
	}
	for i := range pods.Items {
		pods.Items[i].Labels["drain"] = "true" // want `mutates a cached object`
		if err := r.Update(ctx, &pods.Items[i]); err != nil {
			return err
		}
	}
	return nil
}

// copied changes copies.
func (r *reconciler) copied(ctx context.Context) error {
	var pods corev1.PodList
	if err := r.List(ctx, &pods, client.UnsafeDisableDeepCopy); err != nil {
		return err
	}
	for i := range pods.Items {
		pod := pods.Items[i].DeepCopy()
		pod.Labels["drain"] = "true"
		if err := r.Update(ctx, pod); err != nil {
			return err
		}
	}
	return nil
}
