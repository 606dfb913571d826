package writes

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

var errEmpty = errors.New("empty")

type shadowed struct{ reconciler }

// Reconcile returns the error of Get, which is nil there.
func (r *shadowed) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	defer func() { ctrl.LoggerFrom(ctx).Info("Done") }()
	var site corev1.ConfigMap
	err := r.Get(ctx, req.NamespacedName, &site)
	if err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if site.Data == nil {
		if err := r.Delete(ctx, &site); err != nil { // want `if this delete fails, Reconcile returns no error and nothing tries again until the object changes; return the error`
			ctrl.LoggerFrom(ctx).Error(err, "Deleting")
		}
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

type assigned struct{ reconciler }

// Reconcile returns the error of Delete.
func (r *assigned) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var site corev1.ConfigMap
	err := r.Get(ctx, req.NamespacedName, &site)
	if err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err = r.Delete(ctx, &site); err != nil {
		ctrl.LoggerFrom(ctx).Error(err, "Deleting")
	}
	return ctrl.Result{}, err
}

type untested struct{ reconciler }

// Reconcile returns the error of Get, which may be any.
func (r *untested) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var site corev1.ConfigMap
	err := r.Get(ctx, req.NamespacedName, &site)
	if site.Data == nil {
		if err := r.Delete(ctx, &site); err != nil {
			ctrl.LoggerFrom(ctx).Error(err, "Deleting")
		}
	}
	return ctrl.Result{}, err
}

type nested struct{ reconciler }

func (r *nested) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if err := r.releaseAll(ctx, req.Namespace); err != nil { // want `if the update in releaseAll fails, Reconcile returns no error and nothing tries again until the object changes; return the error`
		ctrl.LoggerFrom(ctx).Error(err, "Releasing")
	}
	return ctrl.Result{}, nil
}

// releaseAll fails where a call of the client does, here or in release.
func (r *nested) releaseAll(ctx context.Context, namespace string) error {
	var sites corev1.ConfigMapList
	if err := r.List(ctx, &sites, client.InNamespace(namespace)); err != nil {
		return err
	}
	return release(ctx, r.Client, pointers(sites.Items))
}

func pointers[T any](items []T) (all []*T) {
	for i := range items {
		all = append(all, &items[i])
	}
	return all
}

func release[T client.Object](ctx context.Context, c client.Client, objects []T) error {
	for _, o := range objects {
		o.SetFinalizers(nil)
		if err := c.Update(ctx, o); err != nil {
			return err
		}
	}
	return nil
}

type checked struct{ reconciler }

func (r *checked) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if err := r.releaseValid(ctx, nil); err != nil { // want `if the update in releaseValid fails, Reconcile returns no error`
		ctrl.LoggerFrom(ctx).Error(err, "Releasing")
	}
	return ctrl.Result{}, nil
}

// releaseValid fails for what the user wrote, too.
func (r *checked) releaseValid(ctx context.Context, sites []corev1.ConfigMap) error {
	if err := check(sites); err != nil {
		return err
	}
	return release(ctx, r.Client, pointers(sites))
}

func check(sites []corev1.ConfigMap) error {
	for _, site := range sites {
		if site.Data == nil {
			return errEmpty
		}
	}
	return nil
}

type deferring struct{ reconciler }

func (r *deferring) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	defer func() { ctrl.LoggerFrom(ctx).Info("Done") }()
	var site corev1.ConfigMap
	if err := r.Delete(ctx, &site); err != nil { // want `if this delete fails, Reconcile returns no error and nothing tries again until the object changes; return the error`
		ctrl.LoggerFrom(ctx).Error(err, "Deleting")
		return ctrl.Result{}, nil
	}
	defer func() { _ = r.Update(ctx, &site) }()
	return ctrl.Result{}, nil
}

type closing struct{ reconciler }

// Reconcile writes the status when it ends, which brings the key back.
func (r *closing) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	defer func() { _ = r.Status().Update(ctx, &pod) }()
	if err := r.Delete(ctx, &pod); err != nil {
		ctrl.LoggerFrom(ctx).Error(err, "Deleting")
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, nil
}

type named struct{ reconciler }

// Reconcile returns the error that is kept.
func (r *named) Reconcile(ctx context.Context, req ctrl.Request) (_ ctrl.Result, err error) {
	var pod corev1.Pod
	var kept error
	defer func() { err = kept }()
	if kept = r.Delete(ctx, &pod); kept != nil {
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, nil
}
