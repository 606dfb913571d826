package reconcilers

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

type readAgain struct{ client.Client }

// Reconcile reads the newest version of what it knows is not being deleted.
func (r *readAgain) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var site corev1.ConfigMap
	if err := r.Get(ctx, req.NamespacedName, &site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !site.DeletionTimestamp.IsZero() {
		controllerutil.RemoveFinalizer(&site, finalizer)
		return ctrl.Result{}, r.Update(ctx, &site)
	}
	if err := r.Get(ctx, req.NamespacedName, &site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !controllerutil.ContainsFinalizer(&site, finalizer) {
		controllerutil.AddFinalizer(&site, finalizer)
		if err := r.Update(ctx, &site); err != nil {
			return ctrl.Result{}, err
		}
	}
	if site.DeletionTimestamp == nil {
		ctrl.LoggerFrom(ctx).Info("Kept")
	}
	return ctrl.Result{}, nil
}

type readOther struct{ client.Client }

// Reconcile looks at the deletion of one object, and adds the finalizer to another.
func (r *readOther) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var site corev1.ConfigMap
	if err := r.Get(ctx, req.NamespacedName, &site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !site.DeletionTimestamp.IsZero() {
		return ctrl.Result{}, nil
	}
	if err := r.Get(ctx, types.NamespacedName{Namespace: req.Namespace, Name: "base"}, &site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !controllerutil.ContainsFinalizer(&site, finalizer) {
		controllerutil.AddFinalizer(&site, finalizer) // want `the ConfigMap may be marked for deletion here`
		if err := r.Update(ctx, &site); err != nil {
			return ctrl.Result{}, err
		}
	}
	if site.DeletionTimestamp == nil {
		ctrl.LoggerFrom(ctx).Info("Kept")
	}
	return ctrl.Result{}, nil
}
