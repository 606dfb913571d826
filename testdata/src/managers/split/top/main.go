// A program that repeats nothing of what was said below it.
package main

import (
	"k8slint.test/managers/controllers"
	"k8slint.test/managers/split/cmd"
	"k8slint.test/managers/split/setup"
)

func main() {
	_, _ = setup.Manager()
	_ = &controllers.ConfigMapReconciler{}
	if err := cmd.Run(); err != nil {
		panic(err)
	}
}
