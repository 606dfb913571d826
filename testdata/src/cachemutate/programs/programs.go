// Package programs holds what generated programs (internal/programs) brought
// to light, made small.
package programs

import (
	"context"
	"maps"
	"sync"
	"sync/atomic"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"k8slint.test/cachemutate/programs/calls"
)

// A struct copy shares the slices. SetStatusCondition writes the condition that
// it finds, RemoveFinalizer moves the others up.

func conditionOfStructCopy(l corelisters.ServiceLister) {
	svc, err := l.Services("ns").Get("s")
	if err != nil {
		return
	}
	cp := *svc
	meta.SetStatusCondition(&cp.Status.Conditions, metav1.Condition{Type: "Ready"}) // want `meta.SetStatusCondition.* mutates a cached object`
}

func conditionOfCopiedConditions(l corelisters.ServiceLister) {
	svc, err := l.Services("ns").Get("s")
	if err != nil {
		return
	}
	cp := *svc
	cp.Status.Conditions = append([]metav1.Condition(nil), svc.Status.Conditions...)
	meta.SetStatusCondition(&cp.Status.Conditions, metav1.Condition{Type: "Ready"})
	meta.RemoveStatusCondition(&cp.Status.Conditions, "Old")
}

// RemoveStatusCondition makes a new slice.
func conditionRemovedFromStructCopy(l corelisters.ServiceLister) {
	svc, err := l.Services("ns").Get("s")
	if err != nil {
		return
	}
	cp := *svc
	meta.RemoveStatusCondition(&cp.Status.Conditions, "Old")
}

func finalizerOfStructCopy(l corelisters.ServiceLister) {
	svc, err := l.Services("ns").Get("s")
	if err != nil {
		return
	}
	cp := *svc
	controllerutil.AddFinalizer(&cp, "mine")
	controllerutil.RemoveFinalizer(&cp, "theirs") // want `RemoveFinalizer.* mutates a cached object`
}

func finalizerOfCopiedFinalizers(l corelisters.ServiceLister) {
	svc, err := l.Services("ns").Get("s")
	if err != nil {
		return
	}
	cp := *svc
	cp.Finalizers = append([]string(nil), svc.Finalizers...)
	controllerutil.RemoveFinalizer(&cp, "theirs")
}

func finalizerOfDeepCopy(l corelisters.ServiceLister) {
	svc, err := l.Services("ns").Get("s")
	if err != nil {
		return
	}
	cp := svc.DeepCopy()
	controllerutil.RemoveFinalizer(cp, "theirs")
}

// What is put into an atomic pointer or a sync.Map is there when it is read.

func atomicPointer(l corelisters.ServiceLister) {
	svc, err := l.Services("ns").Get("s")
	if err != nil {
		return
	}
	var current atomic.Pointer[corev1.Service]
	current.Store(svc)
	current.Load().Labels["a"] = "b" // want `mutates a cached object`
}

func atomicPointerCopy(l corelisters.ServiceLister) {
	svc, err := l.Services("ns").Get("s")
	if err != nil {
		return
	}
	var current atomic.Pointer[corev1.Service]
	current.Store(svc)
	current.Store(svc.DeepCopy())
	current.Load().Labels["a"] = "b"
}

func atomicValue(l corelisters.ServiceLister) {
	svc, err := l.Services("ns").Get("s")
	if err != nil {
		return
	}
	var current atomic.Value
	current.Store(svc)
	current.Load().(*corev1.Service).Labels["a"] = "b" // want `mutates a cached object`
}

func syncMap(l corelisters.ServiceLister) {
	svc, err := l.Services("ns").Get("s")
	if err != nil {
		return
	}
	var byName, copies sync.Map
	byName.Store(svc.Name, svc)
	copies.Store(svc.Name, svc.DeepCopy())
	if x, ok := byName.Load("s"); ok {
		x.(*corev1.Service).Labels["a"] = "b" // want `mutates a cached object`
	}
	copies.Range(func(_, x any) bool {
		x.(*corev1.Service).Labels["a"] = "b"
		return true
	})
}

// The setters of metav1.Object write the struct, which is ours here, and the
// map of unstructured objects, which is not.

func settersOfStructCopy(l corelisters.ServiceLister) {
	svc, err := l.Services("ns").Get("s")
	if err != nil {
		return
	}
	cp := *svc
	mo, err := meta.Accessor(&cp)
	if err != nil {
		return
	}
	mo.SetResourceVersion("")
	mo.SetLabels(nil)
	name(&cp)
}

func name(o metav1.Object) { o.SetName("other") }

