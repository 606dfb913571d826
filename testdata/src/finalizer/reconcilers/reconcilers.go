// Package reconcilers has reconcilers that add and remove finalizers.
package reconcilers

import (
	"context"
	"errors"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"k8slint.test/finalizer/handlers"
)

const finalizer = handlers.Finalizer

type first struct{ client.Client }

// Reconcile adds the finalizer before it looks at the deletion.
func (r *first) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	site := &corev1.ConfigMap{}
	if err := r.Get(ctx, req.NamespacedName, site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !controllerutil.ContainsFinalizer(site, finalizer) {
		controllerutil.AddFinalizer(site, finalizer) // want `the ConfigMap may be marked for deletion here, and the API server refuses new finalizers of such objects; look at its DeletionTimestamp first`
		if err := r.Update(ctx, site); err != nil {
			return ctrl.Result{}, err
		}
	}
	if !site.DeletionTimestamp.IsZero() {
		controllerutil.RemoveFinalizer(site, finalizer)
		return ctrl.Result{}, r.Update(ctx, site)
	}
	return ctrl.Result{}, nil
}

type firstKept struct{ client.Client }

// Reconcile looks at the deletion first.
func (r *firstKept) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	site := &corev1.ConfigMap{}
	if err := r.Get(ctx, req.NamespacedName, site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !site.DeletionTimestamp.IsZero() {
		controllerutil.RemoveFinalizer(site, finalizer)
		return ctrl.Result{}, r.Update(ctx, site)
	}
	if controllerutil.AddFinalizer(site, finalizer) {
		return ctrl.Result{}, r.Update(ctx, site)
	}
	return ctrl.Result{}, nil
}

type flagged struct{ client.Client }

// Reconcile keeps what it found out in a variable, and asks a function of its own.
func (r *flagged) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	site := &corev1.ConfigMap{}
	if err := r.Get(ctx, req.NamespacedName, site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	deleting := site.GetDeletionTimestamp() != nil
	if !deleting && controllerutil.AddFinalizer(site, finalizer) {
		return ctrl.Result{}, r.Update(ctx, site)
	}
	return ctrl.Result{}, nil
}

type asked struct{ client.Client }

func gone(obj client.Object) bool { return obj.GetDeletionTimestamp() != nil } // want gone:`\Qparams ($0; tests)\E`

func (r *asked) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	site := &corev1.ConfigMap{}
	if err := r.Get(ctx, req.NamespacedName, site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if gone(site) {
		return ctrl.Result{}, nil
	}
	if controllerutil.AddFinalizer(site, finalizer) {
		return ctrl.Result{}, r.Update(ctx, site)
	}
	return ctrl.Result{}, nil
}

type outcome struct{ completed bool }

func (o outcome) Completed() bool { return o.completed }

// An ender says whether a reconcile is at its end.
type ender interface{ Completed() bool }

type ended struct{ client.Client }

func check(obj client.Object) ender { // want check:`\Qparams ($0; tests)\E`
	return outcome{obj.GetDeletionTimestamp() != nil}
}

func (r *ended) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	site := &corev1.ConfigMap{}
	if err := r.Get(ctx, req.NamespacedName, site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if res := check(site); res.Completed() {
		return ctrl.Result{}, nil
	}
	if controllerutil.AddFinalizer(site, finalizer) {
		return ctrl.Result{}, r.Update(ctx, site)
	}
	return ctrl.Result{}, nil
}

type follows struct{ client.Client }

// Reconcile has the finalizer as long as there is something to clean up.
func (r *follows) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	site := &corev1.ConfigMap{}
	if err := r.Get(ctx, req.NamespacedName, site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if len(site.Data) > 0 {
		controllerutil.AddFinalizer(site, finalizer)
	} else {
		controllerutil.RemoveFinalizer(site, finalizer)
	}
	return ctrl.Result{}, r.Update(ctx, site)
}

type followsBoth struct{ client.Client }

func follow(site *corev1.ConfigMap, keep bool) { // want follow:`\Qparams ($0; removes; passes)\E`
	if len(site.Data) == 0 && !keep {
		controllerutil.RemoveFinalizer(site, finalizer)
	} else {
		controllerutil.AddFinalizer(site, finalizer)
	}
}

func (r *followsBoth) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	site := &corev1.ConfigMap{}
	if err := r.Get(ctx, req.NamespacedName, site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	follow(site, site.DeletionTimestamp == nil && len(site.Labels) > 0)
	return ctrl.Result{}, r.Update(ctx, site)
}

type falls struct{ client.Client }

