// Package behind uses its helper once, behind a filter.
package behind

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"k8slint.test/tombstone/helpers/lib"
)

// Register adds handlers that get Pods only.
func Register(inf cache.SharedInformer, deleted func(name string)) {
	inf.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: lib.IsPod(),
		Handler:    all(func(obj any) { deleted(obj.(*corev1.Pod).Name) }),
	})
	inf.AddEventHandler(others(func(obj any) {
		deleted(obj.(*corev1.Pod).Name) // want `the delete handler panics on a tombstone`
	}))
}

func all(h func(any)) cache.ResourceEventHandler { return lib.HandleAll(h) }

func others(h func(any)) cache.ResourceEventHandler { return lib.HandleAll(h) }
