// Package cmd is the first to see the manager's options and the controllers.
package cmd

import (
	"k8slint.test/cachemutate/manager/controllers"
	"k8slint.test/cachemutate/manager/split/setup" // want `UnsafeDisableDeepCopy at setup.go:14.*ep.Labels` `UnsafeDisableDeepCopy at setup.go:14.*pod.Labels` `UnsafeDisableDeepCopy at setup.go:14.*pods.Items` `UnsafeDisableDeepCopy at setup.go:14.*cm.Data` `UnsafeDisableDeepCopy at setup.go:14.*s.Data`
)

func Run() error {
	mgr, err := setup.Manager()
	if err != nil {
		return err
	}
	_ = &controllers.PodReconciler{Client: mgr.GetClient(), Live: mgr.GetAPIReader()}
	return nil
}
