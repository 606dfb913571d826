// Package chained hands copies of the cache's structs along a chain of another
// package, which keeps them.
package chained

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"k8slint.test/cachemutate/chained/members"
)

func copies(store cache.Store) []corev1.Pod {
	var out []corev1.Pod
	for _, obj := range store.List() {
		out = append(out, *obj.(*corev1.Pod))
	}
	return out
}

// start hands copies along: the chain writes none but their own fields.
func start(k *members.Keeper, store cache.Store) {
	k.HandleNamespace("default")
	items := copies(store)
	for i := range items {
		k.HandlePod(&items[i])
	}
}

// mark hands copies along, too, and then has a map written that they share.
func mark(l *members.Labeler, store cache.Store) {
	items := copies(store)
	for i := range items {
		l.HandlePod(&items[i])
	}
	l.Mark() // want `Labeler.Mark mutates a cached object \(pod.Labels`
}
