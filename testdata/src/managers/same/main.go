// A program whose reconcilers stand beside its manager.
package main

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

func main() {
	opts := ctrl.Options{}
	opts.Cache.DefaultUnsafeDisableDeepCopy = new(true)
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), opts)
	if err != nil {
		panic(err)
	}
	_ = &reconciler{mgr.GetClient()}
}

type reconciler struct{ client.Client }

func (r *reconciler) reconcile(ctx context.Context, key client.ObjectKey) error {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, key, pod); err != nil {
		return err
	}
	pod.Labels["seen"] = "true" // want `pod.Labels\["seen"\] = … mutates a cached object, read by r.Get at line \d+ without a copy \(DefaultUnsafeDisableDeepCopy at line 14\)`
	return nil
}

// readBack fetches twice: the second object is another.
func (r *reconciler) readBack(ctx context.Context, key client.ObjectKey) error {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, key, pod); err != nil {
		return err
	}
	fresh := pod.DeepCopy()
	fresh.Labels["seen"] = "true"
	return r.Update(ctx, fresh)
}