func settersOfUnstructuredCopy(l cache.GenericLister) {
	obj, err := l.Get("s")
	if err != nil {
		return
	}
	u, ok := obj.(*unstructured.Unstructured)
	if !ok {
		return
	}
	cp := *u
	mo, err := meta.Accessor(&cp)
	if err != nil {
		return
	}
	mo.SetResourceVersion("") // want `mo.SetResourceVersion\(""\) mutates a cached object`
}

func mapsOfStructCopy(l corelisters.ServiceLister) {
	svc, err := l.Services("ns").Get("s")
	if err != nil {
		return
	}
	cp := *svc
	cp.Labels = maps.Clone(cp.Labels)
	mo := metav1.Object(&cp)
	mo.GetLabels()["a"] = "b"
	annotate(&cp) // want `annotate mutates a cached object`
	cp.Annotations = map[string]string{}
	annotate(&cp)
}

func annotate(o metav1.Object) { o.GetAnnotations()["a"] = "b" }

// Function literals are called with the variables around them.

func inPredicate(l corelisters.ServiceLister) []predicate.Predicate {
	svc, err := l.Services("ns").Get("s")
	if err != nil {
		return nil
	}
	return []predicate.Predicate{
		predicate.Funcs{CreateFunc: func(ev event.CreateEvent) bool {
			svc.Labels["a"] = "b" // want `svc.Labels\["a"\] = … mutates a cached object`
			return true
		}},
		predicate.NewPredicateFuncs(func(o client.Object) bool {
			o.(*corev1.Service).Labels["a"] = "b" // want `mutates a cached object, passed to the callback of predicate.NewPredicateFuncs`
			return true
		}),
		predicate.NewPredicateFuncs(func(o client.Object) bool {
			own := o.(*corev1.Service).DeepCopy()
			own.Labels["a"] = "b"
			return true
		}),
	}
}

func throughGetter(l corelisters.ServiceLister) {
	svc, err := l.Services("ns").Get("s")
	if err != nil {
		return
	}
	get := func() *corev1.Service { return svc }
	calls.With(svc, func(*corev1.Service) {
		get().Labels["a"] = "b" // want `get\(\).Labels\["a"\] = … mutates a cached object`
	})
	calls.WithCopy(svc, func(own *corev1.Service) {
		own.Labels["a"] = "b"
		get().DeepCopy().Labels["a"] = "b"
	})
}

// What a variable is given does not change what it referred to before.

func assignedToItself(l corelisters.ServiceLister) {
	svc, err := l.Services("ns").Get("s")
	if err != nil {
		return
	}
	write := func() {
		svc = svc.DeepCopy()
		svc.Finalizers[0] = "a"
	}
	write()
	other, err := l.Services("ns").Get("o")
	if err != nil {
		return
	}
	again := func() {
		other = same(other)
		other.Finalizers[0] = "a" // want `other.Finalizers\[0\] = … mutates a cached object`
	}
	again()
}

func same(s *corev1.Service) *corev1.Service { return s }

func keepsOld(s *corev1.Service) {
	old := *s
	s.Labels = map[string]string{}
	old.Labels["a"] = "b" // want `old.Labels\["a"\] = … mutates a cached object`
}

func callsKeepsOld(l corelisters.ServiceLister) {
	svc, err := l.Services("ns").Get("s")
	if err != nil {
		return
	}
	cp := *svc
	keepsOld(&cp)
}

func dereferenced(l corelisters.ServiceLister) {
	svc, err := l.Services("ns").Get("s")
	if err != nil {
		return
	}
	cp := deref(svc)
	cp.Name = "ours"
	cp.Finalizers[0] = "a" // want `cp.Finalizers\[0\] = … mutates a cached object`
	own := deref(svc.DeepCopy())
	own.Finalizers[0] = "a"
}

func deref[T any](p *T) T { return *p }

// A parameter that is a struct is a copy whose maps are the caller's, also behind an
// accessor.

func byValue(svc corev1.Service) {
	clearLabels(&svc) // want `clearLabels mutates a cached object`
}

func byValueCopied(svc corev1.Service) {
	svc.Labels = maps.Clone(svc.Labels)
	clearLabels(&svc)
}

func unstructuredByValue(u unstructured.Unstructured) { clearLabels(&u) }

func clearLabels(o metav1.Object) { clear(o.GetLabels()) }

func callsByValue(l corelisters.ServiceLister, dynamic cache.GenericLister) {
	svc, err := l.Services("ns").Get("s")
	if err != nil {
		return
	}
	byValue(*svc)
	byValueCopied(*svc)
	obj, err := dynamic.Get("u")
	if err != nil {
		return
	}
	unstructuredByValue(*obj.(*unstructured.Unstructured))
}

