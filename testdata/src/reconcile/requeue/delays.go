package requeue

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

func left(pod *corev1.Pod) time.Duration { return time.Until(pod.CreationTimestamp.Add(ttl)) }

func leftAtLeast(pod *corev1.Pod) time.Duration {
	if d := time.Until(pod.CreationTimestamp.Add(ttl)); d > time.Second {
		return d
	}
	return time.Second
}

type computed struct{ client.Client }

func (r *computed) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	switch pod.Spec.NodeName {
	case "a":
		return ctrl.Result{RequeueAfter: left(&pod)}, nil // want `RequeueAfter is negative once that time has passed`
	case "b":
		return ctrl.Result{RequeueAfter: leftAtLeast(&pod)}, nil
	case "c":
		return ctrl.Result{RequeueAfter: ttl - time.Since(pod.CreationTimestamp.Time)}, nil // want `RequeueAfter is negative once`
	case "d":
		return ctrl.Result{RequeueAfter: time.Until(pod.CreationTimestamp.Add(ttl)) - time.Minute}, nil // want `RequeueAfter is negative once`
	case "e":
		return ctrl.Result{RequeueAfter: max(0, time.Until(pod.CreationTimestamp.Add(ttl)))}, nil // want `RequeueAfter is 0 once that time has passed, and then nothing reconciles the object again; use a positive minimum`
	case "f":
		return ctrl.Result{RequeueAfter: max(ttl-time.Since(pod.CreationTimestamp.Time), time.Second)}, nil
	}
	return ctrl.Result{}, nil
}

type kept struct{ client.Client }

func (r *kept) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	result := ctrl.Result{}
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return result, client.IgnoreNotFound(err)
	}
	result.RequeueAfter = time.Until(pod.CreationTimestamp.Add(ttl))
	return result, nil // want `RequeueAfter is negative once`
}

type raised struct{ client.Client }

func (r *raised) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	result := ctrl.Result{}
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return result, client.IgnoreNotFound(err)
	}
	result.RequeueAfter = time.Until(pod.CreationTimestamp.Add(ttl))
	if pod.Spec.NodeName == "" {
		result.RequeueAfter = time.Second
	}
	return result, nil
}

type stored struct{ client.Client }

// Reconcile returns the delay with what the last write says, which is nil mostly.
func (r *stored) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{RequeueAfter: time.Until(pod.CreationTimestamp.Add(ttl))}, err // want `RequeueAfter is ignored, as there is an error`
	}
	return ctrl.Result{RequeueAfter: time.Until(pod.CreationTimestamp.Add(ttl))}, r.Status().Update(ctx, &pod) // want `RequeueAfter is negative once`
}

type expiring struct{ client.Client }

// Reconcile deletes what has passed, unless that is done already: expire says so.
func (r *expiring) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	left := time.Until(pod.CreationTimestamp.Add(ttl))
	if left <= 0 {
		done, err := r.expire(ctx, &pod)
		if err != nil {
			return ctrl.Result{}, err
		}
		if done {
			return ctrl.Result{}, nil
		}
	}
	return ctrl.Result{RequeueAfter: left}, nil
}

func (r *expiring) expire(ctx context.Context, pod *corev1.Pod) (bool, error) {
	return pod.DeletionTimestamp == nil, r.Delete(ctx, pod)
}

type marking struct{ client.Client }

// Reconcile goes on with what has passed.
func (r *marking) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	left := time.Until(pod.CreationTimestamp.Add(ttl))
	if left <= 0 {
		if err := r.Delete(ctx, &pod); err != nil {
			return ctrl.Result{}, err
		}
	}
	return ctrl.Result{RequeueAfter: left}, nil // want `RequeueAfter is negative once`
}
