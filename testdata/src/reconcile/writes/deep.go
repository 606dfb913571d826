package writes

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

// layered writes through layers of helpers, as many as a large project has.
type layered struct{ client.Client }

func (r *layered) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.first(ctx, &pod); err != nil { // want `if the update in first fails, Reconcile returns no error`
		log.FromContext(ctx).Error(err, "not written")
		return ctrl.Result{}, nil
	}
	if err := r.checkedFirst(ctx, &pod); err != nil { // want `if the update in checkedFirst fails, Reconcile returns no error`
		log.FromContext(ctx).Error(err, "not written")
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, nil
}

func (r *layered) first(ctx context.Context, pod *corev1.Pod) error  { return r.second(ctx, pod) }
func (r *layered) second(ctx context.Context, pod *corev1.Pod) error { return r.third(ctx, pod) }
func (r *layered) third(ctx context.Context, pod *corev1.Pod) error  { return r.fourth(ctx, pod) }
func (r *layered) fourth(ctx context.Context, pod *corev1.Pod) error { return r.fifth(ctx, pod) }
func (r *layered) fifth(ctx context.Context, pod *corev1.Pod) error  { return r.Update(ctx, pod) }

func (r *layered) checkedFirst(ctx context.Context, pod *corev1.Pod) error {
	return r.checkedSecond(ctx, pod)
}

func (r *layered) checkedSecond(ctx context.Context, pod *corev1.Pod) error {
	return r.checkedThird(ctx, pod)
}

func (r *layered) checkedThird(ctx context.Context, pod *corev1.Pod) error {
	return r.checkedFourth(ctx, pod)
}

func (r *layered) checkedFourth(ctx context.Context, pod *corev1.Pod) error {
	if pod.Spec.NodeName == "" {
		return errors.New("no node")
	}
	return r.Update(ctx, pod)
}
