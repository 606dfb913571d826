package writes

import (
	"context"
	"strings"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// kinds tells one kind of error by its type or its text, and returns the others.
type kinds struct{ client.Client }

func (r *kinds) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var claim corev1.PersistentVolumeClaim
	if err := r.Get(ctx, req.NamespacedName, &claim); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	switch {
	case claim.Spec.VolumeName == "":
		return r.grow(ctx, req)
	case claim.Spec.StorageClassName == nil:
		return r.shrink(ctx, &claim)
	}
	return r.move(ctx, &claim)
}

// grow gives up where the storage class forbids it.
func (r *kinds) grow(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	err := retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		var claim corev1.PersistentVolumeClaim
		if err := r.Get(ctx, req.NamespacedName, &claim); err != nil {
			return err
		}
		claim.Spec.VolumeName = "big"
		return r.Update(ctx, &claim)
	})
	if err != nil {
		status, ok := err.(apierrors.APIStatus)
		if ok && status.Status().Reason == metav1.StatusReasonForbidden {
			return ctrl.Result{}, nil
		}
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

func (r *kinds) shrink(ctx context.Context, claim *corev1.PersistentVolumeClaim) (ctrl.Result, error) {
	claim.Spec.VolumeName = "small"
	if err := r.Update(ctx, claim); err != nil && !strings.Contains(err.Error(), "forbidden") {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

// move logs the text of all of them.
func (r *kinds) move(ctx context.Context, claim *corev1.PersistentVolumeClaim) (ctrl.Result, error) {
	claim.Spec.VolumeName = "other"
	if err := r.Update(ctx, claim); err != nil { // want `if this update fails, Reconcile returns no error`
		ctrl.LoggerFrom(ctx).Info("Not moved: " + err.Error())
	}
	return ctrl.Result{}, nil
}
