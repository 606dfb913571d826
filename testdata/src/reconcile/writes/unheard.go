package writes

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/source"
)

const keep = "example.com/keep"

type forgotten struct{ reconciler }

// Reconcile does not look at what its last write says.
func (r *forgotten) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !pod.DeletionTimestamp.IsZero() {
		controllerutil.RemoveFinalizer(&pod, keep)
		r.Update(ctx, &pod) // want `if this update fails, Reconcile returns no error and nothing tries again until the object changes; return the error`
		return ctrl.Result{}, nil
	}
	pod.Status.Message = "seen"
	r.Status().Update(ctx, &pod) // it comes back in an hour
	return ctrl.Result{RequeueAfter: time.Hour}, nil
}

type meant struct{ reconciler }

// Reconcile says that it does not care.
func (r *meant) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	pod.Status.Message = "seen"
	_ = r.Status().Update(ctx, &pod)
	return ctrl.Result{}, nil
}

type followed struct{ reconciler }

// Reconcile drops one error, and returns the one of what it does next.
func (r *followed) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	r.Status().Update(ctx, &pod)
	return ctrl.Result{}, r.Update(ctx, &pod)
}

type ending struct{ reconciler }

// Reconcile stores the status when it ends, and only logs what fails then.
func (r *ending) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	defer func() {
		if err := r.Status().Update(ctx, &pod); err != nil { // want `if this update fails, Reconcile returns no error`
			ctrl.LoggerFrom(ctx).Error(err, "Storing the status")
		}
	}()
	if pod.Spec.NodeName == "" {
		pod.Status.Message = "no node yet"
		return ctrl.Result{}, nil
	}
	pod.Status.Message = "seen"
	return ctrl.Result{}, r.Update(ctx, &pod)
}

type endingWithError struct{ reconciler }

// Reconcile returns the error of the write that it defers.
func (r *endingWithError) Reconcile(ctx context.Context, req ctrl.Request) (_ ctrl.Result, reterr error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	defer func() {
		if err := r.Status().Update(ctx, &pod); err != nil {
			ctrl.LoggerFrom(ctx).Error(err, "Storing the status")
			reterr = err
		}
	}()
	return ctrl.Result{}, nil
}

type endingTwice struct{ reconciler }

// Reconcile defers two writes. The second one to run brings the key back.
func (r *endingTwice) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	defer func() { _ = r.Update(ctx, &pod) }()
	defer func() {
		if err := r.Status().Update(ctx, &pod); err != nil {
			ctrl.LoggerFrom(ctx).Error(err, "Storing the status")
		}
	}()
	return ctrl.Result{}, nil
}

type endingAgain struct{ reconciler }

// Reconcile always comes back.
func (r *endingAgain) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	defer func() {
		if err := r.Status().Update(ctx, &pod); err != nil {
			ctrl.LoggerFrom(ctx).Error(err, "Storing the status")
		}
	}()
	if err := r.Update(ctx, &pod); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{RequeueAfter: time.Minute}, nil
}

type endingAtOnce struct{ reconciler }

// Reconcile defers the call itself, so nothing hears of its error.
func (r *endingAtOnce) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	defer r.Status().Update(ctx, &pod) // want `if this update fails, Reconcile returns no error`
	pod.Status.Message = "seen"
	return ctrl.Result{}, nil
}

type endingByMethod struct{ reconciler }

// Reconcile defers a method that stores the status, and only logs what fails.
func (r *endingByMethod) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	defer r.store(ctx, &pod)
	pod.Status.Message = "seen"
	return ctrl.Result{}, nil
}

func (r *endingByMethod) store(ctx context.Context, pod *corev1.Pod) {
	if err := r.Status().Update(ctx, pod); err != nil { // want `if this update fails, Reconcile returns no error`
		ctrl.LoggerFrom(ctx).Error(err, "Storing the status")
	}
}

type endingByOther struct {
	reconciler
	again chan client.ObjectKey
}

// Reconcile defers a method that has the key come back.
func (r *endingByOther) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	defer r.store(ctx, &pod)
	pod.Status.Message = "seen"
	return ctrl.Result{}, nil
}

func (r *endingByOther) store(ctx context.Context, pod *corev1.Pod) {
	if err := r.Status().Update(ctx, pod); err != nil {
		r.again <- client.ObjectKeyFromObject(pod)
	}
}

type ticking struct{ reconciler }

// Setup has all objects reconciled from time to time.
func (r *ticking) Setup(c controller.Controller, ticks chan event.GenericEvent) error {
	return c.Watch(source.Channel(ticks, &handler.EnqueueRequestForObject{}))
}

func (r *ticking) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	r.Status().Update(ctx, &pod)
	return ctrl.Result{}, nil
}

type endingGone struct{ reconciler }

// Reconcile comes back unless the object is gone, or goes.
func (r *endingGone) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	defer func() {
		if err := r.Status().Update(ctx, &pod); err != nil {
			ctrl.LoggerFrom(ctx).Error(err, "Storing the status")
		}
	}()
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		if apierrors.IsNotFound(err) {
			return ctrl.Result{}, nil
		}
		return ctrl.Result{}, err
	}
	if !pod.DeletionTimestamp.IsZero() {
		return ctrl.Result{}, nil
	}
	return ctrl.Result{RequeueAfter: time.Minute}, nil
}
