// Package watches sets up controllers with filters on the generation.
package watches

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"
)

// Site is a custom resource.
type Site struct {
	metav1.TypeMeta
	metav1.ObjectMeta
}

// DeepCopyObject copies.
func (s *Site) DeepCopyObject() runtime.Object { c := *s; return &c }

type reconciler struct{ client.Client }

func (r *reconciler) Reconcile(context.Context, reconcile.Request) (reconcile.Result, error) {
	return reconcile.Result{}, nil
}

func (r *reconciler) sites(context.Context, client.Object) []reconcile.Request { return nil }

func filtered(mgr ctrl.Manager, r *reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&Site{}).
		Owns(&appsv1.Deployment{}).
		Watches(&corev1.Secret{}, handler.EnqueueRequestsFromMapFunc(r.sites)).
		WithEventFilter(predicate.GenerationChangedPredicate{}). // want `GenerationChangedPredicate drops changes of Secret: the API server never sets the generation of that kind`
		Complete(r)
}

// warmed watches Secrets for their cache, and does nothing about them.
func warmed(mgr ctrl.Manager, r *reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&Site{}).
		Watches(&corev1.Secret{}, handler.Funcs{}).
		WithEventFilter(predicate.GenerationChangedPredicate{}).
		Complete(r)
}

// scoped: the kinds without a generation have no filter.
func scoped(mgr ctrl.Manager, r *reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&Site{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})).
		Owns(&corev1.ConfigMap{}).
		Watches(&corev1.Secret{}, handler.EnqueueRequestsFromMapFunc(r.sites), builder.WithPredicates(predicate.ResourceVersionChangedPredicate{})).
		Complete(r)
}

func owned(mgr ctrl.Manager, r *reconciler) error {
	changed := predicate.GenerationChangedPredicate{}
	b := ctrl.NewControllerManagedBy(mgr).For(&Site{}).Owns(&corev1.ConfigMap{}).Owns(&corev1.Service{})
	b = b.WithEventFilter(predicate.And(changed, predicate.NewPredicateFuncs(func(client.Object) bool { return true }))) // want `drops changes of ConfigMap, Service`
	return b.Complete(r)
}

// declared has its builder by var.
func declared(mgr ctrl.Manager, r *reconciler) error {
	var changed = predicate.GenerationChangedPredicate{}
	var b = ctrl.NewControllerManagedBy(mgr).For(&Site{}).Owns(&corev1.ConfigMap{}).Owns(&corev1.Service{})
	b = b.WithEventFilter(predicate.And(changed, predicate.NewPredicateFuncs(func(client.Object) bool { return true }))) // want `drops changes of ConfigMap, Service`
	return b.Complete(r)
}

func own(mgr ctrl.Manager, r *reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.ConfigMap{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})).                     // want `drops changes of ConfigMap`
		Owns(&corev1.ServiceAccount{}, builder.WithPredicates(predicate.Or(predicate.GenerationChangedPredicate{}))). // want `drops changes of ServiceAccount`
		Watches(&corev1.Node{}, handler.EnqueueRequestsFromMapFunc(r.sites), builder.WithPredicates(predicate.Or(predicate.GenerationChangedPredicate{}, predicate.LabelChangedPredicate{}))).
		Complete(r)
}

// labels of Namespaces are all that there is; Secrets have data.
func labels(mgr ctrl.Manager, r *reconciler) error {
	filter := predicate.Or(predicate.GenerationChangedPredicate{}, predicate.LabelChangedPredicate{}, predicate.AnnotationChangedPredicate{})
	if err := ctrl.NewControllerManagedBy(mgr).For(&corev1.Namespace{}).WithEventFilter(filter).Complete(r); err != nil {
		return err
	}
	return ctrl.NewControllerManagedBy(mgr).
		For(&Site{}).
		Watches(&corev1.Secret{}, handler.EnqueueRequestsFromMapFunc(r.sites)).
		WithEventFilter(filter). // want `drops changes of Secret`
		Complete(r)
}

// annotations alone are a choice.
func annotations(mgr ctrl.Manager, r *reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Secret{}).WithEventFilter(predicate.AnnotationChangedPredicate{}).Complete(r)
}

