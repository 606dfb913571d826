// Package hub hands its delete handlers to packages that call them: one unwraps
// tombstones before, the other does not.
package hub

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"k8slint.test/tombstone/hub/dispatch"
	"k8slint.test/tombstone/hub/forward"
)

// Pods counts the pods of each node.
type Pods struct {
	mu     sync.Mutex
	onNode map[string]int
}

func (p *Pods) add(node string, n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.onNode[node] += n
}

// Dispatched is called with objects only.
func (p *Pods) Dispatched(hub *dispatch.Hub) error {
	return hub.Register("pods", cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { p.add(obj.(*corev1.Pod).Spec.NodeName, 1) },
		DeleteFunc: func(obj any) { p.add(obj.(*corev1.Pod).Spec.NodeName, -1) },
	})
}

// Registered is too, behind an interface of the hub's package.
func (p *Pods) Registered(hub dispatch.Registry) error {
	handlers := &cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) { p.add(obj.(*corev1.Pod).Spec.NodeName, 1) }}
	handlers.DeleteFunc = func(obj any) { p.add(obj.(*corev1.Pod).Spec.NodeName, -1) }
	return hub.Register("pods", handlers)
}

// Helped hands it on to a function of its own.
func (p *Pods) Helped(hub *dispatch.Hub) error {
	return p.register(hub, cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) { p.add(obj.(*corev1.Pod).Spec.NodeName, -1) },
	})
}

func (p *Pods) register(hub *dispatch.Hub, h cache.ResourceEventHandler) error {
	return hub.Register("pods", h)
}

// Forwarded gets what the informer has, from a package that looks into tombstones for
// other handlers.
func (p *Pods) Forwarded(informer cache.SharedIndexInformer) error {
	_, err := forward.Watch(informer, cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) { p.add(obj.(*corev1.Pod).Spec.NodeName, -1) }, // want `the delete handler panics on a tombstone`
	})
	return err
}

// Both hands the same handlers to the hub and to an informer.
func (p *Pods) Both(hub *dispatch.Hub, informer cache.SharedIndexInformer) error {
	handlers := cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) { p.add(obj.(*corev1.Pod).Spec.NodeName, -1) }, // want `panics on a tombstone`
	}
	if err := hub.Register("pods", handlers); err != nil {
		return err
	}
	_, err := informer.AddEventHandler(handlers)
	return err
}

// Wrapped gets the handler back, and registers it.
func (p *Pods) Wrapped(informer cache.SharedIndexInformer) error {
	_, err := informer.AddEventHandler(dispatch.Logged("pods", cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) { p.add(obj.(*corev1.Pod).Spec.NodeName, -1) }, // want `panics on a tombstone`
	}))
	return err
}

// WrappedAndDispatched hands what it gets back to the hub.
func (p *Pods) WrappedAndDispatched(hub *dispatch.Hub) error {
	return hub.Register("pods", dispatch.Logged("pods", cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) { p.add(obj.(*corev1.Pod).Spec.NodeName, -1) },
	}))
}

// leaving is only handed to the hub.
type leaving struct{ pods *Pods }

func (l leaving) OnAdd(any, bool)             {}
func (l leaving) OnUpdate(_, _ any)           {}
func (l leaving) OnDelete(obj any)            { l.pods.add(obj.(*corev1.Pod).Spec.NodeName, -1) }
func (p *Pods) Leave(hub *dispatch.Hub) error { return hub.Register("leaving", leaving{p}) }

// direct is registered with the informer.
type direct struct{ pods *Pods }

func (d *direct) OnAdd(any, bool)   {}
func (d *direct) OnUpdate(_, _ any) {}
func (d *direct) OnDelete(obj any)  { d.pods.add(obj.(*corev1.Pod).Spec.NodeName, -1) } // want `the OnDelete method panics on a tombstone`

// Direct registers it.
func (p *Pods) Direct(informer cache.SharedIndexInformer) error {
	_, err := informer.AddEventHandler(&direct{p})
	return err
}
