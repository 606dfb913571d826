package writes

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

type helped struct{ client.Client }

// mark fails only if the server does.
func (r *helped) mark(ctx context.Context, pod *corev1.Pod) error {
	if pod.Status.Phase == corev1.PodRunning {
		return nil
	}
	pod.Status.Phase = corev1.PodRunning
	return r.Status().Update(ctx, pod)
}

// check fails where another attempt is of no use, too: no fix returns that.
func (r *helped) check(ctx context.Context, pod *corev1.Pod) error {
	if pod.Spec.NodeName == "" {
		return errors.New("no node")
	}
	return r.Update(ctx, pod)
}

func (r *helped) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.check(ctx, &pod); err != nil { // want `if the update in check fails, Reconcile returns no error and nothing tries again`
		log.FromContext(ctx).Error(err, "not checked")
		return ctrl.Result{}, nil
	}
	if err := r.mark(ctx, &pod); err != nil { // want `if the update in mark fails, Reconcile returns no error and nothing tries again until the object changes; return the error`
		log.FromContext(ctx).Error(err, "not marked")
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, nil
}

type literal struct{ client.Client }

func (r *literal) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.Delete(ctx, &pod); err != nil { // want `if this delete fails, Reconcile returns no error`
		return ctrl.Result{Requeue: false}, nil
	}
	if err := r.Update(ctx, &pod); err != nil {
		return ctrl.Result{Requeue: true}, nil
	}
	return ctrl.Result{}, nil
}
