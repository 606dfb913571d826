// Package filters has the predicates of several controllers.
package filters

import (
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
)

// Generation passes what changes a spec.
func Generation() predicate.Predicate {
	return predicate.GenerationChangedPredicate{}
}

// Changed compares by hand.
func Changed() predicate.Funcs {
	return predicate.Funcs{
		UpdateFunc: func(e event.UpdateEvent) bool {
			return e.ObjectOld.GetGeneration() != e.ObjectNew.GetGeneration()
		},
		DeleteFunc: func(e event.DeleteEvent) bool { return !e.DeleteStateUnknown },
	}
}

// Named passes what changes a spec, and everything of one object.
func Named(name string) predicate.Predicate {
	return predicate.Or(predicate.GenerationChangedPredicate{}, predicate.NewPredicateFuncs(func(o client.Object) bool { return o.GetName() == name }))
}

// OnSpec asks for objects that an update always has.
var OnSpec = predicate.Funcs{
	UpdateFunc: func(e event.UpdateEvent) bool {
		if e.ObjectOld == nil || e.ObjectNew == nil {
			return true
		}
		return e.ObjectOld.GetGeneration() != e.ObjectNew.GetGeneration()
	},
}

// OnSpecOrName has another way to pass.
var OnSpecOrName = predicate.Funcs{
	UpdateFunc: func(e event.UpdateEvent) bool {
		if e.ObjectNew == nil || e.ObjectNew.GetName() == "main" {
			return true
		}
		return e.ObjectOld.GetGeneration() != e.ObjectNew.GetGeneration()
	},
}

// OnDemand is set by init.
var OnDemand predicate.Predicate = predicate.GenerationChangedPredicate{}

func init() { OnDemand = predicate.ResourceVersionChangedPredicate{} }
