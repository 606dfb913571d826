// A program with clients beside its manager's, some of which read the manager's cache.
package main

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

func main() {
	opts := ctrl.Options{}
	opts.Cache.DefaultUnsafeDisableDeepCopy = new(true)
	cfg := ctrl.GetConfigOrDie()
	mgr, err := ctrl.NewManager(cfg, opts)
	if err != nil {
		panic(err)
	}
	cached, err := client.New(cfg, client.Options{
		Scheme: mgr.GetScheme(),
		Cache:  &client.CacheOptions{Reader: mgr.GetCache()},
	})
	if err != nil {
		panic(err)
	}
	direct, err := client.New(cfg, client.Options{Scheme: mgr.GetScheme()})
	if err != nil {
		panic(err)
	}
	other, err := ofOther(cfg)
	if err != nil {
		panic(err)
	}
	_ = &reconciler{cached}
	_ = &liveReconciler{direct}
	_ = &otherReconciler{other}
	_ = &freshReconciler{apiReader(mgr, cfg)}
}

// ofOther reads a cache of its own, which copies.
func ofOther(cfg *rest.Config) (client.Client, error) {
	own, err := cache.New(cfg, cache.Options{})
	if err != nil {
		return nil, err
	}
	return client.New(cfg, client.Options{Cache: &client.CacheOptions{Reader: own}})
}

// apiReader reads from the API server.
func apiReader(mgr ctrl.Manager, cfg *rest.Config) client.Client {
	c, _ := client.New(cfg, client.Options{Cache: &client.CacheOptions{Reader: mgr.GetAPIReader()}})
	return c
}

type reconciler struct{ client.Client }

func (r *reconciler) reconcile(ctx context.Context, key client.ObjectKey) error {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, key, pod); err != nil {
		return err
	}
	pod.Labels["seen"] = "true" // want `pod.Labels\["seen"\] = … mutates a cached object, read by r.Get`
	return nil
}

func (r *reconciler) reconcileCopy(ctx context.Context, key client.ObjectKey) error {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, key, pod); err != nil {
		return err
	}
	pod = pod.DeepCopy()
	pod.Labels["seen"] = "true"
	return nil
}

type liveReconciler struct{ client.Client }

func (r *liveReconciler) reconcile(ctx context.Context, key client.ObjectKey) error {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, key, pod); err != nil {
		return err
	}
	pod.Labels["seen"] = "true"
	return nil
}

type otherReconciler struct{ client.Client }

func (r *otherReconciler) reconcile(ctx context.Context, key client.ObjectKey) error {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, key, pod); err != nil {
		return err
	}
	pod.Labels["seen"] = "true"
	return nil
}

type freshReconciler struct{ client.Client }

func (r *freshReconciler) reconcile(ctx context.Context, key client.ObjectKey) error {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, key, pod); err != nil {
		return err
	}
	pod.Labels["seen"] = "true"
	return nil
}
