// Package source has delete handlers that pass what they get on, in a struct, to whoever
// takes it from a queue or a channel in another package.
package source

import (
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"

	"k8slint.test/tombstone/crossing/items"
)

// What happened to the object of an Event.
const (
	Added   = "added"
	Deleted = "deleted"
)

// An Event is what happened to an object.
type Event struct {
	What   string
	Object any
}

// Watch sends events of the informer.
func Watch(informer cache.SharedInformer, events chan<- Event) error {
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { events <- Event{What: Added, Object: obj} },
		DeleteFunc: func(obj any) { events <- Event{What: Deleted, Object: obj} },
	})
	return err
}

// Queue puts changes of the informer's objects into q.
func Queue(informer cache.SharedInformer, q workqueue.TypedInterface[*items.Item]) error {
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { q.Add(&items.Item{Object: obj}) },
		DeleteFunc: func(obj any) { q.Add(&items.Item{Gone: true, Object: obj}) },
	})
	return err
}

// An Unwrapped event has the object.
type Unwrapped struct{ Object any }

// WatchUnwrapped sends events with what is in the tombstone.
func WatchUnwrapped(informer cache.SharedInformer, events chan<- Unwrapped) error {
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = gone.Obj
			}
			events <- Unwrapped{Object: obj}
		},
	})
	return err
}

// A Sifted event goes over two channels.
type Sifted struct{ Object any }

// Sift drops tombstones on the way.
func Sift(informer cache.SharedInformer, out chan<- Sifted) error {
	in := make(chan Sifted)
	go func() {
		for e := range in {
			if _, gone := e.Object.(cache.DeletedFinalStateUnknown); gone {
				continue
			}
			out <- e
		}
	}()
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) { in <- Sifted{Object: obj} },
	})
	return err
}

// A Kept event is not sent anywhere.
type Kept struct{ Object any }

// Keep keeps the last one.
func Keep(informer cache.SharedInformer, last *Kept) error {
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) { *last = Kept{Object: obj} },
	})
	return err
}
