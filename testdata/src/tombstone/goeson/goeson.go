// Package goeson has delete handlers whose branch for tombstones goes on behind it, with
// or without an object.
package goeson

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

// Drains has a timer for each node.
type Drains struct{ timers map[string]func() }

func (d *Drains) stop(name string) {
	if stop := d.timers[name]; stop != nil {
		stop()
	}
	delete(d.timers, name)
}

// Watch registers a handler for each of the ways.
func (d *Drains) Watch(informer cache.SharedIndexInformer) error {
	for _, h := range []cache.ResourceEventHandlerFuncs{
		{DeleteFunc: d.both},
		{DeleteFunc: d.ignored},
		{DeleteFunc: d.returns},
		{DeleteFunc: d.compared},
		{DeleteFunc: d.assigned},
		{DeleteFunc: d.made},
		{DeleteFunc: d.otherwise},
		{DeleteFunc: d.fatal},
	} {
		if _, err := informer.AddEventHandler(h); err != nil {
			return err
		}
	}
	return nil
}

// both stops the timer by the key, and goes on to the node, which it does not have.
func (d *Drains) both(obj any) {
	node, ok := obj.(*corev1.Node) // want `the delete handler panics on a tombstone: .*, not a \*\w*v1.Node`
	if !ok {
		gone, ok := obj.(cache.DeletedFinalStateUnknown)
		if !ok {
			return
		}
		d.stop(gone.Key)
	}
	d.stop(node.GetName())
}

// ignored does not look whether it has one.
func (d *Drains) ignored(obj any) {
	node, _ := obj.(*corev1.Node) // want `panics on a tombstone`
	if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		d.stop(gone.Key)
	}
	d.stop(node.Name)
}

// returns does not go on.
func (d *Drains) returns(obj any) {
	node, ok := obj.(*corev1.Node)
	if !ok {
		if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			d.stop(gone.Key)
		}
		return
	}
	d.stop(node.Name)
}

// compared looks at the pointer.
func (d *Drains) compared(obj any) {
	node, _ := obj.(*corev1.Node)
	if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		d.stop(gone.Key)
	}
	if node != nil {
		d.stop(node.Name)
	}
}

// assigned takes the node of the tombstone.
func (d *Drains) assigned(obj any) {
	node, ok := obj.(*corev1.Node)
	if !ok {
		gone, ok := obj.(cache.DeletedFinalStateUnknown)
		if !ok {
			return
		}
		node, ok = gone.Obj.(*corev1.Node)
		if !ok {
			return
		}
	}
	d.stop(node.Name)
}

// made makes one of the key.
func (d *Drains) made(obj any) {
	node, ok := obj.(*corev1.Node)
	if gone, is := obj.(cache.DeletedFinalStateUnknown); is {
		node = &corev1.Node{}
		node.Name = gone.Key
	} else if !ok {
		return
	}
	d.stop(node.Name)
}

// otherwise uses it where it is one.
func (d *Drains) otherwise(obj any) {
	node, ok := obj.(*corev1.Node)
	if gone, is := obj.(cache.DeletedFinalStateUnknown); is {
		d.stop(gone.Key)
	}
	if ok {
		d.stop(node.Name)
	}
}

// fatal does not survive it anyway.
func (d *Drains) fatal(obj any) {
	node, ok := obj.(*corev1.Node)
	if !ok {
		if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			klog.Fatalf("missed the deletion of %s", gone.Key)
		}
	}
	d.stop(node.Name)
}
