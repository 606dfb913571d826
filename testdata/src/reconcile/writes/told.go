package writes

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// told has helpers that return nothing.
type told struct {
	reconciler
	again chan string
}

func (r *told) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	switch pod.Status.Phase {
	case corev1.PodFailed:
		r.sayWhy(ctx, &pod, "failed") // want `if the update in sayWhy fails, Reconcile returns no error and nothing tries again`
		return ctrl.Result{}, nil
	case corev1.PodPending:
		r.sayWhy(ctx, &pod, "pending")
		return ctrl.Result{}, r.start(ctx, &pod)
	case corev1.PodRunning:
		r.later(ctx, &pod)
		return ctrl.Result{}, nil
	case corev1.PodSucceeded:
		r.careless(ctx, &pod)
		return ctrl.Result{}, nil
	}
	r.sayTwice(ctx, &pod) // want `if the update in sayTwice fails, Reconcile returns no error`
	return ctrl.Result{}, nil
}

func (r *told) sayWhy(ctx context.Context, pod *corev1.Pod, why string) {
	err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := r.Get(ctx, client.ObjectKeyFromObject(pod), pod); err != nil {
			return err
		}
		pod.Status.Message = why
		return r.Status().Update(ctx, pod) // want `if this update fails, Reconcile returns no error`
	})
	if err != nil {
		ctrl.LoggerFrom(ctx).Error(err, "Saying why")
	}
}

func (r *told) sayTwice(ctx context.Context, pod *corev1.Pod) { r.sayWhy(ctx, pod, "unknown") }

// later brings the key back.
func (r *told) later(ctx context.Context, pod *corev1.Pod) {
	if err := r.Update(ctx, pod); err != nil {
		r.again <- pod.Name
	}
}

// careless says that nobody cares.
func (r *told) careless(ctx context.Context, pod *corev1.Pod) {
	_ = r.Update(ctx, pod)
}

func (r *told) start(ctx context.Context, pod *corev1.Pod) error {
	return r.Update(ctx, pod)
}

type toldLast struct{ told }

// Reconcile says why when it ends.
func (r *toldLast) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	defer r.sayWhy(ctx, &pod, "done")
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}
