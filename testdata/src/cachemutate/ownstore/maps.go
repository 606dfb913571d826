package ownstore

import (
	"reflect"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// byType holds the objects that a test gives it, in one store for each type.
type byType struct {
	of map[reflect.Type]cache.Indexer
}

func newByType(known ...runtime.Object) byType {
	of := make(map[reflect.Type]cache.Indexer)
	for _, o := range known {
		of[reflect.TypeOf(o).Elem()] = emptyStore()
	}
	b := byType{of: of}
	return b
}

func emptyStore() cache.Indexer {
	return cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{})
}

func (b *byType) add(objs ...runtime.Object) {
	for _, o := range objs {
		s, ok := b.of[reflect.TypeOf(o).Elem()]
		if !ok {
			panic("a type that is not known")
		}
		s.Add(o)
	}
}

func (b *byType) store(o runtime.Object) cache.Indexer { return b.of[reflect.TypeOf(o).Elem()] }

func (b *byType) relabel() {
	for _, x := range b.of[reflect.TypeOf(corev1.Pod{})].List() {
		x.(*corev1.Pod).Labels["bytype"] = "b"
	}
	for _, s := range b.of {
		for _, x := range s.List() {
			x.(*corev1.Pod).Labels["range"] = "b"
		}
	}
	for _, x := range b.store(&corev1.Pod{}).List() {
		x.(*corev1.Pod).Labels["store"] = "b"
	}
}

// byNamespace holds what the informers of namespaces have.
type byNamespace struct{ of map[string]cache.Indexer }

func newByNamespace(informers map[string]cache.SharedIndexInformer) *byNamespace {
	b := &byNamespace{of: map[string]cache.Indexer{}}
	for ns, i := range informers {
		b.of[ns] = i.GetIndexer()
	}
	b.of["none"] = emptyStore()
	return b
}

func (b *byNamespace) relabel(ns string) {
	for _, x := range b.of[ns].List() {
		x.(*corev1.Pod).Labels["bynamespace"] = "b" // want `mutates a cached object`
	}
}

// given is a map that others make and fill.
type given struct{ of map[int]cache.Store }

func NewGiven(of map[int]cache.Store) *given {
	of[0] = cache.NewStore(cache.MetaNamespaceKeyFunc)
	return &given{of}
}

func oneGiven() *given { return NewGiven(map[int]cache.Store{}) }

func (g *given) relabel() {
	for _, x := range g.of[1].List() {
		x.(*corev1.Pod).Labels["given"] = "b" // want `mutates a cached object`
	}
}

// watched is a map of stores that reflectors fill.
type watched struct{ of map[string]cache.Store }

func newWatched(lws map[string]cache.ListerWatcher) *watched {
	w := &watched{of: map[string]cache.Store{}}
	for name, lw := range lws {
		w.of[name] = cache.NewStore(cache.MetaNamespaceKeyFunc)
		go cache.NewReflector(lw, &corev1.Pod{}, w.of[name], 0).Run(nil)
	}
	return w
}

func (w *watched) relabel() {
	for _, s := range w.of {
		for _, x := range s.List() {
			x.(*corev1.Pod).Labels["watched"] = "b" // want `mutates a cached object`
		}
	}
}

// shelves hold what a lister returns.
type shelves struct{ of map[string]cache.Store }

func newShelves() *shelves {
	return &shelves{map[string]cache.Store{"a": cache.NewStore(cache.MetaNamespaceKeyFunc)}}
}

func (s *shelves) fill(l corelisters.PodLister) {
	pods, _ := l.List(labels.Everything())
	for _, p := range pods {
		s.of["a"].Add(p)
	}
}

func (s *shelves) relabel() {
	for _, x := range s.of["a"].List() {
		x.(*corev1.Pod).Labels["shelves"] = "b" // want `mutates a cached object`
	}
}
