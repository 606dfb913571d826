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

type timed struct {
	reconciler
	seconds prometheus.Observer
	again   chan client.ObjectKey
}

// Reconcile measures how long it takes.
func (r *timed) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	start := time.Now()
	defer func() { r.seconds.Observe(time.Since(start).Seconds()) }()
	var pods corev1.PodList
	if err := r.List(ctx, &pods); err != nil {
		return ctrl.Result{}, err
	}
	for _, pod := range pods.Items {
		if err := r.Update(ctx, &pod); err != nil { // want `if this update fails, Reconcile returns no error`
			ctrl.LoggerFrom(ctx).Error(err, "Updating")
			return ctrl.Result{}, nil
		}
	}
	return ctrl.Result{}, nil
}

type timedByMethod struct{ timed }

// Reconcile defers a method that measures.
func (r *timedByMethod) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	defer r.measure(ctx, time.Now())
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.Update(ctx, &pod); err != nil { // want `if this update fails, Reconcile returns no error`
		ctrl.LoggerFrom(ctx).Error(err, "Updating")
	}
	return ctrl.Result{}, nil
}

func (r *timedByMethod) measure(ctx context.Context, start time.Time) {
	took := time.Since(start)
	r.seconds.Observe(took.Seconds())
	ctrl.LoggerFrom(ctx).Info("Done", "after", took)
}

type timedAndAgain struct{ timed }

// Reconcile defers a method that has the key come back.
func (r *timedAndAgain) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	defer r.measure(req.NamespacedName, time.Now())
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.Update(ctx, &pod); err != nil {
		ctrl.LoggerFrom(ctx).Error(err, "Updating")
	}
	return ctrl.Result{}, nil
}

func (r *timedAndAgain) measure(key client.ObjectKey, start time.Time) {
	r.seconds.Observe(time.Since(start).Seconds())
	r.again <- key
}
