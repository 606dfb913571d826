// A program that turns deep copies off where its command line says so.
package main

import (
	"flag"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"

	"k8slint.test/managers/controllers"
)

// settings are the program's own: who starts it may set them.
type settings struct{ UnsafeDisableDeepCopy bool }

func (s *settings) cache() cache.Options {
	return cache.Options{
		DefaultUnsafeDisableDeepCopy: &s.UnsafeDisableDeepCopy, // want `ep.Labels\["seen"\]` `with DefaultUnsafeDisableDeepCopy, pod.Labels\["seen"\]` `pods.Items\[i\].Annotations\["seen"\]` `cm.Data\["seen"\]` `s.Data\["seen"\]`
	}
}

func main() {
	var s settings
	flag.BoolVar(&s.UnsafeDisableDeepCopy, "no-deep-copies", false, "save memory")
	flag.Parse()
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{Cache: s.cache()})
	if err != nil {
		panic(err)
	}
	_ = &controllers.PodReconciler{Client: mgr.GetClient(), Live: mgr.GetAPIReader()}
}
