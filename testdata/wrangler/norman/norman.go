// Package norman: the controllers that rancher's norman generates.
package norman

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/tools/cache"
)

type NodeHandlerFunc func(key string, obj *corev1.Node) (runtimeObject, error)

type runtimeObject any

type NodeLister interface {
	List(namespace string, selector labels.Selector) (ret []*corev1.Node, err error)
	Get(namespace, name string) (*corev1.Node, error)
}

type NodeController interface {
	Informer() cache.SharedIndexInformer
	Lister() NodeLister
	AddHandler(ctx context.Context, name string, handler NodeHandlerFunc)
	AddClusterScopedHandler(ctx context.Context, name, clusterName string, handler NodeHandlerFunc)
}

type NodeInterface interface {
	Get(name string) (*corev1.Node, error)
	Update(*corev1.Node) (*corev1.Node, error)
	Controller() NodeController
	AddHandler(ctx context.Context, name string, sync NodeHandlerFunc)
	AddLifecycle(ctx context.Context, name string, lifecycle NodeLifecycle)
}

type NodeLifecycle interface {
	Create(obj *corev1.Node) (runtimeObject, error)
	Remove(obj *corev1.Node) (runtimeObject, error)
	Updated(obj *corev1.Node) (runtimeObject, error)
}

type nodes struct {
	nodes  NodeInterface
	lister NodeLister
}

func register(ctx context.Context, client NodeInterface) {
	n := &nodes{nodes: client, lister: client.Controller().Lister()}
	client.AddHandler(ctx, "sync", n.sync)
	client.Controller().AddClusterScopedHandler(ctx, "scoped", "c", n.scoped)
	client.AddLifecycle(ctx, "life", &lifecycle{})
}

func (n *nodes) sync(key string, node *corev1.Node) (runtimeObject, error) {
	if node == nil {
		return nil, nil
	}
	node.Spec.Unschedulable = true // want `node.Spec.Unschedulable = … mutates a cached object`
	return n.nodes.Update(node)
}

func (n *nodes) scoped(key string, node *corev1.Node) (runtimeObject, error) {
	node = node.DeepCopy()
	node.Spec.Unschedulable = true
	return n.nodes.Update(node)
}

func (n *nodes) taint() error {
	node, err := n.lister.Get("", "a")
	if err != nil {
		return err
	}
	node.Spec.Taints = append(node.Spec.Taints, corev1.Taint{Key: "a"}) // want `node.Spec.Taints = … mutates a cached object, read by n.lister.Get`
	own, err := n.nodes.Get("a")
	if err != nil {
		return err
	}
	own.Spec.Taints = nil
	all, err := n.nodes.Controller().Lister().List("", labels.Everything())
	if err != nil {
		return err
	}
	for _, node := range all {
		node.Labels["a"] = "b" // want `mutates a cached object`
	}
	return nil
}

// A lifecycle gets copies.
type lifecycle struct{}

func (l *lifecycle) Create(node *corev1.Node) (runtimeObject, error) {
	node.Labels["new"] = "true"
	return node, nil
}

func (l *lifecycle) Remove(node *corev1.Node) (runtimeObject, error) { return node, nil }

func (l *lifecycle) Updated(node *corev1.Node) (runtimeObject, error) {
	node.Labels["updated"] = "true"
	return node, nil
}

// compat makes a handler of a typed object of one that takes any object.
func compat(f func(string, any) (runtimeObject, error)) func(string, *corev1.Node) (runtimeObject, error) {
	return func(key string, node *corev1.Node) (runtimeObject, error) {
		if node == nil {
			return nil, nil
		}
		return f(key, node)
	}
}

func registerCompat(ctx context.Context, client NodeInterface) {
	client.AddHandler(ctx, "any", compat(markPod))
	client.AddHandler(ctx, "node", compat(markNode))
}

// markPod writes pods only.
func markPod(key string, obj any) (runtimeObject, error) {
	switch obj := obj.(type) {
	case *corev1.Pod:
		obj.Labels["seen"] = "true"
	case *corev1.Node:
		println(obj.Name)
	}
	return nil, nil
}

func markNode(key string, obj any) (runtimeObject, error) {
	switch obj := obj.(type) {
	case *corev1.Pod:
		println(obj.Name)
	case *corev1.Node:
		obj.Labels["seen"] = "true" // want `obj.Labels\["seen"\] = … mutates a cached object`
	}
	return nil, nil
}
