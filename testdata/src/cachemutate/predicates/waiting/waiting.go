// Package waiting waits for what a caller's predicates say.
package waiting

import (
	"k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/cachemutate/predicates/pred"
)

type spec struct{ ps []pred.Predicate }

// With adds predicates.
func With(ps ...pred.Predicate) func(*spec) {
	return func(s *spec) { s.ps = append(s.ps, ps...) }
}

// Wait looks once.
func Wait(store cache.Store, opts ...func(*spec)) {
	var s spec
	for _, o := range opts {
		o(&s)
	}
	obj, _, _ := store.GetByKey("a/b")
	c, _ := obj.(client.Object)
	pred.Eval(c, s.ps) // want `the func literal in pred.Managed mutates a cached object`
}

// WaitFor looks at another object.
func WaitFor(store cache.Store, name string, s spec) {
	obj, _, _ := store.GetByKey("c/" + name)
	if c, ok := obj.(client.Object); ok {
		pred.Eval(c, s.ps) // want `the func literal in pred.Managed mutates a cached object`
	}
}

// WaitCopied lets the predicates have a copy.
func WaitCopied(store cache.Store, s spec) {
	obj, _, _ := store.GetByKey("a/b")
	if c, ok := obj.(client.Object); ok {
		pred.Eval(c.DeepCopyObject().(client.Object), s.ps)
	}
}

// All waits for everything.
func All(store cache.Store) {
	Wait(store, With(pred.Managed()))
}
