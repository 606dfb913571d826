package reconcilers

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

type loaded struct{ client.Client }

// Reconcile reads the object and writes it by helpers.
func (r *loaded) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	site := &corev1.ConfigMap{}
	if err := r.load(ctx, req.NamespacedName, site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if controllerutil.AddFinalizer(site, finalizer) { // want `the ConfigMap may be marked for deletion here`
		if err := r.store(ctx, site); err != nil {
			return ctrl.Result{}, err
		}
	}
	if !site.DeletionTimestamp.IsZero() {
		controllerutil.RemoveFinalizer(site, finalizer)
		return ctrl.Result{}, r.store(ctx, site)
	}
	return ctrl.Result{}, nil
}

func (r *loaded) load(ctx context.Context, key client.ObjectKey, into *corev1.ConfigMap) error {
	if err := r.Get(ctx, key, into); err != nil {
		return fmt.Errorf("reading the site: %w", err)
	}
	return nil
}

func (r *loaded) store(ctx context.Context, site *corev1.ConfigMap) error {
	return r.Update(ctx, site)
}

type fetched struct{ client.Client }

// Reconcile gets the object from a helper.
func (r *fetched) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	site, err := r.fetch(ctx, req.NamespacedName)
	if err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if controllerutil.AddFinalizer(site, finalizer) { // want `if another finalizer keeps the ConfigMap while it is being deleted`
		return ctrl.Result{}, r.Update(ctx, site)
	}
	return ctrl.Result{}, nil
}

func (r *fetched) fetch(ctx context.Context, key client.ObjectKey) (*corev1.ConfigMap, error) {
	site := &corev1.ConfigMap{}
	err := r.Get(ctx, key, site)
	return site, err
}

type fetchedAlive struct{ client.Client }

// Reconcile gets the object only if it is not being deleted.
func (r *fetchedAlive) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	site, err := r.alive(ctx, req.NamespacedName)
	if err != nil || site == nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if controllerutil.AddFinalizer(site, finalizer) {
		return ctrl.Result{}, r.Update(ctx, site)
	}
	return ctrl.Result{}, nil
}

func (r *fetchedAlive) alive(ctx context.Context, key client.ObjectKey) (*corev1.ConfigMap, error) {
	site := &corev1.ConfigMap{}
	if err := r.Get(ctx, key, site); err != nil || site.DeletionTimestamp != nil {
		return nil, err
	}
	return site, nil
}
