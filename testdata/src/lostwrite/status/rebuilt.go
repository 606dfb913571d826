package status

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// mirrored has the spec that the server has: only the status is news.
func (r *reconciler) mirrored(ctx context.Context, want *appsv1.Deployment) error {
	stored := &appsv1.Deployment{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(want), stored); err != nil {
		return err
	}
	update := &appsv1.Deployment{
		ObjectMeta: *stored.ObjectMeta.DeepCopy(),
		Spec:       *stored.Spec.DeepCopy(),
		Status:     *want.Status.DeepCopy(),
	}
	return r.Status().Update(ctx, update)
}

// wanted has another spec.
func (r *reconciler) wanted(ctx context.Context, want *appsv1.Deployment) error {
	stored := &appsv1.Deployment{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(want), stored); err != nil {
		return err
	}
	update := &appsv1.Deployment{
		ObjectMeta: *stored.ObjectMeta.DeepCopy(),
		Spec:       *want.Spec.DeepCopy(),
		Status:     *want.Status.DeepCopy(),
	}
	return r.Status().Update(ctx, update) // want `the spec set at line 32 is dropped`
}

// paused changes the copy.
func (r *reconciler) paused(ctx context.Context, want *appsv1.Deployment) error {
	stored := &appsv1.Deployment{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(want), stored); err != nil {
		return err
	}
	spec := stored.Spec.DeepCopy()
	spec.Paused = true
	update := &appsv1.Deployment{ObjectMeta: stored.ObjectMeta, Spec: *spec, Status: want.Status}
	return r.Status().Update(ctx, update) // want `the spec set at line 46 is dropped`
}
