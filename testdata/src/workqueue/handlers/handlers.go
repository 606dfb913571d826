// Package handlers has event handlers that use a queue.
package handlers

import (
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

type pool struct {
	queue workqueue.TypedDelayingInterface[string]
}

func (p *pool) handler() cache.ResourceEventHandlerFuncs {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil {
				p.queue.Add(key)
			}
		},
		DeleteFunc: func(obj any) {
			if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err == nil {
				p.queue.Done(key) // want `this key does not come from Get: Done lets a second worker have it while the first is still at work; leave Done to the worker that got the key`
			}
		},
		UpdateFunc: func(_, obj any) { p.forget(obj) },
	}
}

// forget is called by a handler only.
func (p *pool) forget(obj any) {
	if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil {
		p.queue.Done(key) // want `this key does not come from Get`
	}
}

type drained struct {
	queue workqueue.TypedDelayingInterface[string]
}

func (d *drained) OnAdd(obj any, _ bool) { done(d.queue, obj) }
func (d *drained) OnUpdate(_, obj any)   {}
func (d *drained) OnDelete(obj any)      { done(d.queue, obj) }

// Only handlers call it.
func done(queue workqueue.TypedInterface[string], obj any) {
	key, err := cache.MetaNamespaceKeyFunc(obj)
	if err != nil {
		return
	}
	queue.Done(key) // want `this key does not come from Get`
}

// A worker may make the key again.
func (d *drained) finish(obj any) {
	if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil {
		d.queue.Done(key)
	}
}
