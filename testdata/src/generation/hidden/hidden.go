// Package hidden sets functions in predicates that have their own Update.
package hidden

import (
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

func update(e event.UpdateEvent) bool { return e.ObjectNew.GetName() != "" }

func hidden(mgr ctrl.Manager, r reconcile.Reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.Pod{}, builder.WithPredicates(predicate.GenerationChangedPredicate{TypedFuncs: predicate.Funcs{UpdateFunc: update}})). // want `this UpdateFunc is never called: predicate.GenerationChangedPredicate has its own Update, which hides that of the Funcs in it; combine both with predicate.And`
		Complete(r)
}

func generic() predicate.TypedPredicate[client.Object] {
	return predicate.TypedLabelChangedPredicate[client.Object]{
		TypedFuncs: predicate.TypedFuncs[client.Object]{
			UpdateFunc: func(event.TypedUpdateEvent[client.Object]) bool { return false }, // want `this UpdateFunc is never called`
		},
	}
}

func assigned() predicate.Predicate {
	var p predicate.ResourceVersionChangedPredicate
	p.CreateFunc = func(event.CreateEvent) bool { return false }
	p.UpdateFunc = update // want `this UpdateFunc is never called: predicate.ResourceVersionChangedPredicate`
	return p
}

// created events go to the function.
func created(f func(event.CreateEvent) bool) predicate.Predicate {
	return predicate.GenerationChangedPredicate{TypedFuncs: predicate.Funcs{CreateFunc: f, UpdateFunc: nil}}
}

// both are called.
func both() predicate.Predicate {
	return predicate.And(predicate.GenerationChangedPredicate{}, predicate.Funcs{UpdateFunc: update})
}

// own predicates that embed Funcs have no other Update.
type own struct{ predicate.Funcs }

func embedded() predicate.Predicate { return own{Funcs: predicate.Funcs{UpdateFunc: update}} }

func later() predicate.Predicate {
	var p own
	p.UpdateFunc = update
	return p
}
