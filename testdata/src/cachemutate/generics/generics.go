// Package generics: type parameters, generic caches, iterators.
package generics

import (
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type getter[T runtime.Object] struct{ get func(string) (T, error) }

func (g getter[T]) Get(name string) (T, error) { return g.get(name) } // want Get:`^\Qret0=call0.0; call $0/get/*(_)\E$`

func first[T any](xs []T) T { return xs[0] } // want first:`^\Qret0=$0/[]/*\E$`

func copies[T interface{ DeepCopyObject() runtime.Object }](xs []T) []T {
	out := make([]T, 0, len(xs))
	for _, x := range xs {
		out = append(out, x.DeepCopyObject().(T))
	}
	return out
}

func filter[T any](xs []T, keep func(T) bool) []T { // want filter:`^\Qret0=new0; call $1($0/[]/*); new0/[]=$0/[]/*\E$`
	var out []T
	for _, x := range xs {
		if keep(x) {
			out = append(out, x)
		}
	}
	return out
}

func use(l corelisters.PodLister) {
	pods, err := l.List(labels.Everything())
	if err != nil {
		return
	}
	first(pods).Labels["a"] = "b" // want `mutates a cached object`
	for _, p := range copies(pods) {
		p.Labels["a"] = "b"
	}
	for _, p := range filter(pods, func(p *corev1.Pod) bool { return p.Name != "" }) {
		p.Labels["a"] = "b"
	}
}

func iterate(l corelisters.PodLister) {
	pods, err := l.List(labels.Everything())
	if err != nil {
		return
	}
	for p := range slices.Values(pods) {
		p.Spec.NodeName = "n" // want `mutates a cached object`
	}
	byName := map[string]*corev1.Pod{}
	for _, p := range pods {
		byName[p.Name] = p.DeepCopy()
	}
	for p := range maps.Values(byName) {
		p.Spec.NodeName = "n"
	}
}

type reader[T runtime.Object] interface{ Lookup(name string) T }

// A decorator that embeds the interface says nothing of where objects come from.
type decorated[T runtime.Object] struct{ reader[T] }

type informed[T runtime.Object] struct{ ix cache.Indexer }

func (i *informed[T]) Lookup(name string) T {
	obj, ok, err := i.ix.GetByKey(name)
	if err != nil || !ok {
		var zero T
		return zero
	}
	return obj.(T)
}

type controller struct{ pods reader[*corev1.Pod] }

func (c *controller) lookup() { // want lookup:`^\Qcall "k8slint.test/cachemutate/generics.reader.Lookup"($0/pods/*,_)\E$`
	c.pods.Lookup("x").Spec.NodeName = "n" // want `mutates a cached object`
}

// find does not know which type the objects have; its callers do.
func find[T any](ix cache.Indexer, key string) T {
	obj, _, _ := ix.GetByKey(key)
	return obj.(T)
}

func findAll[T any](ix cache.Indexer) []T {
	var out []T
	for _, obj := range ix.List() {
		out = append(out, obj.(T))
	}
	return out
}

func valueOf[T any](p *T) T { return *p }

var podKind = corev1.SchemeGroupVersion.WithKind("Pod")

func kindOf(p *corev1.Pod) schema.ObjectKind { return p } // want kindOf:`^\Qret0=$0\E$`

// The kind and the name of a typed object lie in the struct, which is a copy; its maps
// are the cache's.
func stampCopies(ix cache.Indexer) {
	clone := *find[*corev1.Pod](ix, "a/b")
	clone.GetObjectKind().SetGroupVersionKind(podKind)
	clone.GetObjectMeta().SetName("c")
	kindOf(&clone).SetGroupVersionKind(podKind)
	if m, err := meta.Accessor(&clone); err == nil {
		m.SetNamespace("d")
	}
	other := valueOf(find[*corev1.Pod](ix, "a/b"))
	other.GetObjectKind().SetGroupVersionKind(podKind)
	for _, p := range findAll[*corev1.Pod](ix) {
		each := *p
		each.GetObjectKind().SetGroupVersionKind(podKind)
		each.GetObjectMeta().GetLabels()["e"] = "f" // want `mutates a cached object`
	}
	clone.GetObjectMeta().GetLabels()["e"] = "f" // want `mutates a cached object`
}

// All of an unstructured object lies in one map.
func stampUnstructured(ix cache.Indexer) {
	clone := *find[*unstructured.Unstructured](ix, "a/b")
	clone.GetObjectKind().SetGroupVersionKind(podKind) // want `mutates a cached object`
}

func stampOriginal(ix cache.Indexer) {
	find[*corev1.Pod](ix, "a/b").GetObjectKind().SetGroupVersionKind(podKind) // want `mutates a cached object`
}
