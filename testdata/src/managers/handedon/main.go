// A program that hands on the options of its callers, none of which turns deep copies
// off: settings that are read from options say nothing by themselves.
package main

import (
	"k8s.io/client-go/rest"
	"k8s.io/utils/ptr"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/managers/controllers"
)

func defaults(opts *cache.Options) cache.Config {
	return cache.Config{UnsafeDisableDeepCopy: opts.DefaultUnsafeDisableDeepCopy}
}

func perKind(kind cache.ByObject) cache.Config {
	return cache.Config{UnsafeDisableDeepCopy: kind.UnsafeDisableDeepCopy}
}

type starter struct{ ctrl.Options }

func (s *starter) config() (c cache.Config) {
	c.UnsafeDisableDeepCopy = s.Cache.DefaultUnsafeDisableDeepCopy
	return c
}

func merge(to, from *cache.Options) {
	if from.DefaultUnsafeDisableDeepCopy != nil {
		to.DefaultUnsafeDisableDeepCopy = ptr.To(*from.DefaultUnsafeDisableDeepCopy)
	}
	for kind, by := range from.ByObject {
		mine := to.ByObject[kind]
		mine.UnsafeDisableDeepCopy = by.UnsafeDisableDeepCopy
		to.ByObject[kind] = mine
	}
}

func start(cfg *rest.Config, opts cache.Options) error {
	s := &starter{Options: ctrl.Options{Cache: cache.Options{ByObject: map[client.Object]cache.ByObject{}}}}
	merge(&s.Cache, &opts)
	s.Cache.DefaultNamespaces = map[string]cache.Config{
		"a": defaults(&opts), "b": perKind(cache.ByObject{}), "c": s.config(),
	}
	mgr, err := ctrl.NewManager(cfg, s.Options)
	if err != nil {
		return err
	}
	_ = &controllers.PodReconciler{Client: mgr.GetClient(), Live: mgr.GetAPIReader()}
	return nil
}

func main() {
	if err := start(ctrl.GetConfigOrDie(), cache.Options{}); err != nil {
		panic(err)
	}
}
