package writes

import (
	"context"
	"errors"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

type joining struct {
	reconciler
	snapshot func(ctx context.Context) error
}

// Reconcile returns all that went wrong.
func (r *joining) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	snapshotErr := r.snapshot(ctx)
	statusErr := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var pod corev1.Pod
		if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
			return fmt.Errorf("reading: %w", err)
		}
		pod.Status.Message = "taken"
		return r.Status().Update(ctx, &pod)
	})
	var all error
	if snapshotErr != nil {
		all = fmt.Errorf("taking a snapshot: %w", snapshotErr)
	}
	if statusErr != nil {
		all = errors.Join(all, fmt.Errorf("writing the status: %w", statusErr))
	}
	if all != nil {
		ctrl.LoggerFrom(ctx).Error(all, "Failed")
		return ctrl.Result{}, all
	}
	return ctrl.Result{}, nil
}

type forgetting struct{ joining }

// Reconcile returns only what went wrong at first.
func (r *forgetting) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	snapshotErr := r.snapshot(ctx)
	statusErr := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var pod corev1.Pod
		if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
			return client.IgnoreNotFound(err)
		}
		pod.Status.Message = "taken"
		return r.Status().Update(ctx, &pod) // want `nothing tries again`
	})
	var all error
	if snapshotErr != nil {
		all = errors.Join(all, snapshotErr)
	}
	if statusErr != nil {
		ctrl.LoggerFrom(ctx).Error(statusErr, "Writing the status")
	}
	if all != nil {
		return ctrl.Result{}, all
	}
	return ctrl.Result{}, nil
}
