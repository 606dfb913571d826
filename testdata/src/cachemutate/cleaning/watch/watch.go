// Package watch registers handlers whose steps other packages make.
package watch

import (
	"k8s.io/client-go/tools/cache"

	"k8slint.test/cachemutate/cleaning/cleaner"
	"k8slint.test/cachemutate/cleaning/handlers"
	"k8slint.test/cachemutate/cleaning/transform"
)

var always = transform.Steps{cleaner.Managed} // want `Managed mutates a cached object \(o.SetManagedFields\(nil\)`

func register(informer cache.SharedInformer, out chan<- any, more ...transform.Step) {
	informer.AddEventHandler(handlers.New(out, append(always, more...)))
}

// Pods sends pods.
func Pods(informer cache.SharedInformer, out chan<- any) {
	register(informer, out, cleaner.Env("PASSWORD"), cleaner.Annotations("checksum")) // want `the func literal in cleaner.Annotations mutates a cached object`
}

// Again registers the step again, which is one bug.
func Again(informer cache.SharedInformer, out chan<- any) {
	register(informer, out, cleaner.Annotations("checksum"))
}