// Reconcile goes on behind the removal.
func (r *falls) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var site corev1.ConfigMap
	if err := r.Get(ctx, req.NamespacedName, &site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !site.DeletionTimestamp.IsZero() {
		if controllerutil.ContainsFinalizer(&site, finalizer) {
			controllerutil.RemoveFinalizer(&site, finalizer)
			if err := r.Update(ctx, &site); err != nil {
				return ctrl.Result{}, err
			}
		}
	}
	if controllerutil.AddFinalizer(&site, finalizer) { // want `this runs after the finalizer of the ConfigMap was removed, and`
		return ctrl.Result{}, r.Update(ctx, &site)
	}
	return ctrl.Result{}, nil
}

type helped struct{ client.Client }

// Reconcile leaves both to helpers.
func (r *helped) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	site := &corev1.ConfigMap{}
	if err := r.Get(ctx, req.NamespacedName, site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := handlers.Release(ctx, r.Client, site); err != nil {
		return ctrl.Result{}, err
	}
	if err := handlers.Ensure(ctx, r.Client, site); err != nil { // want `this runs after the finalizer of the ConfigMap was removed, and`
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

type helpedKept struct{ client.Client }

func (r *helpedKept) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	site := &corev1.ConfigMap{}
	if err := r.Get(ctx, req.NamespacedName, site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := handlers.EnsureKept(ctx, r.Client, site); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, handlers.Release(ctx, r.Client, site)
}

type creates struct{ client.Client }

// Reconcile makes a Deployment for what is gone.
func (r *creates) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	site := &corev1.ConfigMap{}
	if err := r.Get(ctx, req.NamespacedName, site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := handlers.Release(ctx, r.Client, site); err != nil {
		return ctrl.Result{}, err
	}
	deployment := &appsv1.Deployment{}
	deployment.Name, deployment.Namespace = site.Name, site.Namespace
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, deployment, func() error { return nil }) // want `this runs after the finalizer of the ConfigMap was removed, and creates objects for one that is gone; return after the removal`
	return ctrl.Result{}, err
}

type createsKept struct{ client.Client }

func (r *createsKept) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	site := &corev1.ConfigMap{}
	if err := r.Get(ctx, req.NamespacedName, site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := handlers.Release(ctx, r.Client, site); err != nil {
		return ctrl.Result{}, err
	}
	if !site.DeletionTimestamp.IsZero() {
		return ctrl.Result{}, nil
	}
	deployment := &appsv1.Deployment{}
	deployment.Name, deployment.Namespace = site.Name, site.Namespace
	return ctrl.Result{}, r.Create(ctx, deployment)
}

type late struct{ client.Client }

// Reconcile deletes the Secret when nobody would try again.
func (r *late) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	site, secret := &corev1.ConfigMap{}, &corev1.Secret{}
	if err := errors.Join(r.Get(ctx, req.NamespacedName, secret)); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.Get(ctx, req.NamespacedName, site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if site.DeletionTimestamp != nil {
		handlers.Drop(&site.ObjectMeta) // want `the ConfigMap is gone once its finalizer is removed here, and if the cleanup below fails, nobody tries again; remove the finalizer last`
		if err := r.Update(ctx, site); err != nil {
			return ctrl.Result{}, err
		}
		return ctrl.Result{}, r.Delete(ctx, secret)
	}
	return ctrl.Result{}, nil
}

type last struct{ client.Client }

// Reconcile deletes the Secret first.
func (r *last) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	site, secret := &corev1.ConfigMap{}, &corev1.Secret{}
	if err := r.Get(ctx, req.NamespacedName, secret); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.Get(ctx, req.NamespacedName, site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if site.DeletionTimestamp != nil {
		if err := r.Delete(ctx, secret); client.IgnoreNotFound(err) != nil {
			return ctrl.Result{}, err
		}
		controllerutil.RemoveFinalizer(site, finalizer)
		return ctrl.Result{}, r.Update(ctx, site)
	}
	return ctrl.Result{}, nil
}

type patched struct{ client.Client }

// Reconcile sends the finalizer in what it defers.
func (r *patched) Reconcile(ctx context.Context, req ctrl.Request) (_ ctrl.Result, reterr error) {
	site := &corev1.ConfigMap{}
	if err := r.Get(ctx, req.NamespacedName, site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	base := client.MergeFrom(site.DeepCopy())
	defer func() {
		reterr = errors.Join(reterr, r.Patch(ctx, site, base))
	}()
	if !controllerutil.ContainsFinalizer(site, finalizer) {
		controllerutil.AddFinalizer(site, finalizer) // want `the ConfigMap may be marked for deletion here`
		return ctrl.Result{Requeue: true}, nil
	}
	if !site.DeletionTimestamp.IsZero() {
		controllerutil.RemoveFinalizer(site, finalizer)
	}
	return ctrl.Result{}, nil
}
