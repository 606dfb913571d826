// Package writes has reconcilers whose writes fail.
package writes

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/client-go/tools/record"
	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/source"
)

type reconciler struct {
	client.Client
	events record.EventRecorder
}

type logged struct{ reconciler }

// Reconcile logs what failed.
func (r *logged) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	log := ctrl.LoggerFrom(ctx)
	var site corev1.ConfigMap
	if err := r.Get(ctx, req.NamespacedName, &site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if site.Data["expired"] == "true" {
		if err := r.Delete(ctx, &site); err != nil { // want `if this delete fails, Reconcile returns no error and nothing tries again until the object changes; return the error`
			log.Error(err, "Deleting", "name", site.Name)
			return ctrl.Result{}, nil
		}
		return ctrl.Result{}, nil
	}
	site.Data = map[string]string{"seen": "true"}
	return r.store(ctx, &site)
}

// store is a helper whose results Reconcile returns.
func (r *logged) store(ctx context.Context, site *corev1.ConfigMap) (ctrl.Result, error) {
	err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var latest corev1.ConfigMap
		if err := r.Get(ctx, client.ObjectKeyFromObject(site), &latest); err != nil {
			return err
		}
		latest.Data = site.Data
		return r.Update(ctx, &latest) // want `if this update fails`
	})
	if err != nil {
		r.events.Eventf(site, "Warning", "Failed", "Storing failed: %s", err.Error())
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, nil
}

type returned struct{ reconciler }

// Reconcile returns what failed, but for what is no failure.
func (r *returned) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var site corev1.ConfigMap
	if err := r.Get(ctx, req.NamespacedName, &site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.Create(ctx, site.DeepCopy()); err != nil {
		if apierrors.IsAlreadyExists(err) {
			return ctrl.Result{}, nil
		}
		return ctrl.Result{}, fmt.Errorf("creating: %w", err)
	}
	if err := r.Delete(ctx, &site); client.IgnoreNotFound(err) != nil {
		return ctrl.Result{}, err
	}
	if err := r.Update(ctx, &site); err != nil {
		if apierrors.IsConflict(err) {
			return ctrl.Result{Requeue: true}, nil
		}
		ctrl.LoggerFrom(ctx).Error(err, "Updating")
		return ctrl.Result{RequeueAfter: 5}, nil
	}
	return ctrl.Result{}, nil
}

type excused struct{ reconciler }

// Reconcile excuses one error, and drops all others.
func (r *excused) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	site := &corev1.ConfigMap{}
	site.Name, site.Namespace = req.Name, req.Namespace
	if err := r.Create(ctx, site); err != nil { // want `if this create fails`
		if !apierrors.IsAlreadyExists(err) {
			ctrl.LoggerFrom(ctx).Error(err, "Creating")
		}
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, nil
}

type noted struct{ reconciler }

// Reconcile writes down what failed: the change of the status brings it back.
func (r *noted) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.Update(ctx, &pod); err != nil {
		pod.Status.Message = err.Error()
		_ = r.Status().Update(ctx, &pod)
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, nil
}

type captured struct{ reconciler }

// Reconcile returns an error that a function literal uses, too.
func (r *captured) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var site corev1.ConfigMap
	var err error
	log := func() { ctrl.LoggerFrom(ctx).Error(err, "Failed") }
	if err = r.Update(ctx, &site); err != nil {
		log()
		return ctrl.Result{Requeue: true}, nil
	}
	return ctrl.Result{}, nil
}

type periodic struct{ reconciler }

// Setup has all objects reconciled from time to time.
func (r *periodic) Setup(mgr ctrl.Manager, ticks source.Source) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).WatchesRawSource(ticks).Complete(r)
}

func (r *periodic) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var site corev1.ConfigMap
	if err := r.Get(ctx, req.NamespacedName, &site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.Update(ctx, &site); err != nil {
		ctrl.LoggerFrom(ctx).Error(err, "Updating")
	}
	return ctrl.Result{}, nil
}

type other struct{ reconciler }

// Run is no Reconcile: its caller may try again.
func (r *other) Run(ctx context.Context, site *corev1.ConfigMap) (ctrl.Result, error) {
	if err := r.Update(ctx, site); err != nil {
		ctrl.LoggerFrom(ctx).Error(err, "Updating")
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, nil
}
