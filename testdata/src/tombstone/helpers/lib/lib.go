// Package lib makes event handlers of functions.
package lib

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

// HandleAll calls h for every event.
func HandleAll(h func(any)) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc:    h,
		UpdateFunc: func(_, obj any) { h(obj) },
		DeleteFunc: h,
	}
}

// A Handler gets an object.
type Handler func(obj any)

// Registrar registers handlers on its informer.
type Registrar struct{ Informer cache.SharedInformer }

// OnDelete registers h for deletions.
func (r *Registrar) OnDelete(h Handler) error {
	return r.register(cache.ResourceEventHandlerFuncs{}, h)
}

func (r *Registrar) register(funcs cache.ResourceEventHandlerFuncs, h Handler) error {
	funcs.DeleteFunc = h
	_, err := r.Informer.AddEventHandler(funcs)
	return err
}

// Unwrapped calls h with the object that is in the tombstone.
func Unwrapped(h func(any)) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: h,
		DeleteFunc: func(obj any) {
			if unknown, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = unknown.Obj
			}
			h(obj)
		},
	}
}

// PodsOnly lets no tombstone through.
func PodsOnly(h func(any)) cache.ResourceEventHandler {
	return cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool { _, ok := obj.(*corev1.Pod); return ok },
		Handler:    cache.ResourceEventHandlerFuncs{AddFunc: h, DeleteFunc: h},
	}
}

// Filtered calls h for what filter lets through.
func Filtered(filter func(any) bool, h func(any)) cache.ResourceEventHandler {
	return cache.FilteringResourceEventHandler{FilterFunc: filter, Handler: HandleAll(h)}
}

// IsPod is a filter.
func IsPod() func(any) bool {
	return func(obj any) bool { _, ok := obj.(*corev1.Pod); return ok }
}

// Created calls h for new objects alone.
func Created(h func(any)) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{AddFunc: h}
}

// Recovered goes on where h panics.
func Recovered(h func(any)) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		defer func() {
			if r := recover(); r != nil {
				klog.InfoS("recovered", "reason", r)
			}
		}()
		h(obj)
	}}
}

// Around calls h with the object that is in the tombstone, too.
func Around(h func(any)) cache.ResourceEventHandler {
	return &unwrapping{cache.ResourceEventHandlerFuncs{AddFunc: h, DeleteFunc: h}}
}

type unwrapping struct{ cache.ResourceEventHandler }

// OnDelete unwraps obj.
func (u *unwrapping) OnDelete(obj any) {
	if unknown, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = unknown.Obj
	}
	u.ResourceEventHandler.OnDelete(obj)
}

// Unwrapping is Around for a handler.
func Unwrapping(h cache.ResourceEventHandler) cache.ResourceEventHandler { return &unwrapping{h} }

// Register registers h for all events, and has no result.
func Register(inf cache.SharedInformer, h func(any)) { inf.AddEventHandler(HandleAll(h)) }

// Options hold handlers that somebody else calls.
type Options struct {
	Funcs cache.ResourceEventHandlerFuncs
}

// OnDelete sets one.
func (o *Options) OnDelete(h func(any)) { o.Funcs.DeleteFunc = h }
