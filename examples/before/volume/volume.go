// Package volume keeps a Secret with the key of each encrypted volume.
package volume

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

const (
	finalizer = "volume.example.com/key"
	rotated   = "volume.example.com/rotated"

	// lifetime is how long a key is used.
	lifetime = 30 * 24 * time.Hour
)

// Reconciler keeps the Secrets.
type Reconciler struct {
	client.Client
}

// SetupWithManager registers the reconciler.
func (r *Reconciler) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.PersistentVolumeClaim{}).Owns(&corev1.Secret{}).Complete(r)
}

// Reconcile makes the key of a claim, and deletes it with the claim.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	claim := &corev1.PersistentVolumeClaim{}
	if err := r.Get(ctx, req.NamespacedName, claim); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !controllerutil.ContainsFinalizer(claim, finalizer) {
		controllerutil.AddFinalizer(claim, finalizer) // want finalizer
		if err := r.Update(ctx, claim); err != nil {
			return ctrl.Result{}, err
		}
	}
	key := &corev1.Secret{}
	if err := r.Get(ctx, req.NamespacedName, key); client.IgnoreNotFound(err) != nil {
		return ctrl.Result{}, err
	}
	if !claim.DeletionTimestamp.IsZero() {
		controllerutil.RemoveFinalizer(claim, finalizer) // want finalizer
		if err := r.Update(ctx, claim); err != nil {
			return ctrl.Result{}, err
		}
		return ctrl.Result{}, r.Delete(ctx, key) // want reconcile
	}
	if claim.Annotations[rotated] == "" {
		claim.Annotations = map[string]string{rotated: "true"}
		if err := r.Update(ctx, claim); err != nil { // want reconcile
			ctrl.LoggerFrom(ctx).Error(err, "Marking the claim")
			return ctrl.Result{}, nil
		}
	}
	return ctrl.Result{RequeueAfter: time.Until(claim.CreationTimestamp.Add(lifetime))}, nil // want reconcile
}
