package watches

import (
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"k8slint.test/generation/filters"
)

// helpers return the predicates.
func helpers(mgr ctrl.Manager, r *reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.Secret{}, builder.WithPredicates(filters.Generation())).  // want `GenerationChangedPredicate drops changes of Secret`
		Owns(&corev1.ConfigMap{}, builder.WithPredicates(filters.Changed())). // want `this comparison of generations drops changes of ConfigMap`
		Owns(&corev1.Service{}, builder.WithPredicates(filters.Named("a"))).
		Owns(&corev1.ServiceAccount{}, builder.WithPredicates(onGeneration())). // want `GenerationChangedPredicate drops changes of ServiceAccount`
		Complete(r)
}

// variables of another package.
func variables(mgr ctrl.Manager, r *reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.Secret{}, builder.WithPredicates(filters.OnSpec)). // want `this comparison of generations drops changes of Secret`
		Owns(&corev1.ConfigMap{}, builder.WithPredicates(filters.OnSpecOrName)).
		Owns(&corev1.Service{}, builder.WithPredicates(filters.OnDemand)).
		Complete(r)
}

func onGeneration() predicate.GenerationChangedPredicate {
	return predicate.GenerationChangedPredicate{}
}

// options in a variable, and predicates in a slice.
func options(mgr ctrl.Manager, r *reconciler) error {
	changed := builder.WithPredicates(predicate.GenerationChangedPredicate{})
	list := []predicate.Predicate{predicate.GenerationChangedPredicate{}, filters.Named("b")}
	return ctrl.NewControllerManagedBy(mgr).
		For(&Site{}, changed).
		Owns(&corev1.ConfigMap{}, changed).                       // want `drops changes of ConfigMap`
		Owns(&corev1.Service{}, builder.WithPredicates(list...)). // want `drops changes of Service`
		Complete(r)
}

// sources that no builder makes.
func sources(mgr ctrl.Manager, r *reconciler) error {
	c, err := controller.New("sites", mgr, controller.Options{Reconciler: r})
	if err != nil {
		return err
	}
	err = c.Watch(source.Kind(mgr.GetCache(), &corev1.Secret{}, &handler.TypedEnqueueRequestForObject[*corev1.Secret]{}, predicate.TypedGenerationChangedPredicate[*corev1.Secret]{})) // want `drops changes of Secret`
	if err != nil {
		return err
	}
	if err := c.Watch(source.Kind[client.Object](mgr.GetCache(), &Site{}, &handler.EnqueueRequestForObject{}, predicate.GenerationChangedPredicate{})); err != nil {
		return err
	}
	return c.Watch(source.Kind[client.Object](mgr.GetCache(), &corev1.Node{}, handler.EnqueueRequestsFromMapFunc(r.sites)))
}

// typedSources collects the predicates of each kind.
func typedSources(mgr ctrl.Manager, c controller.Controller, r *reconciler, namespace string) error {
	secrets := []predicate.TypedPredicate[*corev1.Secret]{
		predicate.TypedGenerationChangedPredicate[*corev1.Secret]{},
		predicate.NewTypedPredicateFuncs(func(s *corev1.Secret) bool { return s.Type == corev1.SecretTypeTLS }),
	}
	if namespace != "" {
		secrets = append(secrets, predicate.NewTypedPredicateFuncs(func(s *corev1.Secret) bool { return s.Namespace == namespace }))
	}
	err := c.Watch(source.Kind(mgr.GetCache(), &corev1.Secret{}, &handler.TypedEnqueueRequestForObject[*corev1.Secret]{}, secrets...)) // want `drops changes of Secret`
	if err != nil {
		return err
	}
	maps := []predicate.TypedPredicate[*corev1.ConfigMap]{
		predicate.NewTypedPredicateFuncs(func(m *corev1.ConfigMap) bool { return m.Namespace == namespace }),
	}
	if namespace == "" {
		maps = append(maps, predicate.TypedGenerationChangedPredicate[*corev1.ConfigMap]{}) // not in each program
	}
	if err := c.Watch(source.Kind(mgr.GetCache(), &corev1.ConfigMap{}, &handler.TypedEnqueueRequestForObject[*corev1.ConfigMap]{}, maps...)); err != nil {
		return err
	}
	nodes := []predicate.TypedPredicate[*corev1.Node]{predicate.TypedGenerationChangedPredicate[*corev1.Node]{}}
	if namespace != "" {
		nodes = []predicate.TypedPredicate[*corev1.Node]{predicate.TypedResourceVersionChangedPredicate[*corev1.Node]{}}
	}
	if err := c.Watch(source.Kind(mgr.GetCache(), &corev1.Node{}, &handler.TypedEnqueueRequestForObject[*corev1.Node]{}, nodes...)); err != nil {
		return err
	}
	// Services are of interest only when they are new.
	services := []predicate.TypedPredicate[*corev1.Service]{predicate.TypedGenerationChangedPredicate[*corev1.Service]{}}
	services = append(services, predicate.TypedFuncs[*corev1.Service]{UpdateFunc: func(event.TypedUpdateEvent[*corev1.Service]) bool { return false }})
	return c.Watch(source.Kind(mgr.GetCache(), &corev1.Service{}, &handler.TypedEnqueueRequestForObject[*corev1.Service]{}, services...))
}

