// Package stops returns by functions that have names.
package stops

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/reconcile/stops/results"
)

type reconciler struct{ client.Client }

func (r *reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return results.Fail(client.IgnoreNotFound(err))
	}
	if pod.Status.Phase == corev1.PodFailed {
		if err := r.Delete(ctx, &pod); err != nil { // want `if this delete fails, Reconcile returns no error`
			ctrl.LoggerFrom(ctx).Error(err, "Deleting")
		}
		return results.Stop()
	}
	if pod.Status.Message == "" {
		if err := r.Status().Update(ctx, &pod); err != nil {
			ctrl.LoggerFrom(ctx).Error(err, "Storing the status")
			return results.Later()
		}
		return done()
	}
	if err := r.Update(ctx, &pod); err != nil {
		ctrl.LoggerFrom(ctx).Error(err, "Updating")
		return results.Fail(err)
	}
	r.Status().Update(ctx, &pod) // want `if this update fails, Reconcile returns no error`
	return done()
}

func done() (ctrl.Result, error) { return ctrl.Result{}, nil }
