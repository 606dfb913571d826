// Package testtable has functions that only a test makes a handler of deletions.
package testtable

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Name is given pods.
func Name(obj any) { println(obj.(*corev1.Pod).Name) }

// Forget is a handler of deletions.
func Forget(obj any) {
	println(obj.(*corev1.Pod).Name) // want `panics on a tombstone`
}

// Handlers are those of the program.
func Handlers() cache.ResourceEventHandlerFuncs {
	return cache.ResourceEventHandlerFuncs{AddFunc: Name, DeleteFunc: Forget}
}
