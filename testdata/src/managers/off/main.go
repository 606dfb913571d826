// A program that says that it wants copies, and one type that is never cached.
package main

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/ptr"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/managers/controllers"
)

func main() {
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{
		Client: client.Options{Cache: &client.CacheOptions{DisableFor: []client.Object{&corev1.Secret{}}}},
		Cache: cache.Options{
			DefaultUnsafeDisableDeepCopy: ptr.To(false),
			ByObject: map[client.Object]cache.ByObject{
				&corev1.Secret{}: {UnsafeDisableDeepCopy: ptr.To(true)},
			},
		},
	})
	if err != nil {
		panic(err)
	}
	// Another cache than the manager's.
	second := cache.Options{DefaultUnsafeDisableDeepCopy: ptr.To(true)}
	second.DefaultUnsafeDisableDeepCopy = ptr.To(true)
	if _, err := cache.New(ctrl.GetConfigOrDie(), second); err != nil {
		panic(err)
	}
	if _, err := cache.New(ctrl.GetConfigOrDie(), cache.Options{DefaultUnsafeDisableDeepCopy: ptr.To(true)}); err != nil {
		panic(err)
	}
	_ = &controllers.PodReconciler{Client: mgr.GetClient(), Live: mgr.GetAPIReader()}
}
