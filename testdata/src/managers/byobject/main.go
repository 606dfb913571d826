// A program that turns deep copies off for some types.
package main

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	"k8s.io/utils/ptr"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/managers/controllers"
)

func main() {
	off := true
	opts := ctrl.Options{
		Cache: cache.Options{
			ByObject: map[client.Object]cache.ByObject{
				&corev1.ConfigMap{}: {UnsafeDisableDeepCopy: &off}, // want `with UnsafeDisableDeepCopy.*cm.Data\["seen"\]`
				&corev1.Pod{}:       {UnsafeDisableDeepCopy: ptr.To(false)},
			},
		},
	}
	opts.Cache.ByObject[&corev1.Secret{}] = cache.ByObject{UnsafeDisableDeepCopy: ptr.To(true)} // want `UnsafeDisableDeepCopy of Secret.*s.Data\["seen"\]`
	opts.NewCache = func(cfg *rest.Config, opts cache.Options) (cache.Cache, error) {
		nodes := cache.ByObject{}
		nodes.UnsafeDisableDeepCopy = ptr.To(true)
		opts.ByObject[&corev1.Node{}] = nodes
		return cache.New(cfg, opts)
	}
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), opts)
	if err != nil {
		panic(err)
	}
	_ = &controllers.PodReconciler{Client: mgr.GetClient(), Live: mgr.GetAPIReader()}
}
