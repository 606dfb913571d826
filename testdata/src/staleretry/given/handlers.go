// Package given holds objects that are written twice, and have a resourceVersion because
// of whoever hands them over.
package given

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/tools/cache"
)

// A labeler labels nodes and sets their phase when the informer calls it.
type labeler struct {
	client typedcorev1.NodeInterface
}

func (l *labeler) register(ctx context.Context, informer cache.SharedIndexInformer) {
	_, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			node, ok := obj.(*corev1.Node)
			if !ok {
				return
			}
			node = node.DeepCopy()
			node.Labels["seen"] = "true"
			if _, err := l.client.Update(ctx, node, metav1.UpdateOptions{}); err != nil {
				return
			}
			node.Status.Phase = corev1.NodeRunning
			_, _ = l.client.UpdateStatus(ctx, node, metav1.UpdateOptions{}) // want `node still has the resourceVersion from before the Update`
		},
		UpdateFunc: l.update,
		DeleteFunc: func(obj any) {
			if d, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = d.Obj
			}
			if node, ok := obj.(*corev1.Node); ok {
				l.terminate(ctx, node.DeepCopy())
			}
		},
	})
	_, _ = informer.AddEventHandler(cache.ResourceEventHandlerDetailedFuncs{
		AddFunc:    func(obj any, isInInitialList bool) { l.detailed(ctx, obj) },
		DeleteFunc: l.both,
	})
	_, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: l.both})
	_, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: l.reread})
	_, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: l.unversioned})
	_, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: l.startup})
	l.startup(&corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: "first"}})
}

// The handler is a method, and a helper writes.
func (l *labeler) update(old, obj any) {
	node := obj.(*corev1.Node).DeepCopy()
	l.label(context.TODO(), node)
}

func (l *labeler) label(ctx context.Context, node *corev1.Node) {
	node.Labels["seen"] = "true"
	if _, err := l.client.Update(ctx, node, metav1.UpdateOptions{}); err != nil {
		return
	}
	node.Status.Phase = corev1.NodeRunning
	_, _ = l.client.UpdateStatus(ctx, node, metav1.UpdateOptions{}) // want `node still has the resourceVersion from before the Update`
}

// The helper gets what the informer has handed over, as it is.
func (l *labeler) detailed(ctx context.Context, obj any) {
	node, ok := obj.(*corev1.Node)
	if !ok {
		return
	}
	copied := node.DeepCopy()
	if _, err := l.client.Update(ctx, copied, metav1.UpdateOptions{}); err != nil {
		return
	}
	_, _ = l.client.UpdateStatus(ctx, copied, metav1.UpdateOptions{}) // want `copied still has the resourceVersion from before the Update`
}

// What was deleted is not there any more.
func (l *labeler) terminate(ctx context.Context, node *corev1.Node) {
	if _, err := l.client.Update(ctx, node, metav1.UpdateOptions{}); err != nil {
		return
	}
	node.Status.Phase = corev1.NodeTerminated
	_, _ = l.client.UpdateStatus(ctx, node, metav1.UpdateOptions{})
}

// This handles what is deleted as well as what is added.
func (l *labeler) both(obj any) {
	switch node := obj.(type) {
	case cache.DeletedFinalStateUnknown:
	case *corev1.Node:
		if _, err := l.client.Update(context.TODO(), node, metav1.UpdateOptions{}); err != nil {
			return
		}
		_, _ = l.client.UpdateStatus(context.TODO(), node, metav1.UpdateOptions{})
	}
}

// The node is read again in between.
func (l *labeler) reread(obj any) {
	node, ok := obj.(*corev1.Node)
	if !ok {
		return
	}
	if _, err := l.client.Update(context.TODO(), node, metav1.UpdateOptions{}); err != nil {
		return
	}
	node, err := l.client.Get(context.TODO(), node.Name, metav1.GetOptions{})
	if err != nil {
		return
	}
	_, _ = l.client.UpdateStatus(context.TODO(), node, metav1.UpdateOptions{})
}

// Without its resourceVersion the node is written unconditionally.
func (l *labeler) unversioned(obj any) {
	node := obj.(*corev1.Node).DeepCopy()
	node.ResourceVersion = ""
	l.force(node)
	other := obj.(*corev1.Node).DeepCopy()
	other.SetResourceVersion("")
	l.force(other)
}

func (l *labeler) force(node *corev1.Node) {
	if _, err := l.client.Update(context.TODO(), node, metav1.UpdateOptions{}); err != nil {
		return
	}
	_, _ = l.client.UpdateStatus(context.TODO(), node, metav1.UpdateOptions{})
}

// The program calls the handler itself, with a node that it has made.
func (l *labeler) startup(obj any) {
	node := obj.(*corev1.Node)
	if _, err := l.client.Update(context.TODO(), node, metav1.UpdateOptions{}); err != nil {
		return
	}
	_, _ = l.client.UpdateStatus(context.TODO(), node, metav1.UpdateOptions{})
}

// A handler with methods.
type methods struct {
	client typedcorev1.NodeInterface
}

var _ cache.ResourceEventHandler = (*methods)(nil)

func (m *methods) OnAdd(obj any, isInInitialList bool) {
	node := obj.(*corev1.Node).DeepCopy()
	if _, err := m.client.Update(context.TODO(), node, metav1.UpdateOptions{}); err != nil {
		return
	}
	_, _ = m.client.UpdateStatus(context.TODO(), node, metav1.UpdateOptions{}) // want `node still has the resourceVersion from before the Update`
}

func (m *methods) OnUpdate(old, obj any) {
	node, err := m.client.Update(context.TODO(), obj.(*corev1.Node).DeepCopy(), metav1.UpdateOptions{})
	if err != nil {
		return
	}
	_, _ = m.client.UpdateStatus(context.TODO(), node, metav1.UpdateOptions{})
}

func (m *methods) OnDelete(obj any) {
	switch node := obj.(type) {
	case cache.DeletedFinalStateUnknown:
	case *corev1.Node:
		if _, err := m.client.Update(context.TODO(), node, metav1.UpdateOptions{}); err != nil {
			return
		}
		_, _ = m.client.UpdateStatus(context.TODO(), node, metav1.UpdateOptions{})
	}
}

// A queue of our own has a method of the same name, and calls it with anything.
type queue struct {
	client typedcorev1.NodeInterface
}

func (q *queue) OnAdd(obj any) {
	node, ok := obj.(*corev1.Node)
	if !ok {
		return
	}
	if _, err := q.client.Update(context.TODO(), node, metav1.UpdateOptions{}); err != nil {
		return
	}
	_, _ = q.client.UpdateStatus(context.TODO(), node, metav1.UpdateOptions{})
}

// A delete handler that asserts the type of its object at once.
func (m *methods) watch(informer cache.SharedIndexInformer) {
	_, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		switch obj := obj.(type) {
		case cache.DeletedFinalStateUnknown:
		case *corev1.Node:
			node := obj.DeepCopy()
			if _, err := m.client.Update(context.TODO(), node, metav1.UpdateOptions{}); err != nil {
				return
			}
			_, _ = m.client.UpdateStatus(context.TODO(), node, metav1.UpdateOptions{})
		}
	}})
}
