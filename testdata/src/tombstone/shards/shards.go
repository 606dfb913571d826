// Package shards has delete handlers of controllers that own a part of the nodes: more
// than the type of the object decides what they do.
package shards

import (
	"log/slog"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"
)

// Shard looks after the nodes of one rack.
type Shard struct {
	rack  string
	queue workqueue.TypedInterface[string]
	nodes map[string]bool
	log   *slog.Logger
	lost  int
}

// Watch registers a handler for each of the ways.
func (s *Shard) Watch(informer cache.SharedIndexInformer) error {
	for _, h := range []cache.ResourceEventHandlerFuncs{
		{DeleteFunc: s.ours},
		{DeleteFunc: s.oursAlone},
		{DeleteFunc: s.oursOrSwitched},
		{DeleteFunc: s.oursOrUnknown},
		{DeleteFunc: s.oursOrCounted},
		{DeleteFunc: s.oursOrKey},
		{DeleteFunc: s.zeroed},
		{DeleteFunc: s.zeroedAndNamed},
		{DeleteFunc: s.zeroedOrOther},
		{DeleteFunc: s.zeroedCounted},
		{DeleteFunc: s.zeroedPassed},
		{DeleteFunc: s.zeroedLater},
		{DeleteFunc: s.zeroedAfterwards},
		{DeleteFunc: s.present},
		{DeleteFunc: s.presentOnly},
		{DeleteFunc: s.zeroedUnwrapped},
	} {
		if _, err := informer.AddEventHandler(h); err != nil {
			return err
		}
	}
	return nil
}

// ours logs a tombstone and loses it.
func (s *Shard) ours(obj any) {
	if n, ok := obj.(*corev1.Node); ok && n.Labels["rack"] == s.rack { // want `the delete handler misses a deletion`
		s.queue.Add(n.Name)
	} else if !ok {
		klog.Errorf("expected a node, got %T", obj)
	}
}

// oursAlone has no other branch.
func (s *Shard) oursAlone(obj any) {
	if n, ok := obj.(*corev1.Node); ok && n.Labels["rack"] == s.rack { // want `misses a deletion`
		s.queue.Add(n.Name)
	}
}

// oursOrSwitched asks the other way round.
func (s *Shard) oursOrSwitched(obj any) {
	if n, ok := obj.(*corev1.Node); !ok { // want `misses a deletion`
		klog.Errorf("expected a node, got %T", obj)
	} else if n.Labels["rack"] == s.rack {
		s.queue.Add(n.Name)
	}
}

// oursOrUnknown forgets all that it cannot tell.
func (s *Shard) oursOrUnknown(obj any) {
	if n, ok := obj.(*corev1.Node); ok && n.Labels["rack"] == s.rack {
		s.queue.Add(n.Name)
	} else if !ok {
		clear(s.nodes)
	}
}

// oursOrCounted counts the nodes of others.
func (s *Shard) oursOrCounted(obj any) {
	if n, ok := obj.(*corev1.Node); ok && n.Labels["rack"] == s.rack { // want `misses a deletion`
		s.queue.Add(n.Name)
	} else if ok {
		s.lost++
	}
}

// oursOrKey has a key for the tombstone.
func (s *Shard) oursOrKey(obj any) {
	if n, ok := obj.(*corev1.Node); ok && n.Labels["rack"] == s.rack {
		s.queue.Add(n.Name)
	} else if !ok {
		if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err == nil {
			s.queue.Add(key)
		}
	}
}

// zeroed drops what is no node, with the nodes of others.
func (s *Shard) zeroed(obj any) {
	n, _ := obj.(*corev1.Node) // want `the delete handler misses a deletion`
	if n == nil || n.Labels["rack"] != s.rack {
		return
	}
	s.queue.Add(n.Name)
}

// zeroedAndNamed says so.
func (s *Shard) zeroedAndNamed(obj any) {
	n, _ := obj.(*corev1.Node) // want `misses a deletion`
	if n == nil {
		s.log.Error("no node", slog.Any("object", obj))
		return
	}
	delete(s.nodes, n.Name)
}

// zeroedOrOther goes on with another kind.
func (s *Shard) zeroedOrOther(obj any) {
	n, _ := obj.(*corev1.Node)
	if n == nil {
		s.sweep(obj)
		return
	}
	delete(s.nodes, n.Name)
}

func (s *Shard) sweep(obj any) {
	if unknown, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		delete(s.nodes, unknown.Key)
	}
}

// zeroedCounted makes up for it.
func (s *Shard) zeroedCounted(obj any) {
	n, _ := obj.(*corev1.Node)
	if n == nil {
		s.lost++
		return
	}
	delete(s.nodes, n.Name)
}

// zeroedPassed lets another function see what it is.
func (s *Shard) zeroedPassed(obj any) {
	n, _ := obj.(*corev1.Node)
	s.forget(n)
}

func (s *Shard) forget(n *corev1.Node) {
	if n == nil {
		clear(s.nodes)
		return
	}
	delete(s.nodes, n.Name)
}

// zeroedLater passes it on before it looks.
func (s *Shard) zeroedLater(obj any) {
	n, _ := obj.(*corev1.Node)
	s.forget(n)
	if n == nil {
		return
	}
	s.queue.Add(n.Name)
}

// zeroedAfterwards only looks while it is idle.
func (s *Shard) zeroedAfterwards(obj any) {
	n, _ := obj.(*corev1.Node)
	if s.lost == 0 {
		if n == nil {
			return
		}
		s.queue.Add(n.Name)
	}
	clear(s.nodes)
}

// present asks for a node.
func (s *Shard) present(obj any) {
	if n, _ := obj.(*corev1.Node); n != nil { // want `misses a deletion`
		delete(s.nodes, n.Name)
	}
}

// presentOnly loses nothing that it logs.
func (s *Shard) presentOnly(obj any) {
	if n, _ := obj.(*corev1.Node); n != nil {
		s.log.Info("deleted", slog.String("node", n.Name))
	}
}

// zeroedUnwrapped asks for the tombstone before.
func (s *Shard) zeroedUnwrapped(obj any) {
	n, _ := obj.(*corev1.Node)
	if n == nil {
		if unknown, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			n, _ = unknown.Obj.(*corev1.Node)
		}
	}
	if n == nil || n.Labels["rack"] != s.rack {
		return
	}
	s.queue.Add(n.Name)
}
