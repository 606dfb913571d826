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
	if !claim.DeletionTimestamp.IsZero() {
		key := &corev1.Secret{}
		key.Name, key.Namespace = claim.Name, claim.Namespace
		if err := r.Delete(ctx, key); client.IgnoreNotFound(err) != nil {
			return ctrl.Result{}, err
		}
		controllerutil.RemoveFinalizer(claim, finalizer)
		return ctrl.Result{}, r.Update(ctx, claim)
	}
	if controllerutil.AddFinalizer(claim, finalizer) {
		if err := r.Update(ctx, claim); err != nil {
			return ctrl.Result{}, err
		}
	}
	if claim.Annotations[rotated] == "" {
		claim.Annotations = map[string]string{rotated: "true"}
		if err := r.Update(ctx, claim); err != nil {
			return ctrl.Result{}, err
		}
	}
	return ctrl.Result{RequeueAfter: max(time.Until(claim.CreationTimestamp.Add(lifetime)), time.Hour)}, nil
}
