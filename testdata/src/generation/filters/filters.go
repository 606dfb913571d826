// Package filters has the predicates of several controllers.
package filters

import (
	"maps"
	"reflect"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
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

// OnSpecOrMeta passes changes of the spec, of labels and of annotations: none of a ConfigMap's data.
var OnSpecOrMeta = predicate.Funcs{
	UpdateFunc: func(e event.UpdateEvent) bool {
		if e.ObjectOld.GetGeneration() != e.ObjectNew.GetGeneration() {
			return true
		}
		return !reflect.DeepEqual(e.ObjectOld.GetLabels(), e.ObjectNew.GetLabels()) ||
			!maps.Equal(e.ObjectOld.GetAnnotations(), e.ObjectNew.GetAnnotations())
	},
}

// OnOwners says the same in a function, of owners and of the deletion too.
var OnOwners = predicate.Funcs{
	UpdateFunc: func(e event.UpdateEvent) bool {
		if !e.ObjectNew.GetDeletionTimestamp().IsZero() {
			return true
		}
		return meaningful(e.ObjectOld, e.ObjectNew)
	},
}

func meaningful(before, after client.Object) bool {
	if before.GetGeneration() != after.GetGeneration() || len(before.GetFinalizers()) != len(after.GetFinalizers()) {
		return true
	}
	if !equality.Semantic.DeepEqual(before.GetOwnerReferences(), after.GetOwnerReferences()) {
		return true
	}
	return before.GetAnnotations()["site"] != after.GetAnnotations()["site"]
}

// OnSpecOrLabeled passes all of what has a label.
var OnSpecOrLabeled = predicate.Funcs{
	UpdateFunc: func(e event.UpdateEvent) bool {
		return e.ObjectOld.GetGeneration() != e.ObjectNew.GetGeneration() || e.ObjectNew.GetLabels()["site"] != ""
	},
}

// OnSpecOrSame passes each update that leaves the labels alone.
var OnSpecOrSame = predicate.Funcs{
	UpdateFunc: func(e event.UpdateEvent) bool {
		return e.ObjectOld.GetGeneration() != e.ObjectNew.GetGeneration() || maps.Equal(e.ObjectOld.GetLabels(), e.ObjectNew.GetLabels())
	},
}

// OnSpecOrData compares what matters.
var OnSpecOrData = predicate.Funcs{
	UpdateFunc: func(e event.UpdateEvent) bool {
		if e.ObjectOld.GetGeneration() != e.ObjectNew.GetGeneration() {
			return true
		}
		before, isMap := e.ObjectOld.(*corev1.ConfigMap)
		after, _ := e.ObjectNew.(*corev1.ConfigMap)
		return isMap && !maps.Equal(before.Data, after.Data)
	},
}

// Annotated asks the predicate that it embeds, and another one.
type Annotated struct {
	predicate.GenerationChangedPredicate
}

func (p Annotated) Update(e event.UpdateEvent) bool {
	if p.GenerationChangedPredicate.Update(e) {
		return true
	}
	return predicate.AnnotationChangedPredicate{}.Update(e) || !e.ObjectOld.GetDeletionTimestamp().Equal(e.ObjectNew.GetDeletionTimestamp())
}

// OnAnnotation makes one.
func OnAnnotation() predicate.Predicate { return Annotated{} }

// OnVersion asks one that passes each update.
var OnVersion = predicate.Funcs{
	UpdateFunc: func(e event.UpdateEvent) bool {
		return predicate.GenerationChangedPredicate{}.Update(e) || predicate.ResourceVersionChangedPredicate{}.Update(e)
	},
}
