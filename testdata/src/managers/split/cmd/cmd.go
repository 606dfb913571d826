// Package cmd is the first to see the manager's options and the controllers.
package cmd

import (
	"k8slint.test/managers/controllers"
	"k8slint.test/managers/split/setup" // want `UnsafeDisableDeepCopy at \S*setup.go:14.*ep.Labels` `UnsafeDisableDeepCopy at \S*setup.go:14.*pod.Labels` `UnsafeDisableDeepCopy at \S*setup.go:14.*pods.Items` `UnsafeDisableDeepCopy at \S*setup.go:14.*cm.Data` `UnsafeDisableDeepCopy at \S*setup.go:14.*s.Data`
)

func Run() error {
	mgr, err := setup.Manager()
	if err != nil {
		return err
	}
	_ = &controllers.PodReconciler{Client: mgr.GetClient(), Live: mgr.GetAPIReader()}
	return nil
}
