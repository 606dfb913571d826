// A program that turns deep copies off for all types but secrets.
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
		Cache: cache.Options{
			DefaultUnsafeDisableDeepCopy: ptr.To(true), // want `ep.Labels\["seen"\] = … at .* read by c.Get at \S*controllers.go:\d+` `with DefaultUnsafeDisableDeepCopy, pod.Labels\["seen"\] = … at \S*controllers.go:27 mutates .* read by r.Get at \S*controllers.go:24` `pods.Items\[i\].Annotations\["seen"\] = … at \S*controllers.go:83 .* read by r.List at \S*controllers.go:79` `cm.Data\["seen"\] = … at \S*controllers.go:107 .* read by r.Get at \S*controllers.go:101; DeepCopy it first$`
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
