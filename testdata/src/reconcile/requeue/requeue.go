// Package requeue has reconcilers that come back later.
package requeue

import (
	"context"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

const ttl = time.Hour

type expires struct{ client.Client }

func (r *expires) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	return ctrl.Result{RequeueAfter: time.Until(pod.CreationTimestamp.Add(ttl))}, nil // want `RequeueAfter is negative once that time has passed, and then nothing reconciles the object again; use a positive minimum`
}

type started struct{ client.Client }

func (r *started) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, req.NamespacedName, pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if pod.Status.StartTime == nil {
		return ctrl.Result{}, nil
	}
	return ctrl.Result{RequeueAfter: pod.Status.StartTime.Time.Sub(time.Now())}, nil // want `RequeueAfter is negative once`
}

type guarded struct{ client.Client }

func (r *guarded) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if time.Now().After(pod.CreationTimestamp.Add(ttl)) {
		return ctrl.Result{}, r.Delete(ctx, &pod)
	}
	return ctrl.Result{RequeueAfter: time.Until(pod.CreationTimestamp.Add(ttl))}, nil
}

type compared struct{ client.Client }

func (r *compared) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if left := time.Until(pod.CreationTimestamp.Add(ttl)); left > 0 {
		return ctrl.Result{RequeueAfter: left}, nil
	}
	return ctrl.Result{}, r.Delete(ctx, &pod)
}

type least struct{ client.Client }

func (r *least) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	return ctrl.Result{RequeueAfter: max(time.Second, time.Until(pod.CreationTimestamp.Add(ttl)))}, nil
}

type helped struct{ client.Client }

func expired(pod *corev1.Pod) bool { return time.Since(pod.CreationTimestamp.Time) > ttl }

func (r *helped) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if expired(&pod) {
		return ctrl.Result{}, r.Delete(ctx, &pod)
	}
	return ctrl.Result{RequeueAfter: time.Until(pod.CreationTimestamp.Add(ttl))}, nil
}

type both struct{ client.Client }

func (r *both) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{RequeueAfter: ttl}, err // want `RequeueAfter is ignored, as there is an error: the key comes back with the delay of the rate limiter; return one of them`
	}
	if err := r.Update(ctx, &pod); err != nil {
		return ctrl.Result{RequeueAfter: ttl}, fmt.Errorf("updating: %w", err) // want `RequeueAfter is ignored`
	}
	if err := r.Delete(ctx, &pod); client.IgnoreNotFound(err) != nil {
		return ctrl.Result{Requeue: true}, err
	}
	return ctrl.Result{RequeueAfter: ttl}, nil
}

type either struct{ client.Client }

func (r *either) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	err := r.Get(ctx, req.NamespacedName, &pod)
	if err != nil {
		return ctrl.Result{RequeueAfter: ttl}, nil
	} else if pod.Name == "" {
		return ctrl.Result{RequeueAfter: ttl}, err
	}
	if err := r.Update(ctx, &pod); err != nil {
		return reconcile.Result{}, reconcile.TerminalError(err)
	}
	return ctrl.Result{RequeueAfter: ttl}, r.Delete(ctx, &pod)
}
