// Package fixes has delete handlers that -fix mends.
package fixes

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Index knows pods by name.
type Index struct {
	pods map[string]*corev1.Pod
	keys chan string
}

// Handlers asserts in a literal, in a method, and in a function that add handlers call too.
func (x *Index) Handlers() []cache.ResourceEventHandlerFuncs {
	return []cache.ResourceEventHandlerFuncs{
		{DeleteFunc: func(obj any) {
			pod := obj.(*corev1.Pod) // want `panics on a tombstone: after a broken watch it gets a cache.DeletedFinalStateUnknown, not a \*corev1.Pod;`
			delete(x.pods, pod.Name)
		}},
		{DeleteFunc: x.drop},
		{AddFunc: x.changed, DeleteFunc: x.changed},
		{DeleteFunc: x.kind},
		{DeleteFunc: x.enqueue},
		{DeleteFunc: func(obj any) { delete(x.pods, obj.(*corev1.Pod).Name) }}, // want `panics on a tombstone`
		{DeleteFunc: x.shadowed},
	}
}

func (x *Index) drop(obj any) {
	// What is none of ours stays.
	pod, ok := obj.(*corev1.Pod) // want `misses a deletion that comes as a tombstone`
	if !ok {
		return
	}
	delete(x.pods, pod.Name)
}

func (x *Index) changed(object any) { // of adds, too
	x.keys <- object.(*corev1.Pod).Name // want `panics on a tombstone`
}

func (x *Index) kind(obj any) {
	switch o := obj.(type) {
	case *corev1.Pod: // want `misses a deletion`
		delete(x.pods, o.Name)
	default:
		return
	}
}

func (x *Index) enqueue(obj any) {
	key, err := cache.MetaNamespaceKeyFunc(obj) // want `use cache.DeletionHandlingMetaNamespaceKeyFunc`
	if err != nil {
		return
	}
	x.keys <- key
}

// shadowed has another cache, so that there is no fix.
func (cache *Index) shadowed(obj any) {
	delete(cache.pods, obj.(*corev1.Pod).Name) // want `panics on a tombstone`
}

// Unwraps is what the fix makes.
func (x *Index) Unwraps() cache.ResourceEventHandlerFuncs {
	return cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			obj = tombstone.Obj
		}
		delete(x.pods, obj.(*corev1.Pod).Name)
	}}
}
