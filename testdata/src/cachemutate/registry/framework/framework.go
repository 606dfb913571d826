// Package framework keeps handlers in registries, and calls them back with what its
// informers hold.
package framework

import (
	"slices"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// A PodPlugin is told of pods.
type PodPlugin interface {
	Admit(pod *corev1.Pod) error
}

// A ListFunc is given all pods of a namespace.
type ListFunc func(pods []*corev1.Pod)

var listFuncs []ListFunc

// OnList registers f.
func OnList(f ListFunc) { listFuncs = append(listFuncs, f) }

// Options are the handlers that a framework is made with.
type Options struct {
	OnPod func(pod *corev1.Pod)
}

// A Bus hands on what is published.
type Bus[T any] struct{ subscribers []func(T) }

func (b *Bus[T]) Subscribe(fn func(T)) { b.subscribers = append(b.subscribers, fn) }

func (b *Bus[T]) publish(v T) {
	for _, fn := range b.subscribers {
		fn(v)
	}
}

type entry struct {
	name string
	fn   func(pod *corev1.Pod)
}

// Framework calls what was registered.
type Framework struct {
	lister  corelisters.PodLister
	store   cache.Store
	inf     cache.SharedIndexInformer
	onPod   func(pod *corev1.Pod)
	each    []func(pod *corev1.Pod)
	byName  map[string]func(pod *corev1.Pod)
	entries []entry
	matched map[string][]func(objs []interface{})
	copies  []func(pod *corev1.Pod)
	plugins []PodPlugin

	Pods  Bus[*corev1.Pod]
	Nodes Bus[*corev1.Node]
}

func New(l corelisters.PodLister, o Options) *Framework {
	return &Framework{lister: l, onPod: o.OnPod, byName: map[string]func(*corev1.Pod){}}
}

func (f *Framework) Each(fn func(pod *corev1.Pod)) { f.each = append(f.each, fn) }

func (f *Framework) Named(name string, fn func(pod *corev1.Pod)) { f.byName[name] = fn }

func (f *Framework) Entry(name string, fn func(pod *corev1.Pod)) {
	f.entries = append(f.entries, entry{name, fn})
}

func (f *Framework) Matched(kind string, fn func(objs []interface{})) {
	f.matched[kind] = append(f.matched[kind], fn)
}

// Copies registers fn, which gets copies.
func (f *Framework) Copies(fn func(pod *corev1.Pod)) { f.copies = append(f.copies, fn) }

func (f *Framework) Plugin(p PodPlugin) { f.plugins = append(f.plugins, p) }

// Watch hands fn to the informer.
func (f *Framework) Watch(fn func(obj interface{})) error {
	_, err := f.inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: fn})
	return err
}

// WatchPods calls fn with the pods of the informer.
func (f *Framework) WatchPods(fn func(pod *corev1.Pod)) error {
	_, err := f.inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj interface{}) {
		if pod, ok := obj.(*corev1.Pod); ok {
			fn(pod)
		}
	}})
	return err
}

func (f *Framework) sync(name string) error {
	pod, err := f.lister.Pods("ns").Get(name)
	if err != nil {
		return err
	}
	f.dispatch(pod)
	f.onPod(pod)
	f.Pods.publish(pod)
	f.Nodes.publish(&corev1.Node{})
	for _, e := range f.entries {
		e.fn(pod)
	}
	for _, fn := range f.copies {
		fn(pod.DeepCopy())
	}
	for _, p := range f.plugins {
		if err := p.Admit(pod); err != nil {
			return err
		}
	}
	return nil
}

func (f *Framework) dispatch(pod *corev1.Pod) {
	for _, fn := range f.each {
		fn(pod)
	}
	for _, fn := range f.byName {
		fn(pod)
	}
}

func (f *Framework) resync() error {
	pods, err := f.lister.Pods("ns").List(labels.Everything())
	if err != nil {
		return err
	}
	for _, fn := range listFuncs {
		fn(pods)
	}
	return nil
}

// rescan hands on those objects of the store that match.
func (f *Framework) rescan(kind string) {
	var objs []interface{}
	for _, obj := range f.store.List() {
		if pod, ok := obj.(*corev1.Pod); ok && pod.Spec.NodeName == kind {
			objs = append(objs, obj)
		}
	}
	for _, fn := range f.matched[kind] {
		fn(objs)
	}
}

// A Broadcaster calls its handlers without holding its lock.
type Broadcaster struct {
	lister corelisters.PodLister

	mu       sync.RWMutex
	handlers []func(pod *corev1.Pod)
	copies   []func(pod *corev1.Pod)
}

func (b *Broadcaster) Handle(fn func(pod *corev1.Pod)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.handlers = append(b.handlers, fn)
}

// HandleCopies registers fn, which gets copies.
func (b *Broadcaster) HandleCopies(fn func(pod *corev1.Pod)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.copies = append(b.copies, fn)
}

func (b *Broadcaster) broadcast(name string) error {
	pod, err := b.lister.Pods("ns").Get(name)
	if err != nil {
		return err
	}
	b.mu.RLock()
	handlers := slices.Clone(b.handlers)
	copies := append([]func(pod *corev1.Pod){}, b.copies...)
	b.mu.RUnlock()
	for _, handle := range handlers {
		handle(pod)
	}
	for _, handle := range copies {
		handle(pod.DeepCopy())
	}
	return nil
}
