// Package transform has the steps that an event's object goes through before it is
// sent.
package transform

import "k8s.io/client-go/tools/cache"

// A Step returns what is sent in place of obj.
type Step func(obj any) any

// Steps are executed in order.
type Steps []Step

// Apply executes all steps.
func (ss Steps) Apply(obj any) any {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = tombstone.Obj
	}
	for _, s := range ss {
		obj = s(obj)
	}
	return obj
}
