// A program that repeats nothing of what was said below it.
package main

import (
	"k8slint.test/cachemutate/manager/controllers"
	"k8slint.test/cachemutate/manager/split/cmd"
	"k8slint.test/cachemutate/manager/split/setup"
)

func main() {
	_, _ = setup.Manager()
	_ = &controllers.ConfigMapReconciler{}
	if err := cmd.Run(); err != nil {
		panic(err)
	}
}
