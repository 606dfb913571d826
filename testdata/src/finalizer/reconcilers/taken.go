package reconcilers

import (
	"context"
	"slices"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

type takenDown struct{ client.Client }

// Reconcile has a method take down what is being deleted.
func (r *takenDown) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var site corev1.ConfigMap
	if err := r.Get(ctx, req.NamespacedName, &site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	switch {
	case !site.DeletionTimestamp.IsZero() && site.Data["keep"] == "":
		return r.takeDown(ctx, &site)
	case !site.DeletionTimestamp.IsZero():
		return ctrl.Result{}, r.takeDownLast(ctx, &site)
	}
	if err := r.reset(ctx, &site); err != nil {
		return ctrl.Result{}, err
	}
	if controllerutil.AddFinalizer(&site, finalizer) {
		return ctrl.Result{}, r.Update(ctx, &site)
	}
	return ctrl.Result{}, nil
}

func (r *takenDown) takeDown(ctx context.Context, site *corev1.ConfigMap) (ctrl.Result, error) { // want takeDown:`\Qparams ($2; removes; releases; sends)\E`
	if !controllerutil.ContainsFinalizer(site, finalizer) {
		return ctrl.Result{}, nil
	}
	old := site.DeepCopy()
	site.Finalizers = removeText(site.Finalizers, finalizer) // want `the ConfigMap is gone once its finalizer is removed here, and if the cleanup below fails, nobody tries again; remove the finalizer last`
	if err := r.Patch(ctx, site, client.MergeFrom(old)); err != nil {
		return ctrl.Result{}, err
	}
	var volume corev1.PersistentVolumeClaim
	volume.Name, volume.Namespace = site.Name, site.Namespace
	if err := r.Delete(ctx, &volume); client.IgnoreNotFound(err) != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

func (r *takenDown) takeDownLast(ctx context.Context, site *corev1.ConfigMap) error { // want takeDownLast:`\Qparams ($2; removes; releases; sends; passes)\E`
	var volume corev1.PersistentVolumeClaim
	volume.Name, volume.Namespace = site.Name, site.Namespace
	if err := r.Delete(ctx, &volume); client.IgnoreNotFound(err) != nil {
		return err
	}
	site.Finalizers = removeText(site.Finalizers, finalizer)
	return r.Update(ctx, site)
}

// reset drops the finalizer of a site that stays.
func (r *takenDown) reset(ctx context.Context, site *corev1.ConfigMap) error { // want reset:`\Qparams ($2; removes; releases; sends; passes)\E`
	site.Finalizers = removeText(site.Finalizers, finalizer)
	if err := r.Update(ctx, site); err != nil {
		return err
	}
	var volume corev1.PersistentVolumeClaim
	volume.Name, volume.Namespace = site.Name, site.Namespace
	return r.Delete(ctx, &volume)
}

func removeText(in []string, text string) []string {
	return slices.DeleteFunc(slices.Clone(in), func(s string) bool { return s == text })
}
