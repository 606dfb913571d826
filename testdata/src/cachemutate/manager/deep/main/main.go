// A program in which neither options nor controllers are imported directly.
package main

import (
	"k8slint.test/cachemutate/manager/deep/control"
	"k8slint.test/cachemutate/manager/deep/manage" // want `UnsafeDisableDeepCopy at setup/setup.go:14.*ep.Labels` `UnsafeDisableDeepCopy at setup/setup.go:14.*pod.Labels` `UnsafeDisableDeepCopy at setup/setup.go:14.*pods.Items` `UnsafeDisableDeepCopy at setup/setup.go:14.*cm.Data` `UnsafeDisableDeepCopy at setup/setup.go:14.*s.Data`
)

func main() {
	control.Start()
	if err := manage.Start(); err != nil {
		panic(err)
	}
}
