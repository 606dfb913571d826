package writes

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

type counted struct {
	reconciler
	failures prometheus.Counter
	seconds  *prometheus.HistogramVec
	again    func(name string)
}

// Reconcile counts what failed, and how long it took.
func (r *counted) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	start := time.Now()
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if pod.Status.Phase == corev1.PodFailed {
		if err := r.Delete(ctx, &pod); err != nil {
			time.AfterFunc(time.Minute, func() { r.again(pod.Name) })
		}
		return ctrl.Result{}, nil
	}
	if err := r.Update(ctx, &pod); err != nil { // want `if this update fails, Reconcile returns no error`
		r.failures.Inc()
		ctrl.LoggerFrom(ctx).Error(err, "Updating")
	}
	r.seconds.WithLabelValues(pod.Namespace).Observe(time.Since(start).Seconds())
	return ctrl.Result{}, nil
}