// One object for two parameters, of which the function replaces the one: what it
// writes behind the other is new.

func resetLabels(svc *corev1.Service, o client.Object) {
	*o.(*corev1.Service) = corev1.Service{ObjectMeta: metav1.ObjectMeta{Labels: map[string]string{}}}
	svc.Labels["a"] = "b"
}

func resetOther(svc *corev1.Service, o client.Object) {
	*o.(*corev1.Service) = corev1.Service{ObjectMeta: metav1.ObjectMeta{Labels: map[string]string{}}}
	svc.Labels["a"] = "b" // want `svc.Labels\["a"\] = … mutates a cached object`
}

func callsResetLabels(l corelisters.ServiceLister) {
	svc, err := l.Services("ns").Get("s")
	if err != nil {
		return
	}
	one := *svc
	resetLabels(&one, &one)
	cp, other := *svc, *svc
	resetOther(&cp, &other)
}

// A struct copy that goes through a field has the parts that were replaced before.

type perKind struct {
	byKind map[string]map[string]*corev1.Service
}

func (k *perKind) put(s *corev1.Service) {
	if k.byKind["a"] == nil {
		k.byKind["a"] = map[string]*corev1.Service{}
	}
	k.byKind["a"][s.Name] = s
}

func (k *perKind) take(name string) *corev1.Service { return k.byKind["a"][name] }

func keptPerKind(l corelisters.ServiceLister) {
	svc, err := l.Services("ns").Get("s")
	if err != nil {
		return
	}
	cp := *svc
	cp.Finalizers = append([]string(nil), svc.Finalizers...)
	k := &perKind{byKind: map[string]map[string]*corev1.Service{}}
	k.put(&cp)
	kept := k.take("s")
	kept.Finalizers[0] = "a"
	kept.Labels["a"] = "b" // want `kept.Labels\["a"\] = … mutates a cached object`
}

// A handler that is registered replaces a variable by the object that it gets.

func latestOfPredicate(use func(predicate.Funcs)) {
	latest := &corev1.Service{}
	use(predicate.Funcs{UpdateFunc: func(ev event.UpdateEvent) bool {
		latest = ev.ObjectNew.(*corev1.Service)
		return true
	}})
	latest.Labels["a"] = "b" // want `latest.Labels\["a"\] = … mutates a cached object`
}

func latestCopyOfPredicate(use func(predicate.Funcs)) {
	latest := &corev1.Service{}
	use(predicate.Funcs{UpdateFunc: func(ev event.UpdateEvent) bool {
		latest = ev.ObjectNew.(*corev1.Service).DeepCopy()
		return true
	}})
	latest.Labels["a"] = "b"
}

func latestOfMap(use func(handler.MapFunc)) {
	latest := &corev1.Service{}
	use(func(_ context.Context, o client.Object) []reconcile.Request {
		latest = o.(*corev1.Service)
		return nil
	})
	latest.Labels["a"] = "b" // want `latest.Labels\["a"\] = … mutates a cached object`
}

func latestCopyOfMap(use func(handler.MapFunc)) {
	latest := &corev1.Service{}
	use(func(_ context.Context, o client.Object) []reconcile.Request {
		latest = o.(*corev1.Service)
		return nil
	})
	latest = latest.DeepCopy()
	latest.Labels["a"] = "b"
}

// A handler that writes an object of the enclosing function, which has a loop.
func writtenByPredicate(l corelisters.ServiceLister, use func(predicate.Funcs)) {
	svc, err := l.Services("ns").Get("s")
	if err != nil {
		return
	}
	use(predicate.Funcs{UpdateFunc: func(event.UpdateEvent) bool {
		svc.Labels["a"] = "b" // want `svc.Labels\["a"\] = … mutates a cached object`
		return true
	}})
	for _, port := range svc.Spec.Ports {
		port.Port = 80
	}
}

// Before a handler is given to somebody, nobody calls it.
func changedBeforePredicate(use func(predicate.Predicate)) {
	latest := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Labels: map[string]string{}}}
	seen := func(ev event.UpdateEvent) bool {
		latest = ev.ObjectNew.(*corev1.Service)
		return true
	}
	latest.Labels["a"] = "b"
	use(predicate.Funcs{UpdateFunc: seen})
}

func changedAfterPredicate(use func(...predicate.Predicate)) {
	latest := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Labels: map[string]string{}}}
	seen := func(ev event.UpdateEvent) bool {
		latest = ev.ObjectNew.(*corev1.Service)
		return true
	}
	use(predicate.Funcs{UpdateFunc: seen})
	latest.Labels["a"] = "b" // want `latest.Labels\["a"\] = … mutates a cached object`
}
