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

type rounds struct{ joining }

// Reconcile returns all that went wrong in all rounds.
func (r *rounds) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pods corev1.PodList
	if err := r.List(ctx, &pods, client.InNamespace(req.Namespace)); err != nil {
		return ctrl.Result{}, err
	}
	var all error
	for i := range pods.Items {
		if err := r.Delete(ctx, &pods.Items[i]); err != nil {
			all = errors.Join(all, fmt.Errorf("deleting %s: %w", pods.Items[i].Name, err))
		}
	}
	if all != nil {
		return ctrl.Result{}, all
	}
	return ctrl.Result{}, nil
}

type forgettingRounds struct{ joining }

// Reconcile returns what its rounds have joined, which is not what the writes say.
func (r *forgettingRounds) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pods corev1.PodList
	if err := r.List(ctx, &pods, client.InNamespace(req.Namespace)); err != nil {
		return ctrl.Result{}, err
	}
	var all error
	for i := range pods.Items {
		if pods.Items[i].Name == "" {
			all = errors.Join(all, errors.New("no name"))
		}
		if err := r.Delete(ctx, &pods.Items[i]); err != nil { // want `nothing tries again`
			ctrl.LoggerFrom(ctx).Error(err, "Deleting")
		}
	}
	if all != nil {
		return ctrl.Result{}, all
	}
	return ctrl.Result{}, nil
}

type alternating struct{ joining }

// Reconcile keeps every second pod.
func (r *alternating) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pods corev1.PodList
	if err := r.List(ctx, &pods, client.InNamespace(req.Namespace)); err != nil {
		return ctrl.Result{}, err
	}
	keep := true
	for i := range pods.Items {
		if keep = !keep; keep {
			continue
		}
		if err := r.Delete(ctx, &pods.Items[i]); err != nil { // want `nothing tries again`
			ctrl.LoggerFrom(ctx).Error(err, "Deleting")
		}
	}
	return ctrl.Result{}, nil
}
