// Package ignored has delete handlers that ignore whether an assertion holds.
package ignored

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

// Volumes keeps the names of volumes.
type Volumes struct {
	names map[string]bool
	seen  int
}

// Watch registers a handler for each of the ways.
func (v *Volumes) Watch(informer cache.SharedIndexInformer) error {
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    v.added,
		DeleteFunc: v.deleted,
	})
	if err != nil {
		return err
	}
	for _, h := range []cache.ResourceEventHandlerFuncs{
		{DeleteFunc: v.deletedLogged},
		{DeleteFunc: v.labels},
		{DeleteFunc: v.twice},
		{DeleteFunc: v.checked},
		{DeleteFunc: v.counted},
		{DeleteFunc: v.compared},
		{DeleteFunc: v.unwrapped},
	} {
		if _, err := informer.AddEventHandler(h); err != nil {
			return err
		}
	}
	return nil
}

// added only gets objects.
func (v *Volumes) added(obj any) {
	pv, _ := obj.(*corev1.PersistentVolume)
	v.names[pv.Name] = true
}

func (v *Volumes) deleted(obj any) {
	pv, _ := obj.(*corev1.PersistentVolume) // want `the delete handler panics on a tombstone: after a broken watch it gets a cache.DeletedFinalStateUnknown, not a \*\w*v1.PersistentVolume`
	delete(v.names, pv.Name)
}

func (v *Volumes) deletedLogged(obj any) {
	pv, _ := obj.(*corev1.PersistentVolume) // want `panics on a tombstone`
	klog.V(4).Infof("deleted %s", pv.GetName())
	delete(v.names, pv.Name)
}

func (v *Volumes) labels(obj any) {
	pv, _ := obj.(*corev1.PersistentVolume) // want `panics on a tombstone`
	for name := range pv.Labels {
		delete(v.names, name)
	}
}

// twice panics at the first assertion.
func (v *Volumes) twice(obj any) {
	delete(v.names, obj.(*corev1.PersistentVolume).Namespace+"/"+obj.(*corev1.PersistentVolume).Name) // want `panics on a tombstone`
	if v.seen > 0 {
		delete(v.names, obj.(*corev1.PersistentVolume).Name)
	}
}

// checked drops nil.
func (v *Volumes) checked(obj any) {
	pv, _ := obj.(*corev1.PersistentVolume) // want `misses a deletion`
	if pv == nil {
		return
	}
	delete(v.names, pv.Name)
}

// counted does not use the object.
func (v *Volumes) counted(obj any) {
	if _, ok := obj.(*corev1.PersistentVolume); ok {
		v.seen++
	}
	v.seen++
}

// compared uses it only where the assertion holds.
func (v *Volumes) compared(obj any) {
	pv, ok := obj.(*corev1.PersistentVolume)
	if v.seen > 0 && ok {
		delete(v.names, pv.Name)
	}
	v.seen++
}

// unwrapped expects the tombstone.
func (v *Volumes) unwrapped(obj any) {
	if unknown, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = unknown.Obj
	}
	pv, _ := obj.(*corev1.PersistentVolume)
	delete(v.names, pv.Name)
}
