// Package dispatch has one informer for a kind, and calls handlers that come and go
// for its events.
package dispatch

import (
	"sync"

	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

// Registry takes handlers.
type Registry interface {
	Register(name string, h cache.ResourceEventHandler) error
}

// Hub is a Registry.
type Hub struct {
	mu       sync.Mutex
	handlers map[string]*named
}

type named struct {
	name string
	cache.ResourceEventHandler
}

// New starts a hub on an informer.
func New(informer cache.SharedIndexInformer) (*Hub, error) {
	h := &Hub{handlers: map[string]*named{}}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { h.each(func(n *named) { n.OnAdd(obj, false) }) },
		UpdateFunc: func(old, obj any) { h.each(func(n *named) { n.OnUpdate(old, obj) }) },
		DeleteFunc: func(obj any) {
			gone := unwrap(obj)
			h.each(func(n *named) { n.OnDelete(gone) })
		},
	})
	return h, err
}

func unwrap(obj any) any {
	if unknown, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		return unknown.Obj
	}
	return obj
}

func (h *Hub) each(call func(*named)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, n := range h.handlers {
		call(n)
	}
}

// Register implements Registry.
func (h *Hub) Register(name string, handler cache.ResourceEventHandler) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.handlers[name] = &named{name, handler}
	return nil
}

// Logged logs what it hands on.
func Logged(name string, handler cache.ResourceEventHandler) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerDetailedFuncs{
		AddFunc:    handler.OnAdd,
		UpdateFunc: handler.OnUpdate,
		DeleteFunc: func(obj any) {
			klog.InfoS("deleted", "handler", name)
			handler.OnDelete(obj)
		},
	}
}
