// Package fixes holds finalizers that are added to objects which may be marked for deletion, and some that no edit
// can keep out.
package fixes

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

const finalizer = "example.com/kept"

type asks struct{ client.Client }

func (r *asks) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var site corev1.ConfigMap
	if err := r.Get(ctx, req.NamespacedName, &site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if len(site.Finalizers) == 0 || !controllerutil.ContainsFinalizer(&site, finalizer) {
		controllerutil.AddFinalizer(&site, finalizer) // want `the ConfigMap may be marked for deletion here`
		if err := r.Update(ctx, &site); err != nil {
			return ctrl.Result{}, err
		}
	}
	return handle(ctx, r.Client, &site)
}

type adds struct{ client.Client }

func (r *adds) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	site := &corev1.ConfigMap{}
	if err := r.Get(ctx, req.NamespacedName, site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if controllerutil.AddFinalizer(site, finalizer) { // want `the ConfigMap may be marked for deletion here`
		if err := r.Update(ctx, site); err != nil {
			return ctrl.Result{}, err
		}
	}
	return handle(ctx, r.Client, site)
}

// What else the if does is not for objects that are kept alone.
type does struct{ client.Client }

func (r *does) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	site := &corev1.ConfigMap{}
	if err := r.Get(ctx, req.NamespacedName, site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if site.Data["phase"] == "" {
		controllerutil.AddFinalizer(site, finalizer) // want `the ConfigMap may be marked for deletion here`
		site.Data["phase"] = "new"
		if err := r.Update(ctx, site); err != nil {
			return ctrl.Result{}, err
		}
	}
	return handle(ctx, r.Client, site)
}

// In the else, objects that are being deleted would come.
type other struct{ client.Client }

func (r *other) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	site := &corev1.ConfigMap{}
	if err := r.Get(ctx, req.NamespacedName, site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if controllerutil.AddFinalizer(site, finalizer) { // want `the ConfigMap may be marked for deletion here`
		if err := r.Update(ctx, site); err != nil {
			return ctrl.Result{}, err
		}
	} else {
		ctrl.LoggerFrom(ctx).Info("Kept")
	}
	return handle(ctx, r.Client, site)
}

func handle(ctx context.Context, c client.Client, site *corev1.ConfigMap) (ctrl.Result, error) { // want handle:`\Qparams ($2; tests; removes; releases; sends)\E`
	if !site.DeletionTimestamp.IsZero() {
		controllerutil.RemoveFinalizer(site, finalizer)
		return ctrl.Result{}, c.Update(ctx, site)
	}
	return ctrl.Result{}, nil
}
