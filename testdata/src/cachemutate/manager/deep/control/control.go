// Package control hides which controllers there are.
package control

import "k8slint.test/cachemutate/manager/controllers"

func Start() { _ = &controllers.PodReconciler{} }