// otherwise there is another way to pass.
func otherwise(mgr ctrl.Manager, r *reconciler, p predicate.Predicate) error {
	isSecret := predicate.NewPredicateFuncs(func(o client.Object) bool { _, ok := o.(*corev1.Secret); return ok })
	err := ctrl.NewControllerManagedBy(mgr).
		For(&Site{}).
		Owns(&corev1.Secret{}).
		WithEventFilter(predicate.Or(predicate.GenerationChangedPredicate{}, isSecret)).
		Complete(r)
	if err != nil {
		return err
	}
	return ctrl.NewControllerManagedBy(mgr).For(&Site{}).Owns(&corev1.Secret{}).WithEventFilter(p).Complete(r)
}

func isA[T client.Object]() func(client.Object) bool {
	return func(obj client.Object) bool {
		_, ok := obj.(T)
		return ok
	}
}

// typed: Secrets pass, Services do not.
func typed(mgr ctrl.Manager, r *reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).For(&Site{}).
		Watches(&corev1.Secret{}, handler.EnqueueRequestsFromMapFunc(r.sites)).
		Watches(&corev1.Service{}, handler.EnqueueRequestsFromMapFunc(r.sites)).
		WithEventFilter(predicate.Or(predicate.GenerationChangedPredicate{}, predicate.NewPredicateFuncs(isA[*corev1.Secret]()))). // want `drops changes of Service: `
		Complete(r)
}

// generations: these kinds have one, Pods in new servers.
func generations(mgr ctrl.Manager, r *reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).For(&Site{}).Owns(&appsv1.StatefulSet{}).Owns(&corev1.Pod{}).
		WithEventFilter(predicate.GenerationChangedPredicate{}).Complete(r)
}

// raw sources have no filter.
func raw(mgr ctrl.Manager, r *reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).For(&Site{}).
		WatchesRawSource(source.Kind(mgr.GetCache(), &corev1.Secret{}, handler.TypedEnqueueRequestsFromMapFunc(func(context.Context, *corev1.Secret) []reconcile.Request { return nil }))).
		WithEventFilter(predicate.GenerationChangedPredicate{}).Complete(r)
}

// apart: two controllers, each with a variable; one variable for two.
func apart(mgr ctrl.Manager, r *reconciler, second bool) error {
	a := ctrl.NewControllerManagedBy(mgr).For(&Site{}).Owns(&corev1.Secret{})
	b := ctrl.NewControllerManagedBy(mgr).For(&Site{})
	b.WithEventFilter(predicate.GenerationChangedPredicate{})
	if err := a.Complete(r); err != nil {
		return err
	}
	if second {
		b = ctrl.NewControllerManagedBy(mgr).Owns(&corev1.Secret{})
	}
	return b.Complete(r)
}

// declaredApart is apart with variables that are declared by var.
func declaredApart(mgr ctrl.Manager, r *reconciler, second bool) error {
	var a = ctrl.NewControllerManagedBy(mgr).For(&Site{}).Owns(&corev1.Secret{})
	var b = ctrl.NewControllerManagedBy(mgr).For(&Site{})
	b.WithEventFilter(predicate.GenerationChangedPredicate{})
	if err := a.Complete(r); err != nil {
		return err
	}
	if second {
		b = ctrl.NewControllerManagedBy(mgr).Owns(&corev1.Secret{})
	}
	return b.Complete(r)
}

// dynamic: nobody knows which kind it is.
func dynamic(mgr ctrl.Manager, r *reconciler, obj client.Object) error {
	return ctrl.NewControllerManagedBy(mgr).For(obj, builder.WithPredicates(predicate.GenerationChangedPredicate{})).Complete(r)
}

// GenerationChangedPredicate is the program's own.
type GenerationChangedPredicate struct{ predicate.Funcs }

// Update lets all pass.
func (GenerationChangedPredicate) Update(event.UpdateEvent) bool { return true }

func namesake(mgr ctrl.Manager, r *reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Secret{}).WithEventFilter(GenerationChangedPredicate{}).Complete(r)
}

// A variable is assigned on some paths only: what it holds is not known.
func narrowed(mgr ctrl.Manager, r *reconciler, specOnly bool) error {
	var p predicate.Predicate = predicate.ResourceVersionChangedPredicate{}
	if specOnly {
		p = predicate.GenerationChangedPredicate{}
	}
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}, builder.WithPredicates(p)).Complete(r)
}