// onSpec has the Update of what it embeds.
type onSpec struct {
	predicate.GenerationChangedPredicate
}

// grown is a predicate of its own.
type grown struct{ predicate.Funcs }

func (grown) Update(e event.UpdateEvent) bool {
	if e.ObjectOld == nil || e.ObjectNew == nil {
		return false
	}
	return e.ObjectNew.GetGeneration() > e.ObjectOld.GetGeneration() && e.ObjectNew.GetName() != ""
}

// same returns early; renamed has another way to pass.
func same(e event.UpdateEvent) bool {
	if e.ObjectNew.GetGeneration() == e.ObjectOld.GetGeneration() {
		return false
	}
	return e.ObjectNew.GetName() != ""
}

func renamed(e event.UpdateEvent) bool {
	if len(e.ObjectNew.GetLabels()) > 0 {
		return true
	}
	return e.ObjectNew.GetGeneration() != e.ObjectOld.GetGeneration()
}

func ownPredicates(mgr ctrl.Manager, r *reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.Secret{}, builder.WithPredicates(onSpec{})).                            // want `drops changes of Secret`
		Owns(&corev1.ConfigMap{}, builder.WithPredicates(grown{})).                         // want `drops changes of ConfigMap`
		Owns(&corev1.Service{}, builder.WithPredicates(predicate.Funcs{UpdateFunc: same})). // want `drops changes of Service`
		Owns(&corev1.ServiceAccount{}, builder.WithPredicates(predicate.Funcs{UpdateFunc: renamed})).
		Complete(r)
}

// created: that no update passes is a choice.
func created(mgr ctrl.Manager, r *reconciler) error {
	none := predicate.Funcs{UpdateFunc: func(event.UpdateEvent) bool { return false }}
	return ctrl.NewControllerManagedBy(mgr).
		For(&Site{}).
		Owns(&corev1.Secret{}, builder.WithPredicates(none)).
		Owns(&corev1.ConfigMap{}, builder.WithPredicates(predicate.GenerationChangedPredicate{}, none)).
		Watches(&corev1.Node{}, handler.EnqueueRequestsFromMapFunc(r.sites), builder.WithPredicates(predicate.Or(none, predicate.GenerationChangedPredicate{}))). // want `drops changes of Node`
		Complete(r)
}

// metadataToo: the data of an owned ConfigMap changes neither generation nor labels. Who watches another's object may
// only want those.
func metadataToo(mgr ctrl.Manager, r *reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&Site{}, builder.WithPredicates(filters.OnSpecOrMeta)).
		Owns(&corev1.ConfigMap{}, builder.WithPredicates(filters.OnSpecOrMeta)).                                                               // want `this comparison of generations drops changes of ConfigMap`
		Owns(&corev1.Secret{}, builder.WithPredicates(filters.OnOwners)).                                                                      // want `this comparison of generations drops changes of Secret`
		Owns(&rbacv1.Role{}, builder.WithPredicates(predicate.Or(predicate.GenerationChangedPredicate{}, predicate.LabelChangedPredicate{}))). // want `GenerationChangedPredicate drops changes of Role`
		Owns(&rbacv1.ClusterRoleBinding{}, builder.WithPredicates(filters.OnAnnotation())).                                                    // want `GenerationChangedPredicate drops changes of ClusterRoleBinding`
		Owns(&corev1.Endpoints{}, builder.WithPredicates(filters.OnVersion)).
		Owns(&corev1.Namespace{}, builder.WithPredicates(filters.OnSpecOrMeta)).
		Owns(&corev1.Service{}, builder.WithPredicates(filters.OnSpecOrLabeled)).
		Owns(&rbacv1.RoleBinding{}, builder.WithPredicates(filters.OnSpecOrSame)).
		Owns(&rbacv1.ClusterRole{}, builder.WithPredicates(filters.OnSpecOrData)).
		Owns(&corev1.ServiceAccount{}, builder.WithPredicates(predicate.LabelChangedPredicate{})).
		Watches(&corev1.ConfigMap{}, handler.EnqueueRequestsFromMapFunc(r.sites), builder.WithPredicates(filters.OnSpecOrMeta)).
		Complete(r)
}

// allKinds: the filter of all kinds drops what is watched, too.
func allKinds(mgr ctrl.Manager, r *reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&Site{}).
		Watches(&corev1.Secret{}, handler.EnqueueRequestsFromMapFunc(r.sites)).
		WithEventFilter(filters.OnSpecOrMeta). // want `this comparison of generations drops changes of Secret`
		Complete(r)
}
