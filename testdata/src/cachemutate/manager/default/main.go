// A program that turns deep copies off for all types but secrets.
package main

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/ptr"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/cachemutate/manager/controllers"
)

func main() {
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{
		Cache: cache.Options{
			DefaultUnsafeDisableDeepCopy: ptr.To(true), // want `c.Get at controllers/controllers.go:\d+.*ep.Labels\["seen"\]` `DefaultUnsafeDisableDeepCopy.*r.Get at controllers/controllers.go:24.*pod.Labels\["seen"\] at controllers/controllers.go:27` `r.List at controllers/controllers.go:79.*pods.Items\[i\].Annotations\["seen"\] at controllers/controllers.go:83` `r.Get at controllers/controllers.go:101 \(through mark, ConfigMapReconciler.get\) reads.*cm.Data\["seen"\] at controllers/controllers.go:107`
			ByObject: map[client.Object]cache.ByObject{
				&corev1.Secret{}: {UnsafeDisableDeepCopy: ptr.To(false)},
			},
		},
	})
	if err != nil {
		panic(err)
	}
	_ = &controllers.PodReconciler{Client: mgr.GetClient(), Live: mgr.GetAPIReader()}
}
