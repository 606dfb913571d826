// Package ownstore: client-go's stores as maps of one's own.
package ownstore

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// table is filled by this program alone.
type table struct{ pods cache.Indexer }

func newTable() *table {
	return &table{pods: cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{})}
}

func (t *table) touch(key string) {
	obj, ok, err := t.pods.GetByKey(key)
	if err != nil || !ok {
		return
	}
	obj.(*corev1.Pod).Labels["a"] = "b"
}

// view is a view of an informer.
type view struct{ pods cache.Indexer }

func newView(i cache.SharedIndexInformer) *view { return &view{pods: i.GetIndexer()} }

func (v *view) touch(key string) {
	obj, ok, err := v.pods.GetByKey(key)
	if err != nil || !ok {
		return
	}
	obj.(*corev1.Pod).Labels["a"] = "b" // want `mutates a cached object`
}

// mirror holds copies.
type mirror struct{ s cache.Store }

func newMirror() *mirror            { return &mirror{cache.NewStore(cache.MetaNamespaceKeyFunc)} }
func (o *mirror) put(p *corev1.Pod) { o.s.Add(p.DeepCopy()) }
func (o *mirror) work() {
	for _, x := range o.s.List() {
		x.(*corev1.Pod).Labels["own"] = "b"
	}
}

// byHand holds what a lister returns.
type byHand struct {
	s cache.Store
	l corelisters.PodLister
}

func newByHand(l corelisters.PodLister) *byHand {
	return &byHand{cache.NewStore(cache.MetaNamespaceKeyFunc), l}
}
func (o *byHand) fill() {
	ps, _ := o.l.List(labels.Everything())
	for _, p := range ps {
		o.s.Add(p)
	}
}
func (o *byHand) work() {
	for _, x := range o.s.List() {
		x.(*corev1.Pod).Labels["hand"] = "b" // want `mutates a cached object`
	}
	x, _, _ := o.s.GetByKey("a")
	x.(*corev1.Pod).Labels["handget"] = "b" // want `mutates a cached object`
}

func useParamOwn() {
	s := cache.NewStore(cache.MetaNamespaceKeyFunc)
	s.Add(&corev1.Pod{})
	paramOwn(s)
}
func paramOwn(s cache.Store) {
	for _, x := range s.List() {
		x.(*corev1.Pod).Labels["paramOwn"] = "b"
	}
}

func useParamHand(l corelisters.PodLister) {
	s := cache.NewStore(cache.MetaNamespaceKeyFunc)
	p, _ := l.Pods("a").Get("b")
	s.Add(p)
	paramHand(s)
}
func paramHand(s cache.Store) {
	for _, x := range s.List() {
		x.(*corev1.Pod).Labels["paramHand"] = "b" // want `mutates a cached object`
	}
}

func useLocalOwn() {
	s := cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{})
	s.Add(&corev1.Pod{})
	for _, x := range s.List() {
		x.(*corev1.Pod).Labels["localOwn"] = "b"
	}
}

func useLocalHand(l corelisters.PodLister) {
	s := cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{})
	p, _ := l.Pods("a").Get("b")
	s.Add(p)
	for _, x := range s.List() {
		x.(*corev1.Pod).Labels["localHand"] = "b" // want `mutates a cached object`
	}
}

func useParamReflector(lw cache.ListerWatcher) {
	s := cache.NewStore(cache.MetaNamespaceKeyFunc)
	r := cache.NewReflector(lw, &corev1.Pod{}, s, 0)
	go r.Run(nil)
	paramRefl(s)
	for _, x := range s.List() {
		x.(*corev1.Pod).Labels["localRefl"] = "b" // want `mutates a cached object`
	}
}
func paramRefl(s cache.Store) {
	for _, x := range s.List() {
		x.(*corev1.Pod).Labels["paramRefl"] = "b" // want `mutates a cached object`
	}
}

// refl is filled by a reflector.
type refl struct{ s cache.Store }

func newRefl(g cache.Getter) *refl {
	r := &refl{s: cache.NewStore(cache.MetaNamespaceKeyFunc)}
	go cache.NewReflector(cache.NewListWatchFromClient(g, "pods", "", fields.Everything()), &corev1.Pod{}, r.s, 0).Run(nil)
	return r
}
func (o *refl) work() {
	for _, x := range o.s.List() {
		x.(*corev1.Pod).Labels["reflfield"] = "b" // want `mutates a cached object`
	}
}

// stores are several stores that the program fills, behind functions.
type stores struct{ pods, copies cache.Store }

func newStores() stores {
	return stores{pods: cache.NewStore(cache.MetaNamespaceKeyFunc), copies: cache.NewStore(cache.MetaNamespaceKeyFunc)}
}

func (s stores) fill(l corelisters.PodLister) {
	p, _ := l.Pods("a").Get("b")
	s.pods.Add(p)
	s.copies.Update(p.DeepCopy())
}

func (s stores) of(kind string) (cache.Store, error) {
	if kind == "copy" {
		return s.copies, nil
	}
	return nil, nil
}

func (s stores) shared() cache.Store { return s.pods }

func (s stores) work() error {
	copies, err := s.of("copy")
	if err != nil {
		return err
	}
	for _, x := range copies.List() {
		x.(*corev1.Pod).Labels["copies"] = "b"
	}
	for _, x := range s.shared().List() {
		x.(*corev1.Pod).Labels["pods"] = "b" // want `mutates a cached object`
	}
	return nil
}

// A shelf holds what some put there of the cache, and others of their own: what lies
// in one is what was put into that one.
type shelf struct {
	store cache.Store
	named map[string]*corev1.Pod
}

func newShelf() *shelf {
	return &shelf{store: cache.NewStore(cache.MetaNamespaceKeyFunc), named: map[string]*corev1.Pod{}}
}

func (s *shelf) put(p *corev1.Pod) {
	s.store.Add(p)
	s.named[p.Name] = p
}

func (s *shelf) first() *corev1.Pod { return s.store.List()[0].(*corev1.Pod) }

func shelfCached(l corelisters.PodLister) {
	p, _ := l.Pods("a").Get("b")
	s := newShelf()
	s.put(p)
	s.first().Labels["first"] = "b" // want `mutates a cached object`
	s.named["b"].Status.Reason = "named"
}

func shelfOwn() {
	s := newShelf()
	s.put(&corev1.Pod{})
	s.first().Labels["first"] = "b"
	s.named["b"].Status.Reason = "named"
}
